import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { ACCOUNT_EVENTS, NOTIFICATION_KINDS, type NotificationItem, OFFER_EVENTS } from '#contract/notifications';
import {
  dedupeById,
  groupByPeriod,
  iconOf,
  isPasswordPossiblyKnown,
  markReadUntil,
  PERIODS,
  sentenceKeyOf,
} from '../../../web/features/notifications/notification-items.ts';
import { textsOf } from '../../support/files/translation-files.ts';
import { aCard, NOON } from '../fixtures.ts';

const NOW = Date.parse(NOON);

const aNotification = (id: string, ago: number, traits: Partial<NotificationItem> = {}): NotificationItem => ({
  id,
  kind: 'like',
  event: null,
  country: null,
  profile: aCard('ewa'),
  count: 1,
  url: '/likes',
  is_read: false,
  at: new Date(NOW - ago).toISOString(),
  ...traits,
});

const grouped = (notifications: readonly NotificationItem[]) =>
  groupByPeriod(notifications, NOW).map(({ period, notifications: inPeriod }) => [period, inPeriod.map(({ id }) => id).join(' ')]);

describe('a notification', () => {
  test('is in the group of today, of the six days before or of earlier ones, in the order given', () => {
    const list = [
      aNotification('a', HOUR),
      aNotification('b', 11 * HOUR),
      aNotification('c', DAY),
      aNotification('d', 6 * DAY),
      aNotification('e', 8 * DAY),
    ];
    expect(grouped(list)).toEqual([
      ['today', 'a b'],
      ['week', 'c d'],
      ['earlier', 'e'],
    ]);
    expect(grouped([aNotification('a', 40 * DAY)])).toEqual([['earlier', 'a']]);
    expect(grouped([])).toEqual([]);
  });

  test('of yesterday is not in the group of today, and one of the future is', () => {
    const midnight = new Date(NOW).setHours(0, 0, 0, 0);
    expect(grouped([aNotification('a', -HOUR), aNotification('b', NOW - midnight), aNotification('c', NOW - midnight + 1)])).toEqual([
      ['today', 'a b'],
      ['week', 'c'],
    ]);
  });

  test('is in exactly one group, whenever it came', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -DAY, max: 800 * DAY })), (agos) => {
        const list = agos.toSorted((a, b) => a - b).map((ago, i) => aNotification(String(i), ago));
        const groups = groupByPeriod(list, NOW);
        expect(groups.flatMap(({ notifications }) => notifications)).toEqual(list);
        expect(PERIODS.filter((period) => groups.some((group) => group.period === period))).toEqual(groups.map(({ period }) => period));
      }),
    );
  });

  test('is listed once, at its first place', () => {
    const moved = aNotification('a', HOUR);
    expect(dedupeById([moved, aNotification('b', DAY), moved]).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('has a text and an icon for every kind and event', () => {
    const texts = textsOf('web/locales/en/notifications.json');
    const all = [
      ...NOTIFICATION_KINDS.map((kind) => aNotification(kind, 0, { kind })),
      aNotification('read', 0, { kind: 'message', count: 0 }),
      ...ACCOUNT_EVENTS.map((event) => aNotification(event, 0, { kind: 'account', event })),
      aNotification('abroad', 0, { kind: 'account', event: 'new_device', country: 'FR' }),
      ...OFFER_EVENTS.map((event) => aNotification(event, 0, { kind: 'offer', event })),
    ];
    expect(all.map(sentenceKeyOf).filter((key) => !texts.has(key) && !texts.has(`${key}_other`))).toEqual([]);
    expect(new Set(all.map(iconOf)).size).toBe(all.length - 3);
  });
});

test('notifications up to a moment become read, and none that came after it', () => {
  const page = { items: [aNotification('a', 0), aNotification('b', HOUR), aNotification('c', DAY, { is_read: true })], unread: 2 };
  const read = markReadUntil(page, new Date(NOW - HOUR).toISOString());
  expect(read.items.map(({ is_read: isRead }) => isRead)).toEqual([false, true, true]);
  expect(read.unread).toBe(2);
});

test.each([
  ['nothing happened', [], false],
  ['something else happened', ['mail_changed', null], false],
  ['a change of address was taken back', [null, 'mail_change_undone', 'mail_changed'], true],
  ['the password was changed after that', ['password_changed', 'mail_change_undone'], false],
  ['the password was changed before that', ['mail_change_undone', 'password_changed'], true],
] as const)('whether somebody may know the password where %s', (_, events, isInDoubt) => {
  expect(isPasswordPossiblyKnown(events.map((event, n) => aNotification(`${n}`, n, { kind: 'account', event })))).toBe(isInDoubt);
});
