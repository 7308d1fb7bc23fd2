import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/durations';
import type { EventOutboxRow } from '#db/queries/shared/event-outbox';
import { nextTryAt, sendTimeOf } from '../../../../worker/delivery/notifications/push-schedule.ts';
import { pushesOf } from '../../../../worker/delivery/notifications/pushes-of-events.ts';

const NOW = Date.UTC(2026, 5, 1, 22, 30);

const row = (id: string, memberId: string, event: object): EventOutboxRow => ({
  id,
  memberId,
  event,
  createdAt: NOW,
  dueAt: NOW,
  tries: 0,
  isPushQueued: false,
});
const message = (sender: string, conversation: string, more = {}) => ({
  type: 'message.sent',
  message: { sender_id: sender, conversation_id: conversation },
  ...more,
});
const pushesFor = (rows: EventOutboxRow[], viewing: readonly string[] = []) =>
  pushesOf(rows, () => viewing, NOW).map(({ memberId, kind, tag, eventIds }) => [memberId, kind, tag, eventIds]);

describe('what is pushed', () => {
  test('is a message to its receiver, a like, a match that another made, and nothing else', () => {
    const rows = [
      row('1', 'noor', message('bas', 'talk')),
      row('2', 'bas', message('bas', 'talk')),
      row('3', 'noor', message('eva', 'aside', { is_aside: true })),
      row('4', 'noor', { type: 'like.received' }),
      row('5', 'noor', { type: 'match.made' }),
      row('6', 'bas', { type: 'match.made', by_me: true }),
      row('7', 'noor', { type: 'like.withdrawn' }),
      row('8', 'noor', { type: 'badge.changed' }),
      row('9', 'noor', { kind: 'pass.revoked', conversation: 'talk' }),
    ];
    expect(pushesFor(rows)).toEqual([
      ['noor', 'message', 'message/talk', ['1']],
      ['noor', 'like', 'likes', ['4']],
      ['noor', 'match', 'matches', ['5']],
    ]);
  });

  test('is one push a conversation, and none for the conversation that is being viewed', () => {
    const rows = [
      row('1', 'noor', message('bas', 'one')),
      row('2', 'noor', message('eva', 'two')),
      row('3', 'noor', message('bas', 'one')),
    ];
    expect(pushesFor(rows)).toEqual([
      ['noor', 'message', 'message/one', ['1', '3']],
      ['noor', 'message', 'message/two', ['2']],
    ]);
    expect(pushesFor(rows, ['one'])).toEqual([['noor', 'message', 'message/two', ['2']]]);
  });
});

describe('the next try', () => {
  test('comes after a pause of a minute to an hour that never shrinks, not before the service wants it, and not after a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 2 * DAY }),
        fc.integer({ min: 0, max: DAY }),
        (tries, wanted, age) => {
          const createdAt = NOW - age;
          const at = nextTryAt({ createdAt }, tries, wanted, NOW);
          const pause = Math.max(Math.min(2 ** (tries - 1) * MINUTE, 60 * MINUTE), wanted);
          expect(at).toBe(age + pause > DAY ? null : NOW + pause);
        },
      ),
    );
  });
});

describe('when a push goes out', () => {
  const push = {
    accountExists: 1 as const,
    unreadCount: 1,
    unreadMessages: 0,
    newLikes: 0,
    kind: 'message' as const,
    matrix: {},
    devices: [{}],
    timezone: 'Europe/Amsterdam',
    quietFrom: null,
    quietTo: null,
  };

  test.each([
    ['now, when nothing speaks against it', {}, NOW],
    ['never, when it was read or seen meanwhile', { unreadCount: 0 }, null],
    ['never, when the member is gone', { accountExists: 0 as const }, null],
    ['never, when no browser is left', { devices: [] }, null],
    ['never, when the member wants no immediate push of its kind', { matrix: { message: { push: 'daily' } } }, null],
    ['now, when that is set for another kind or for mails', { matrix: { like: { push: 'never' }, message: { mail: 'never' } } }, NOW],
    ['never, when it is an offer and the member wants none', { kind: 'offer' as const }, null],
    // 00:30 in Amsterdam.
    ['at the end of quiet hours', { quietFrom: '23:00', quietTo: '07:30' }, NOW + 7 * 60 * MINUTE],
    ['now, when the quiet hours are over', { quietFrom: '23:00', quietTo: '00:30' }, NOW],
    ['now, as a summary of something', { kind: 'summary' as const, unreadCount: 0, newLikes: 2, matrix: { like: { push: 'daily' } } }, NOW],
    ['now, as a summary of events of the account', { kind: 'summary' as const, unreadCount: 1 }, NOW],
    ['never, as a summary of nothing', { kind: 'summary' as const, unreadCount: 0 }, null],
  ])('is %s', (_, traits, expected) => {
    expect(sendTimeOf({ ...push, ...traits }, NOW)).toBe(expected);
  });
});
