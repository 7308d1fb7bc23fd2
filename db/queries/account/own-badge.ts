import { sql } from 'drizzle-orm';
import { compiled } from '../../prepared-statement.ts';
import { hasPaidFor } from '../credits/orders.ts';
import { hasAwayMails } from '../notifications/notification-settings.ts';
import { newLikesOf, unreadOf } from '../shared/badge.ts';

/** The two numbers of a member's badge, with whether absence mails are on and whether the member has paid, because the page polls all of them together. */
export const badgeOfMember = compiled((db, memberId: string) =>
  db.all<{ unreadMessages: number; newLikes: number; awayMails: 0 | 1; hasPaid: 0 | 1 }>(
    sql`
      select ${unreadOf(memberId)} as unreadMessages, ${newLikesOf(memberId)} as newLikes,
        ${hasAwayMails(memberId)} as awayMails, ${hasPaidFor(memberId)} as hasPaid`,
  ),
);
