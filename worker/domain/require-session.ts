import { DAY } from '#contract/durations';
import { batch, type Database, type OptionalStatement, type Rows } from '#db/client';
import { extendSession, memberOfSession, updateLastActivity } from '#db/queries/shared/sessions';
import { activityBucketAt } from './activity-bucket.ts';
import type { Context, Member } from './context.ts';
import { refuse } from './errors.ts';
import { countLimits, enforceLimits } from './limits.ts';

export const SESSION_MS = 90 * DAY;
const EXTEND_AFTER_MS = DAY;
const TOUCH_AFTER_MS = 5 * 60_000;

type ActivityFacts = Pick<Member, 'id' | 'lastActiveAt' | 'activityBucket' | 'hidePresence' | 'sessionId' | 'sessionSeenAt'>;

type Statements = Readonly<Record<string, OptionalStatement>>;
type WithMember<S extends Statements> = { readonly member: Member } & Rows<S>;
type Source = 'db' | 'readDb';

/**
 * Checks the session and runs `statements` in one batch (docs/decisions/0006-check-the-session-in-the-batch-that-reads.md). Returns the
 * member and the rows of each statement under its name, and records the member's activity. The batch counts the limits of the call, on the
 * primary. Without a valid session the call is refused with `signed_out`, for a banned member with `banned` and the reason, above a limit
 * with `too_many`; the rows are then discarded (docs/product.md, "Session lifetime"; docs/product.md, "Counting of limits").
 */
export async function requireSession<const S extends Statements>(
  ctx: Context,
  statements: (memberId: string, db: Database) => S,
  from: Source = 'db',
): Promise<WithMember<S>> {
  const memberAndRows = await verifySession(ctx, statements, from);
  recordActivity(ctx, memberAndRows.member);
  return memberAndRows;
}

/** The same without recording activity or extending the session. */
export async function verifySession<const S extends Statements>(
  ctx: Context,
  statements: (memberId: string, db: Database) => S,
  from: Source = 'db',
): Promise<WithMember<S>> {
  const { credential } = ctx.session;
  if (!credential) return refuse('signed_out');
  const limitCounts = countLimits(ctx, ctx.db);
  const readFrom = async (db: Database) => {
    const { sessionRow, countedLimits, ...rows } = await batch(db, {
      sessionRow: memberOfSession(db, credential, ctx.now),
      countedLimits: limitCounts,
      ...statements(credential.memberId, db),
    });
    const [member] = sessionRow as Rows<{ sessionRow: ReturnType<typeof memberOfSession> }>['sessionRow'];
    return { member, countedLimits, rows };
  };
  const db = limitCounts ? ctx.db : ctx[from];
  let found = await readFrom(db);
  // Nobody is signed out by a replica, which may not know of the session yet.
  if (db !== ctx.db && (!found.member || found.member.status === 'banned')) found = await readFrom(ctx.db);
  const { member, countedLimits, rows } = found;
  if (!member) return refuse('signed_out');
  if (member.status === 'banned') refuse('banned', member.banReason ? { reason: member.banReason } : {});
  const counted = countedLimits as Rows<{ countedLimits: typeof limitCounts }>['countedLimits'];
  if (ctx.limits.isDeferred) ctx.limits.counted = [...ctx.limits.counted, ...counted];
  else enforceLimits(ctx, counted);
  return { member, ...rows } as unknown as WithMember<S>;
}

/**
 * Records, after the answer, that the member is active, unless a hidden page made the call or it was recorded less than 5 minutes ago and
 * the search ranks the member by it already. Extends the session if its last extension is more than a day ago.
 */
export function recordActivity(ctx: Context, member: ActivityFacts): void {
  const bucket = activityBucketAt(ctx.now, member);
  const isRecorded = ctx.now - member.lastActiveAt <= TOUCH_AFTER_MS && member.activityBucket === bucket;
  if (!ctx.visitor.isPageHidden && !isRecorded) {
    const seen = { knownAs: member.lastActiveAt, ...(member.activityBucket !== bucket && { bucket }) };
    ctx.later(() => updateLastActivity(ctx.db, member.id, ctx.now, seen));
  }
  if (ctx.now - member.sessionSeenAt > EXTEND_AFTER_MS) {
    ctx.session.renew();
    ctx.later(() => extendSession(ctx.db, member.sessionId, ctx.now, ctx.now + SESSION_MS));
  }
}
