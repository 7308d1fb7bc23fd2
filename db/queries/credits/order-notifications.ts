import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import {
  type AccountNotification,
  insertAccountNotification,
  insertAccountPush,
  isNotificationWritten,
} from '../notifications/notification-list.ts';
import type { PushInsert } from '../notifications/push-queue.ts';
import { insertMailWhen, type MailInsert } from '../shared/mail-queue.ts';

/** An account event as its member gets it: an entry of the notification list, a push if they want it at once, and for weighty events a mail. */
export interface AccountNotificationBundle {
  readonly notification: AccountNotification;
  readonly push: PushInsert;
  readonly mail: MailInsert | null;
}

const accountExists = (memberId: string): SQL =>
  sql`exists (select 1 from members where id = ${memberId} and status in ('active', 'not_confirmed'))`;

/** Writes the three of them if a condition holds inside the batch; the mail only if the member is neither deleted nor banned. `mail` gives it if it was written. */
export const insertNotificationBundle = (db: Database, { notification, push, mail }: AccountNotificationBundle, when: SQL = sql`true`) => ({
  notification: insertAccountNotification(db, notification, when),
  push: insertAccountPush(db, notification, push),
  mail: mail && insertMailWhen(db, mail, sql`${isNotificationWritten(notification)} and ${accountExists(notification.memberId)}`),
});
