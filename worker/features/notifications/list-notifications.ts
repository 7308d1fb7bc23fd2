import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import {
  ACCOUNT_EVENTS,
  type listNotifications as endpoint,
  NOTIFICATIONS_UNREAD_MAX,
  type NotificationEvent,
  type NotificationItem,
  OFFER_EVENTS,
} from '#contract/notifications';
import { type NotificationRow, notificationsOf, unreadNotifications } from '#db/queries/notifications/notification-list';
import { notificationSettingsOf } from '#db/queries/notifications/notification-settings';
import type { Context } from '../../domain/context.ts';
import { formatCursor, parseCursor } from '../../domain/keyset-cursor.ts';
import { cardOf, unavailableCard } from '../../domain/profile-card.ts';
import { parseQuote } from '../../domain/quote.ts';
import { requireSession } from '../../domain/require-session.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { settingsAnswer } from './notification-settings.ts';

/** The caller's notifications, newest first, with the preferences (docs/product.md, "Notification list"). */
export async function listNotifications(
  ctx: Context,
  { before, limit }: ParsedInputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const cursor = parseCursor(before);
  const { notifications, unread, settings } = await requireSession(
    ctx,
    (me, db) => ({
      notifications: notificationsOf(db, me, cursor, limit + 1),
      unread: unreadNotifications(db, me, NOTIFICATIONS_UNREAD_MAX + 1),
      settings: notificationSettingsOf(db, me),
    }),
    'readDb',
  );
  const last = notifications[limit - 1];
  return {
    items: notifications.slice(0, limit).map((row) => notificationOf(row, settings[0]?.readTo ?? 0, ctx.now)),
    unread: unread[0]?.unread ?? 0,
    next: last && notifications.length > limit ? formatCursor({ at: last.at, id: last.key }) : null,
    settings: settingsAnswer(settings[0]),
  };
}

function notificationOf(row: NotificationRow, readTo: number, now: number): NotificationItem {
  const profile = cardOfOther(row, now);
  // A quote of somebody who is gone would tell a block from a deletion.
  const about = profile?.is_gone ? null : parseQuote(row.about);
  return {
    id: row.key,
    kind: row.kind,
    event: eventOf(row),
    country: row.loginCountry,
    profile,
    count: row.count,
    url: urlOf(row),
    at: isoTime(row.at),
    is_read: row.isOpened === 1 || row.at <= readTo,
    ...(about ? { about } : {}),
  };
}

const EVENTS: readonly NotificationEvent[] = [...ACCOUNT_EVENTS, ...OFFER_EVENTS];
const eventOf = ({ event }: NotificationRow) => EVENTS.find((known) => known === event) ?? null;

/** The card of the other member; null if there is none. An erased member has no row, and only the id of the card is left. */
function cardOfOther(row: NotificationRow, now: number): NotificationItem['profile'] {
  if (row.otherId === null) return null;
  return row.id === null || row.blocksMe === 1 ? unavailableCard(row.otherId) : cardOf(row, 'member', now);
}

/** The page where each account event or offer can be seen or undone. */
const EVENT_PATHS: Readonly<Record<NotificationEvent, string>> = {
  password_changed: '/profile/settings#password',
  mail_changed: '/profile/settings#email',
  mail_change_undone: '/notifications#email-change-incorrect',
  new_device: '/profile/settings#devices',
  refund: '/credits',
  order_returned: '/credits',
  charged_back: '/credits',
  unusual_spending: '/credits',
  premium_renewed: '/premium',
  premium_not_renewed: '/premium',
  photo_removed: '/pages/decisions',
  decision: '/pages/decisions',
  time_bonus: '/credits',
};

function urlOf(row: NotificationRow): string {
  if (row.kind === 'message') return `/chats/${row.key}`;
  if (row.otherId !== null) return `/likes/m/${row.otherId}`;
  const event = eventOf(row);
  return event ? EVENT_PATHS[event] : '/notifications';
}
