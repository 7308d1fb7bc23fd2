import { DAY, MINUTE } from '#contract/durations';
import type { ParsedInputOf } from '#contract/endpoint';
import type { reportMember as endpoint } from '#contract/safety';
import { batch } from '#db/client';
import { relationshipOf } from '#db/queries/safety/blocks-and-hides';
import { insertReport, type ReportInsert, readableMessages, reportsSince } from '#db/queries/safety/reports';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { openCaseOfReport } from '../../domain/moderation/open-case.ts';
import { requireSession } from '../../domain/require-session.ts';
import { randomId } from '../../lib/crypto.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { relationshipFrom } from './relationship.ts';

/** The same report made again within this time counts as one report. */
const SAME_REPORT_MS = 10 * MINUTE;

const isSameReport = (one: ReportInsert, other: ReportInsert) =>
  one.reportedId === other.reportedId &&
  one.reason === other.reason &&
  one.text === other.text &&
  one.messageIds.join() === other.messageIds.join();

/**
 * Reports a member to the operator, with messages of their conversation that the caller can read (docs/product.md, "Reporting a member"). The
 * report opens or joins the member's case in the same batch.
 */
export async function reportMember(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now, settings } = ctx;
  const { profile: id, reason, text = '' } = input;
  const messageIds = [...new Set(input.messages)].toSorted();
  const { member, relationship, readable, ownReports } = await requireSession(ctx, (me, database) => ({
    relationship: relationshipOf(database, me, id),
    readable: readableMessages(database, me, id, messageIds),
    ownReports: reportsSince(database, me, now - DAY),
  }));
  if (!relationshipFrom(member.id, id, relationship[0]).isVisible) refuse('not_found');
  if (readable.length < messageIds.length) refuseFields({ messages: 'unknown' });
  const report = { id: randomId(), reporterId: member.id, reportedId: id, reason, text, messageIds, createdAt: now };
  if (ownReports.some((earlier) => earlier.createdAt > now - SAME_REPORT_MS && isSameReport(earlier, report))) return;
  // The report whose end in the window makes room for one more; undefined below the limit.
  const blocking = ownReports[ownReports.length - settings.reports_a_day];
  if (blocking) refuse('too_many', { limit: settings.reports_a_day, ends_at: isoTime(blocking.createdAt + DAY) });
  const limit = { since: now - DAY, sameSince: now - SAME_REPORT_MS, most: settings.reports_a_day };
  const { stored } = await batch(db, { stored: insertReport(db, report, limit), ...openCaseOfReport(db, report) });
  // The same report, or the last one within the limit, was stored meanwhile: check again.
  if (stored.length === 0) return reportMember(ctx, input);
}
