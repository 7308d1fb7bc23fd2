import { COMPLAINT_ANSWER_DAYS, type getComplaint as endpoint } from '#contract/complaints';
import { DAY } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { complaintStatusOf } from '#db/queries/complaints/complaints';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { countLimits, enforceLimits } from '../../domain/limits.ts';
import { isoTime, isoTimeOrNull } from '../../lib/iso-time.ts';

/**
 * The status of a complaint. A number with another address is refused like an unknown number
 * (docs/product.md, "Complaint number and status").
 */
export async function getComplaint(ctx: Context, { number, email }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db } = ctx;
  const rows = await batch(db, {
    limitCounts: countLimits(ctx, db),
    complaint: complaintStatusOf(db, number, email),
  });
  enforceLimits(ctx, rows.limitCounts);
  const complaint = rows.complaint[0] ?? refuse('not_found');
  const { createdAt, closedAt } = complaint;
  return {
    number,
    status: closedAt === null ? 'open' : complaint.isAnswered ? 'answered' : 'closed',
    created_at: isoTime(createdAt),
    due_at: isoTime(createdAt + COMPLAINT_ANSWER_DAYS * DAY),
    closed_at: isoTimeOrNull(closedAt),
  };
}
