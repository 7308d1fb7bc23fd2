import type { Locale } from '#contract/primitives';
import type { RoomPost, StoredEvent, TransientEvent } from '#contract/realtime';
import type { Database } from '#db/client';
import type { CreditPrice } from '#db/queries/credits/products';
import type { DeskCredential } from '#db/queries/operator/desk-sessions';
import type { EventOutboxRow } from '#db/queries/shared/event-outbox';
import type { MailRow } from '#db/queries/shared/mail-queue';
import type { memberOfSession, SessionCredential } from '#db/queries/shared/sessions';
import type { Env } from '../config/env.ts';
import type { Settings } from '../config/settings.ts';
import type { CallLimits } from './call-limits.ts';

/** What a request tells about its sender, apart from the session. */
export interface Visitor {
  /** The IPv4 address or the IPv6 /64 network, by which limits count. */
  readonly network: string;
  readonly country: string | null;
  /** The country of the network, also where the site is not offered: ISO 3166, `T1` for Tor, `XX` if the edge does not know. */
  readonly networkCountry: string;
  readonly locale: Locale;
  /** The `User-Agent` header, at most 255 characters. */
  readonly device: string;
  /** The page that asks is hidden, so the call does not count as activity of the member. */
  readonly isPageHidden: boolean;
  /** The origin of this site to which the request was sent. */
  readonly origin: string;
}

/** The session cookie of a request and of its answer. */
export interface SessionPort {
  /** The session that the cookie names. It is not proven until its row has been found in the database. */
  readonly credential: SessionCredential | null;
  /** Sets the cookie of a new session in the answer. */
  start(memberId: string, token: string): void;
  /** Sets the same cookie again with its full lifetime. */
  renew(): void;
  /** Deletes the cookie. */
  end(): void;
}

/** The cookie of the operators' desk, of a request and of its answer. */
export interface DeskSessionPort {
  /** The session that the cookie names. It is not proven until its row has been found in the database. */
  readonly credential: DeskCredential | null;
  /** Sets the cookie of a new session in the answer. */
  start(memberId: string, token: string): void;
  /** Deletes the cookie. */
  end(): void;
}

/** The cookie that tells for which account a device is known: one on which its member has logged in. */
export interface KnownDevicePort {
  /**
   * The id of this device if it is known for the account of an address; otherwise null. Devices that became known in one network have the
   * same id.
   */
  idFor(email: string): Promise<string | null>;
  /** Makes the cookie for the account of an address; `keep` sets it in the answer. */
  prepare(email: string): Promise<{ keep(): void }>;
  /** Deletes the cookie. */
  forget(): void;
}

/** What a use case may use. `now` is the same time for the whole request, in milliseconds. */
export interface Context {
  /** The primary, for writing and for what must be read as it is at this moment. */
  readonly db: Database;
  /**
   * For reading only: the nearest replica that has all that the sender has seen, else the primary. The same object as `db` if the site has no
   * replicas (docs/decisions/0088-read-replicas-by-a-bookmark.md).
   */
  readonly readDb: Database;
  readonly env: Env;
  readonly settings: Settings;
  /** For each country, the pack with the lowest price per credit. */
  readonly creditPrices: readonly CreditPrice[];
  /** A migration is unfinished, so that calls that write are refused (docs/product.md, "Unfinished migrations"). */
  readonly areWritesStopped: boolean;
  readonly now: number;
  readonly visitor: Visitor;
  readonly session: SessionPort;
  readonly deskSession: DeskSessionPort;
  readonly knownDevice: KnownDevicePort;
  /** The limits that the call is counted by; see `countLimits`. */
  readonly limits: CallLimits;
  /** Delivers committed events to their rooms, their pushes to push services and mails to the mail driver, after the answer was sent. */
  publish(rows: { events?: readonly EventOutboxRow[]; mails?: readonly MailRow[] }): void;
  /** Runs work after the answer was sent. An error is only logged. */
  later(work: () => Promise<unknown>): void;
}

/** The row of the signed-in member, with the columns of their session. */
export type Member = Awaited<ReturnType<typeof memberOfSession>>[number];

/** The request of a page: its address, and the member of its session; null for a visitor. */
export interface PageRequest {
  readonly member: Member | null;
  readonly url: URL;
}

/** An event for the devices of one member. */
export type RoomEvent = StoredEvent | TransientEvent;
/** What an outbox row holds for a member's room: an event for the devices, or an order to revoke passes or to delete stored events. */
export type RoomUpdate = RoomEvent | Extract<RoomPost, { kind: 'pass.revoked' | 'presence.revoked' | 'forget' }>;
