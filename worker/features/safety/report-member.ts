import type { ParsedInputOf } from '#contract/endpoint';
import type { reportMember as endpoint } from '#contract/safety';
import { tiesOf } from '#db/queries/safety/blocks-and-hides';
import { insertReport, type ReportInsert, readableOf, reportsSince } from '#db/queries/safety/reports';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { DAY, MINUTE } from '../../domain/rate-limit.ts';
import { asMember } from '../../domain/require-session.ts';
import { randomId } from '../../lib/crypto.ts';
import { tiesIn } from './relationship.ts';

/** The same report said again within this time is one report. */
const SAME_MS = 10 * MINUTE;

const isSame = (one: ReportInsert, other: ReportInsert) =>
  one.reportedId === other.reportedId &&
  one.reason === other.reason &&
  one.text === other.text &&
  one.messages.join() === other.messages.join();

/**
 * Reports a member to the operator, with messages of their conversation that the caller can read (docs/product.md, "Reporting a member").
 */
export async function reportMember(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now, settings } = ctx;
  const { profile: id, reason, text = '' } = input;
  const messages = [...new Set(input.messages)].toSorted();
  const [member, ties, readable, mine] = await asMember(ctx, (me, from) => [
    tiesOf(from, me, id),
    readableOf(from, me, id, messages),
    reportsSince(from, me, now - DAY),
  ]);
  if (!tiesIn(member.id, id, ties[0]).canBeMet) refuse('not_found');
  if (readable.length < messages.length) refuseFields({ messages: 'unknown' });
  const report = { id: randomId(), reporterId: member.id, reportedId: id, reason, text, messages, createdAt: now };
  if (mine.some((made) => made.createdAt > now - SAME_MS && isSame(made, report))) return;
  const first = mine[mine.length - settings.reports_a_day];
  if (first) refuse('too_many', { limit: settings.reports_a_day, ends_at: new Date(first.createdAt + DAY).toISOString() });
  const limit = { since: now - DAY, sameSince: now - SAME_MS, most: settings.reports_a_day };
  const stored = await insertReport(db, report, limit);
  // Its twin, or the last one of the day, came first: judged anew.
  if (stored.length === 0) return reportMember(ctx, input);
}
