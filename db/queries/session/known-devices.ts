import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { knownDevices, sessions } from '../../schema/index.ts';
import {
  type AccountNotification,
  insertAccountNotification,
  insertAccountPush,
  isNotificationWritten,
} from '../notifications/notification-list.ts';
import type { PushInsert } from '../notifications/push-queue.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';

/** Stores the kind of device of a session, if the session exists. */
export const rememberDevice = (
  db: Database,
  { memberId, sessionId, kind, now }: { memberId: string; sessionId: string; kind: string; now: number },
) =>
  db.run(sql`insert into ${knownDevices} (member_id, device, seen_at) select ${memberId}, ${kind}, ${now} where ${sessionExists(sessionId)}
    on conflict do update set seen_at = excluded.seen_at`);

const sessionExists = (sessionId: string) => sql`exists (select 1 from ${sessions} where ${sessions.id} = ${sessionId})`;

interface Login {
  readonly sessionId: string;
  /** The description of the device, and the kind derived from it by which known devices are compared. */
  readonly device: string;
  readonly kind: string;
  readonly notification: AccountNotification;
  readonly event: EventInsert;
  readonly push: PushInsert;
}

/**
 * Stores the kind of device of a login. If the account has been in use, but never with this kind and with no valid session of this device, it also
 * writes the account notification, the event and the push. It must follow the statement that opens the session in its batch.
 */
export const recordLoginDevice = (db: Database, { sessionId, device, kind, notification, event, push }: Login) => {
  const { memberId, createdAt } = notification;
  const known = sql`select 1 from ${knownDevices} where ${knownDevices.memberId} = ${memberId}`;
  const others = sql`select 1 from ${sessions} where ${and(eq(sessions.memberId, memberId), ne(sessions.id, sessionId))}`;
  const isNew = sql`${sessionExists(sessionId)} and (exists (${known}) or exists (${others}))
    and not exists (${known} and ${knownDevices.device} = ${kind}) and not exists (${others} and ${sessions.device} = ${device})`;
  return {
    notification: insertAccountNotification(db, notification, isNew),
    userEvent: insertEventWhen(db, event, isNotificationWritten(notification)),
    push: insertAccountPush(db, notification, push),
    knownDevice: rememberDevice(db, { memberId, sessionId, kind, now: createdAt }),
  };
};
