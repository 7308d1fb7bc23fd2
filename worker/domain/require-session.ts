import { type Asked, type Database, type Rows, together } from '#db/client';
import { extendSession, memberOfSession, touchMember } from '#db/queries/shared/sessions';
import type { Context, Member } from './context.ts';
import { refuse } from './errors.ts';

export const SESSION_MS = 90 * 24 * 3600_000;
const EXTEND_AFTER_MS = 24 * 3600_000;
const TOUCH_AFTER_MS = 5 * 60_000;
/** Search orders by activity in steps of this length. */
export const BUCKET_MS = 15 * 60_000;

type Seen = Pick<Member, 'id' | 'lastActiveAt' | 'activeBucket' | 'sessionId' | 'sessionSeenAt'>;

/**
 * Proves the session and reads the data in one round trip (docs/decisions/0006-check-the-session-in-the-batch-that-reads.md). Without a
 * valid session row everything that was read is thrown away and the call is refused with `signed_out`, or with `banned` and its reason
 * (docs/product.md, "Session lifetime").
 */
export async function asMember<const S extends readonly Asked[]>(
  ctx: Context,
  statements: (memberId: string, db: Database) => S,
  from: 'db' | 'readDb' = 'db',
): Promise<[Member, ...Rows<S>]> {
  const proven = await provenMember(ctx, statements, from);
  keepAlive(ctx, proven[0]);
  return proven;
}

/** The same without noting that the member is here. */
export async function provenMember<const S extends readonly Asked[]>(
  ctx: Context,
  statements: (memberId: string, db: Database) => S,
  from: 'db' | 'readDb' = 'db',
): Promise<[Member, ...Rows<S>]> {
  const { claim } = ctx.session;
  if (!claim) return refuse('signed_out');
  const db = ctx[from];
  const [found, ...rows] = await together(db, [memberOfSession(db, claim, ctx.now), ...statements(claim.memberId, db)]);
  const member = found[0];
  if (!member) return refuse('signed_out');
  if (member.status === 'banned') refuse('banned', member.banReason ? { reason: member.banReason } : {});
  return [member, ...restOf<S>(rows)];
}

/** A batch answers its statements in their order; what follows the session's row belongs to S. */
function restOf<S extends readonly Asked[]>(rows: unknown[]): Rows<S> {
  return rows as Rows<S>;
}

/** Notes, after the answer, that a proven member is here, unless a page asks that cannot be seen; and moves their session's end. */
export function keepAlive(ctx: Context, member: Seen): void {
  const bucket = Math.floor(ctx.now / BUCKET_MS);
  const isKnown = ctx.now - member.lastActiveAt <= TOUCH_AFTER_MS && member.activeBucket === bucket;
  if (!ctx.visitor.isPageHidden && !isKnown) {
    const seen = { knownAs: member.lastActiveAt, ...(member.activeBucket !== bucket && { bucket }) };
    ctx.later(() => touchMember(ctx.db, member.id, ctx.now, seen));
  }
  if (ctx.now - member.sessionSeenAt > EXTEND_AFTER_MS) {
    ctx.session.renew();
    ctx.later(() => extendSession(ctx.db, member.sessionId, ctx.now, ctx.now + SESSION_MS));
  }
}
