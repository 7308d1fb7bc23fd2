import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isIdle, mayReload, type PageActivity } from '../../../../web/pwa/updates/update-rules.ts';

const moments: fc.Arbitrary<PageActivity> = fc.record({
  hasDirtyFields: fc.boolean(),
  isSending: fc.boolean(),
  hiddenMs: fc.nat(600_000),
  untouchedMs: fc.nat(600_000),
});
const AT_REST: PageActivity = { hasDirtyFields: false, isSending: false, hiddenMs: 0, untouchedMs: 0 };

describe('an update', () => {
  test('never reloads while something is sent, whether it was asked for or not', () => {
    fc.assert(
      fc.property(moments, fc.boolean(), (moment, isAsked) => {
        const sending = { ...moment, isSending: true };
        expect([isIdle(sending), mayReload(sending, isAsked)]).toEqual([false, false]);
      }),
    );
  });

  test('never reloads unasked while something is typed', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const typing = { ...moment, hasDirtyFields: true };
        expect([isIdle(typing), mayReload(typing, false)]).toEqual([false, false]);
      }),
    );
  });

  test('does not reload a page that is in use', () => {
    expect(isIdle(AT_REST)).toBe(false);
    expect(isIdle({ ...AT_REST, hiddenMs: 29_999, untouchedMs: 29_999 })).toBe(false);
  });

  test('reloads a page hidden for 30 seconds, or without input for five minutes', () => {
    expect(isIdle({ ...AT_REST, hiddenMs: 30_000 })).toBe(true);
    expect(isIdle({ ...AT_REST, untouchedMs: 300_000 })).toBe(true);
  });

  test('that has taken over reloads a page at once where nothing can be lost', () => {
    expect(mayReload(AT_REST, false)).toBe(true);
  });

  test('reloads when the member asks for it, whatever is typed', () => {
    expect(mayReload({ ...AT_REST, hasDirtyFields: true }, true)).toBe(true);
  });
});
