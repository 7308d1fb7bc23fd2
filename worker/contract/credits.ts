import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { clampedNumber, Id, Timestamp } from './primitives.ts';
import { ProfileCard } from './profile.ts';

/** What moves a balance; for a message and its refund `profile` says whom it was to. */
const LEDGER_REASONS = ['welcome', 'message', 'refund', 'grant'] as const;

export const LedgerLine = v.object({
  id: Id,
  /** Credits, negative for what was spent. */
  amount: v.number(),
  reason: v.picklist(LEDGER_REASONS),
  at: Timestamp,
  profile: v.nullable(ProfileCard),
});
export type LedgerLine = v.InferOutput<typeof LedgerLine>;

const TRANSACTION_STATUSES = ['open', 'paid', 'failed', 'canceled', 'expired', 'refunded'] as const;

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/transactions.php',
  who: 'M',
  input: v.object({
    id: v.optional(v.string('wrong_type')),
    before: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(200, 'too_long'))),
    limit: clampedNumber(1, 100, 50),
  }),
  output: v.object({
    transactions: v.array(v.object({ id: Id, status: v.picklist(TRANSACTION_STATUSES) })),
    ledger: v.array(LedgerLine),
    next: v.nullable(v.string()),
  }),
  errors: ['not_found'],
  summary: 'What came to my credits and what went, newest first. With the id of a transaction: 404 while there are none',
});
