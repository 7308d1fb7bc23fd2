import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isIdle, type Moment, mayReload } from '../../../../web/pwa/updates/update-rules.ts';

const moments: fc.Arbitrary<Moment> = fc.record({
  isTyped: fc.boolean(),
  isSending: fc.boolean(),
  hiddenMs: fc.nat(600_000),
  untouchedMs: fc.nat(600_000),
});
const AT_REST: Moment = { isTyped: false, isSending: false, hiddenMs: 0, untouchedMs: 0 };

describe('an update', () => {
  test('never comes while something is sent, whether it was asked for or not', () => {
    fc.assert(
      fc.property(moments, fc.boolean(), (moment, isAsked) => {
        const sending = { ...moment, isSending: true };
        expect([isIdle(sending), mayReload(sending, isAsked)]).toEqual([false, false]);
      }),
    );
  });

  test('never comes unasked while something is typed', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const typing = { ...moment, isTyped: true };
        expect([isIdle(typing), mayReload(typing, false)]).toEqual([false, false]);
      }),
    );
  });

  test('does not come before a page that is in use', () => {
    expect(isIdle(AT_REST)).toBe(false);
    expect(isIdle({ ...AT_REST, hiddenMs: 29_999, untouchedMs: 29_999 })).toBe(false);
  });

  test('comes while nobody looks, or nobody has touched the page for five minutes', () => {
    expect(isIdle({ ...AT_REST, hiddenMs: 30_000 })).toBe(true);
    expect(isIdle({ ...AT_REST, untouchedMs: 300_000 })).toBe(true);
  });

  test('that has taken over reloads a page at once where nothing can be lost', () => {
    expect(mayReload(AT_REST, false)).toBe(true);
  });

  test('comes when its member asks for it, whatever is typed', () => {
    expect(mayReload({ ...AT_REST, isTyped: true }, true)).toBe(true);
  });
});
