import { sql } from 'drizzle-orm';
import { prepared } from '../../prepared-statement.ts';
import { hasPaidOrder } from '../credits/orders.ts';
import { hasAbsenceMails } from '../notifications/notification-settings.ts';
import { newLikesOf, unreadMessagesOf } from '../shared/badge.ts';
import { unseenNotificationsOf } from '../shared/unread-notifications.ts';

/** The two numbers of a member's badge and that of unseen notifications, with whether absence mails are on and whether the member has paid, because the page polls all of them together. */
export const badgeOfMember = prepared((db, memberId: string) =>
  db.all<{ unreadMessages: number; newLikes: number; unseenNotifications: number; absenceMails: 0 | 1; hasPaid: 0 | 1 }>(
    sql`
      select ${unreadMessagesOf(memberId)} as unreadMessages, ${newLikesOf(memberId)} as newLikes,
        ${unseenNotificationsOf(memberId)} as unseenNotifications,
        ${hasAbsenceMails(memberId)} as absenceMails, ${hasPaidOrder(memberId)} as hasPaid`,
  ),
);
