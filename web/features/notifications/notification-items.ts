import type { NotificationEvent, NotificationItem } from '#contract/notifications';
import { daysAgo } from '../../i18n/days.ts';
import type { IconName } from '../../ui/icon.tsx';

export const PERIODS = ['today', 'week', 'earlier'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS_OF_WEEK = 7;

function periodOf(at: string, now: number): Period {
  const days = daysAgo(at, now);
  if (days <= 0) return 'today';
  return days < DAYS_OF_WEEK ? 'week' : 'earlier';
}

/**
 * Notifications by period: today, the six days before, and earlier, in the time zone of the device. The order is kept; a period without
 * any is left out.
 */
export function groupByPeriod(
  notifications: readonly NotificationItem[],
  now = Date.now(),
): { period: Period; notifications: NotificationItem[] }[] {
  const groups = Map.groupBy(notifications, ({ at }) => periodOf(at, now));
  return PERIODS.flatMap((period) => {
    const group = groups.get(period);
    return group ? [{ period, notifications: group }] : [];
  });
}

const EVENT_ICONS: Record<NotificationEvent, IconName> = {
  password_changed: 'lock',
  mail_changed: 'mail',
  mail_change_undone: 'shield-check',
  new_device: 'smartphone',
  refund: 'coins',
  order_returned: 'undo-2',
  charged_back: 'triangle-alert',
  unusual_spending: 'info',
  premium_renewed: 'crown',
  premium_not_renewed: 'clock',
  photo_removed: 'camera',
  decision: 'flag',
  time_bonus: 'badge-percent',
};
const KIND_ICONS: Record<NotificationItem['kind'], IconName> = {
  message: 'message-circle',
  like: 'heart',
  match: 'heart',
  account: 'user-round',
  offer: 'gift',
};

/** The icon of a notification. A match has the heart of a like; the style sheet fills it. */
export const iconOf = ({ kind, event }: NotificationItem): IconName => (event ? EVENT_ICONS[event] : KIND_ICONS[kind]);

/**
 * The key of the sentence of a notification. A conversation without unread messages has a sentence without a number, and a login whose
 * country is known one with it.
 */
export function sentenceKeyOf({ kind, event, count, country }: NotificationItem) {
  if (event === 'new_device' && country) return 'event_new_device_country' as const;
  if (event) return `event_${event}` as const;
  return kind === 'message' && count === 0 ? 'message_read' : kind;
}

/** Whether a change of the e-mail address was undone and the password not changed since: whoever requested that change may know it. */
export function isPasswordPossiblyKnown(notifications: readonly Pick<NotificationItem, 'event'>[]): boolean {
  const latest = notifications.find(({ event }) => event === 'mail_change_undone' || event === 'password_changed');
  return latest?.event === 'mail_change_undone';
}

/** Each notification once: the list may have moved while its pages were loaded one after the other. */
export const dedupeById = (notifications: readonly NotificationItem[]): NotificationItem[] => [
  ...new Map(notifications.map((notification) => [notification.id, notification])).values(),
];

interface Page {
  readonly items: readonly NotificationItem[];
}

/** The page with all notifications until the time `readTo` marked as read; later ones stay as they are. */
export const markReadUntil = <P extends Page>(page: P, readTo: string): P => ({
  ...page,
  items: page.items.map((notification) =>
    Date.parse(notification.at) <= Date.parse(readTo) ? { ...notification, is_read: true } : notification,
  ),
});
