import type { makeComplaint as endpoint } from '#contract/complaints';
import { MINUTE } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { type ComplaintInsert, insertComplaint, sameComplaint } from '#db/queries/complaints/complaints';
import { memberOfSession } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { countLimits, enforceLimits, waiveLimits } from '../../domain/limits.ts';
import { newReadableNumber } from '../../lib/readable-number.ts';
import { complaintMail } from './complaint-mails.ts';

type Input = ParsedInputOf<typeof endpoint>;

/** The same complaint made again within this time counts as one complaint. */
const SAME_COMPLAINT_MS = 10 * MINUTE;

/**
 * Takes a complaint from anybody and mails its number (docs/product.md, "Complaints"; Digital Services Act, articles 16 and 20). A banned
 * member may complain like everybody else, also about the ban.
 */
export async function makeComplaint(ctx: Context, input: Input): Promise<OutputOf<typeof endpoint>> {
  const { db, now, session, visitor } = ctx;
  const { email, subject, text, name = '', reference = '', profile = null } = input;
  const { credential } = session;
  const complaint = { email, subject, text, reference };
  const {
    same: [same],
    limitCounts,
    member: [member],
  } = await batch(db, {
    same: sameComplaint(db, complaint, now - SAME_COMPLAINT_MS),
    limitCounts: countLimits(ctx, db),
    member: credential && memberOfSession(db, credential, now),
  });
  if (same) {
    waiveLimits(ctx);
    return same;
  }
  const isMailed = !enforceLimits(ctx, limitCounts).has('complaint_mails_an_hour');
  const number = newReadableNumber();
  const from = { memberId: member?.id ?? null, locale: member?.locale ?? visitor.locale };
  return storeComplaint(ctx, { ...complaint, ...from, number, name, profileId: profile, createdAt: now }, isMailed);
}

/** Stores the complaint, with its mail if `isMailed`, unless the same one was stored meanwhile; answers the number that stands. */
async function storeComplaint(ctx: Context, row: ComplaintInsert, isMailed: boolean): Promise<OutputOf<typeof endpoint>> {
  const since = ctx.now - SAME_COMPLAINT_MS;
  const rows = await batch(ctx.db, {
    ...insertComplaint(ctx.db, row, isMailed ? complaintMail(ctx, row, row.number) : null, since),
    standing: sameComplaint(ctx.db, row, since),
  });
  ctx.publish({ mails: rows.complaintMail });
  return rows.standing[0] ?? { number: row.number };
}
