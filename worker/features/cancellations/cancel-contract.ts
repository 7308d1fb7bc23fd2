import type { cancelContract as endpoint } from '#contract/cancellations';
import { MINUTE } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import {
  type CancellationRow,
  insertCancellation,
  isStoredCancellationOf,
  renewingContract,
  sameCancellation,
} from '#db/queries/cancellations/cancellations';
import { endRenewalStatements, finishEndedRenewal } from '../../delivery/end-renewal.ts';
import type { Context } from '../../domain/context.ts';
import { countLimits, enforceLimits, waiveLimits } from '../../domain/limits.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { newReferenceNumber } from '../../lib/reference-number.ts';
import { type CancellationOutcome, cancellationMail } from './cancellation-mail.ts';

type Input = ParsedInputOf<typeof endpoint>;
type Output = OutputOf<typeof endpoint>;
type Contract = Awaited<ReturnType<typeof renewingContract>>[number];

/** The same cancellation made again within this time counts as one. */
const SAME_CANCELLATION_MS = 10 * MINUTE;

/** Whether the contract is to run beyond what is paid for: the day that was named begins after it. */
const runsLonger = (endsOn: string | null, paidUntil: number): boolean => endsOn !== null && Date.parse(endsOn) > paidUntil;

function outcomeOf(endsOn: string | null, contract: Contract | undefined): CancellationOutcome {
  if (!contract) return 'not_found';
  return runsLonger(endsOn, contract.paidUntil) ? 'later' : 'ended';
}

/**
 * Takes a cancellation from anybody, confirms it by mail and ends the renewal that address and order name, as the member's own button does
 * (docs/product.md, "Cancellation without login"). The answer is the same whether there is a contract or an account.
 */
export async function cancelContract(ctx: Context, input: Input): Promise<Output> {
  const { db, now, visitor } = ctx;
  const { email, kind, order: orderNumber = '', ends_on: endsOn = null, reason = '' } = input;
  const content = { email, kind, orderNumber, endsOn, reason };
  const {
    same: [same],
    limitCounts,
    contract: [contract],
  } = await batch(db, {
    same: sameCancellation(db, content, now - SAME_CANCELLATION_MS),
    limitCounts: countLimits(ctx, db),
    contract: renewingContract(db, email, orderNumber),
  });
  if (same) {
    waiveLimits(ctx);
    return answerOf(same);
  }
  const isMailed = !enforceLimits(ctx, limitCounts).has('cancellation_mails_an_hour');
  const outcome = outcomeOf(endsOn, contract);
  const needsOperator = outcome !== 'ended' || kind === 'for_cause';
  const row = {
    ...content,
    number: newReferenceNumber(),
    memberId: contract?.member.id ?? null,
    locale: contract?.member.locale ?? visitor.locale,
    createdAt: now,
    closedAt: needsOperator ? null : now,
  };
  return store(ctx, row, outcome, contract, isMailed);
}

/** Stores the cancellation with its mail and ends the renewal in the same batch, unless the same one was stored meanwhile. */
async function store(
  ctx: Context,
  row: CancellationRow,
  outcome: CancellationOutcome,
  contract: Contract | undefined,
  isMailed: boolean,
): Promise<Output> {
  const { db } = ctx;
  const since = ctx.now - SAME_CANCELLATION_MS;
  const mailed = contract ? { paidUntil: contract.paidUntil, timezone: contract.member.timezone } : null;
  // Without a contract to end, the statements run for nobody, so that the answer takes as long.
  const memberId = outcome === 'ended' ? (row.memberId ?? '') : '';
  const { standing, ...rows } = await batch(db, {
    ...insertCancellation(db, row, isMailed ? cancellationMail(ctx, row, outcome, mailed) : null, since),
    ...endRenewalStatements(ctx, memberId, isStoredCancellationOf(row.number, memberId, row.email)),
    standing: sameCancellation(db, row, since),
  });
  ctx.publish({ mails: rows.cancellationMail });
  finishEndedRenewal(ctx, rows);
  return answerOf(standing[0] ?? row);
}

const answerOf = ({ number, createdAt }: Pick<CancellationRow, 'number' | 'createdAt'>): Output => ({
  number,
  received_at: isoTime(createdAt),
});
