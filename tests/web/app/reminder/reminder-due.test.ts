import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR } from '#contract/durations';
import { dueReminder, snoozeReminder } from '../../../../web/app/reminder/reminder-due.ts';
import { aUser, idOf, ME } from '../../fixtures.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

const unconfirmed = aUser({ activated: false });
const unfinished = aUser({ activated: false, last_signup_step: 3 });

describe('what a member is reminded of', () => {
  test.each([
    ['nothing', aUser(), null],
    ['nothing after the last step', aUser({ last_signup_step: 7 }), null],
    ['the mail', unconfirmed, 'mail'],
    [
      'the mail, for a member who has finished the sign-up and only not confirmed',
      aUser({ activated: false, last_signup_step: 6 }),
      'mail',
    ],
    ['the mail, also before it has left', aUser({ activated: false, last_signup_step: 5 }), 'mail'],
    ['the sign-up', aUser({ last_signup_step: 0 }), 'sign_up'],
    ['the sign-up before the mail, which is its last step', unfinished, 'sign_up'],
  ] as const)('is %s', (_, user, kind) => {
    expect(dueReminder(user, NOW)).toBe(kind);
  });

  test('is not due for a day once it was closed', () => {
    snoozeReminder('mail', ME, NOW);
    expect(dueReminder(unconfirmed, NOW + 1)).toBeNull();
    expect(dueReminder(unconfirmed, NOW + 23 * HOUR)).toBeNull();
    expect(dueReminder(unconfirmed, NOW + 24 * HOUR)).toBe('mail');
  });

  test('is closed one by one: the mail is due while the sign-up is not', () => {
    snoozeReminder('sign_up', ME, NOW);
    expect(dueReminder(unfinished, NOW + 1)).toBe('mail');
  });

  test('is closed for one member, not for the next on this device', () => {
    snoozeReminder('mail', idOf('somebody'), NOW);
    expect(dueReminder(unconfirmed, NOW + 1)).toBe('mail');
  });

  test('is due again if the clock was set back', () => {
    snoozeReminder('mail', ME, NOW);
    expect(dueReminder(unconfirmed, NOW - HOUR)).toBe('mail');
  });

  test('is due where nothing can be stored', () => {
    vi.stubGlobal('localStorage', undefined);
    snoozeReminder('mail', ME, NOW);
    expect(dueReminder(unconfirmed, NOW)).toBe('mail');
  });
});
