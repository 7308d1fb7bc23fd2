import { HOUR } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { getMember as endpoint } from '#contract/operator/operated-members';
import { memberById } from '#db/queries/account/members';
import { type OrderRow, ordersOf } from '#db/queries/credits/orders';
import { activityAbout, isFirstActSince } from '#db/queries/operator/activity';
import { latestLedgerLines, memberCounts } from '#db/queries/operator/member-overview';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { recordAct, withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime, isoTimeOrNull } from '../../../lib/iso-time.ts';
import { foundMember } from './find-members.ts';

const ORDERS_SHOWN = 50;
const LINES_SHOWN = 50;
const ACTS_SHOWN = 50;

const orderOf = ({ id, productId, amount, currency, status, returnedAmount, provider, providerRef, createdAt }: OrderRow) => ({
  ...{ id, product: productId, amount, currency, status, provider },
  returned_amount: returnedAmount,
  payment: providerRef,
  created_at: isoTime(createdAt),
});

type ActRow = Awaited<ReturnType<typeof activityAbout>>[number];

const actOf = ({ id, act, subject, amount, reason, operator, createdAt }: ActRow) => ({
  ...{ id, act, about: null, subject, amount, reason },
  at: isoTime(createdAt),
  by: operator,
});

/** The account of a member without texts, photos and messages. The look is recorded, of one operator once an hour. */
export async function getMember(ctx: Context, { id }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const {
    operator,
    member: [member],
    counts: [counts],
    ...rows
  } = await requireOperator(ctx, {}, () => ({
    member: memberById(db, id),
    counts: memberCounts(db, id, now),
    orders: ordersOf(db, id, ORDERS_SHOWN),
    ledger: latestLedgerLines(db, id, LINES_SHOWN),
    acts: activityAbout(db, id, ACTS_SHOWN),
  }));
  if (!member || !counts) return refuse('not_found');
  const look = { act: 'member_viewed', aboutId: id } as const;
  await withProof(async () => recordAct(db, now, operator.actor, look, isFirstActSince(operator.memberId, look.act, id, now - HOUR)));
  return {
    ...foundMember(member),
    is_paused: member.isPaused,
    ban_reason: member.banReason,
    deleted_at: isoTimeOrNull(member.deletedAt),
    last_active_at: member.lastActiveAt === 0 ? null : isoTime(member.lastActiveAt),
    sessions: counts.sessions,
    credits: member.credits,
    owed: counts.owed,
    premium_until: isoTimeOrNull(member.premiumUntil),
    renews: counts.renewing > 0,
    open_reports: { about: counts.openReportsAbout, by: counts.openReportsBy },
    open_complaints: counts.openComplaints,
    orders: rows.orders.map(orderOf),
    ledger: rows.ledger.map(({ id: line, amount, reason, createdAt }) => ({ id: line, amount, reason, at: isoTime(createdAt) })),
    acts: rows.acts.map(actOf),
  };
}
