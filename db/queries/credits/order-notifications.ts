import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { type AccountNotice, insertAccountNotice, isNoted, pushOfAccount } from '../notifications/notification-list.ts';
import type { PushInsert } from '../notifications/push-queue.ts';
import { insertMailWhen, type MailInsert } from '../shared/event-outbox.ts';

/** What happened to an account as its member gets it: in their list, pushed where they want that at once, and by mail where it is of that weight. */
export interface News {
  readonly notice: AccountNotice;
  readonly push: PushInsert;
  readonly mail: MailInsert | null;
}

const isThere = (memberId: string): SQL =>
  sql`exists (select 1 from members where id = ${memberId} and status in ('active', 'not_confirmed'))`;

/** Writes news of an account, if a condition holds inside the batch; mails only to members who are there. Gives the mail last. */
export const insertNews = (db: Database, { notice, push, mail }: News, when: SQL = sql`true`) =>
  [
    insertAccountNotice(db, notice, when),
    pushOfAccount(db, notice, push),
    mail && insertMailWhen(db, mail, sql`${isNoted(notice)} and ${isThere(notice.memberId)}`),
  ] as const;
