import type { Locale } from '#contract/primitives';
import type { KeptEvent, PassingEvent, RoomPost } from '#contract/realtime';
import type { Database } from '#db/client';
import type { CreditPrice } from '#db/queries/credits/products';
import type { MailRow, OutboxRow } from '#db/queries/shared/event-outbox';
import type { memberOfSession, SessionClaim } from '#db/queries/shared/sessions';
import type { Env } from '../config/env.ts';
import type { Settings } from '../config/settings.ts';

/** What the request tells of who is asking, beyond any session. */
export interface Visitor {
  /** IPv4 /32 or IPv6 /64: what limits count by. */
  readonly network: string;
  readonly country: string | null;
  readonly locale: Locale;
  readonly device: string;
  /** The page that asks cannot be seen: nobody is here because of it. */
  readonly isPageHidden: boolean;
  /** The address of this site that the request came to. */
  readonly origin: string;
}

export interface SessionPort {
  /** What the cookie claims; true only once `asMember` has found its row. */
  readonly claim: SessionClaim | null;
  /** Puts a session into the answer's cookie. */
  start(memberId: string, token: string): void;
  /** Gives the cookie of a session that goes on its full time again. */
  renew(): void;
  end(): void;
}

/** All a use-case may touch. `now` is one instant for the whole request, in milliseconds. */
export interface Context {
  readonly db: Database;
  /** The nearest replica for polling and search; the primary right after a write of this member. */
  readonly readDb: Database;
  readonly env: Env;
  readonly settings: Settings;
  /** What a credit costs at least, a country. */
  readonly creditPrices: readonly CreditPrice[];
  readonly now: number;
  readonly visitor: Visitor;
  readonly session: SessionPort;
  /** Hands committed outbox rows to their rooms and mails to the driver, after the answer. */
  publish(rows: { events?: readonly OutboxRow[]; mails?: readonly MailRow[] }): void;
  /** Work that the answer need not wait for. */
  later(work: () => Promise<unknown>): void;
}

/** The signed-in member with their session. */
export type Member = Awaited<ReturnType<typeof memberOfSession>>[number];
export type RoomEvent = KeptEvent | PassingEvent;
/** What the outbox holds for a member's room: an event for their devices, or what it is to honour or to keep no longer. */
export type RoomNews = RoomEvent | Extract<RoomPost, { kind: 'pass.revoked' | 'presence.revoked' | 'forget' }>;
