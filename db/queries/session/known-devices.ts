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
import { isNewPlace, type LoginPlace, rememberNetwork } from './known-networks.ts';

interface DeviceUse {
  readonly memberId: string;
  readonly sessionId: string;
  /** The kind of the device, by which known devices are compared. */
  readonly kind: string;
  readonly place: LoginPlace;
  readonly now: number;
}

/** Stores the kind of device of a session and the network it was opened from, if the session exists. */
export const rememberDevice = (db: Database, { memberId, sessionId, kind, place, now }: DeviceUse) => ({
  knownDevice:
    db.run(sql`insert into ${knownDevices} (member_id, device, seen_at) select ${memberId}, ${kind}, ${now} where ${sessionExists(sessionId)}
    on conflict do update set seen_at = excluded.seen_at`),
  knownNetwork: rememberNetwork(db, { memberId, place, now }, sessionExists(sessionId)),
});

const sessionExists = (sessionId: string) => sql`exists (select 1 from ${sessions} where ${sessions.id} = ${sessionId})`;

interface Login {
  readonly sessionId: string;
  /** The description of the device, and the kind derived from it by which known devices are compared. */
  readonly device: string;
  readonly kind: string;
  readonly place: LoginPlace;
  readonly notification: AccountNotification;
  readonly event: EventInsert;
  readonly push: PushInsert;
}

/**
 * Stores the kind of device and the network of a login. It also writes the account notification, the event and the push if the account has been in
 * use, but never with this kind and with no valid session of this device, or neither from this network nor from this country. It must follow the
 * statement that opens the session in its batch.
 */
export const recordLoginDevice = (db: Database, { sessionId, device, kind, place, notification, event, push }: Login) => {
  const { memberId, createdAt } = notification;
  const known = sql`select 1 from ${knownDevices} where ${knownDevices.memberId} = ${memberId}`;
  const others = sql`select 1 from ${sessions} where ${and(eq(sessions.memberId, memberId), ne(sessions.id, sessionId))}`;
  const isNewKind = sql`(exists (${known}) or exists (${others}))
    and not exists (${known} and ${knownDevices.device} = ${kind}) and not exists (${others} and ${sessions.device} = ${device})`;
  const isNew = sql`${sessionExists(sessionId)} and ((${isNewKind}) or (${isNewPlace(memberId, place)}))`;
  return {
    notification: insertAccountNotification(db, notification, isNew),
    userEvent: insertEventWhen(db, event, isNotificationWritten(notification)),
    push: insertAccountPush(db, notification, push),
    ...rememberDevice(db, { memberId, sessionId, kind, place, now: createdAt }),
  };
};
