import * as v from 'valibot';
import { DiscountCode } from '../discounts.ts';
import { endpoint } from '../endpoint.ts';
import { boundedText, Empty, Id, Timestamp } from '../primitives.ts';
import { OperatorAct } from './desk-session.ts';

/** Members that one search of the desk finds. */
export const FOUND_MEMBERS_MAX = 20;
/** Credits of one grant. */
export const GRANT_MAX = 100_000;
/** Characters of the reason of a grant, which is part of the member's data export. */
export const GRANT_REASON_MAX = 500;

const Reason = boundedText(1, GRANT_REASON_MAX);
const Status = v.picklist(['not_confirmed', 'active', 'deleted', 'banned']);

export const FoundMember = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  status: Status,
  is_fictional: v.boolean(),
  country: v.nullable(v.string()),
  signed_up_at: Timestamp,
});

export const OperatedOrder = v.object({
  id: v.string(),
  product: v.string(),
  amount: v.number(),
  currency: v.string(),
  status: v.string(),
  returned_amount: v.number(),
  provider: v.string(),
  /** The name of the payment at the provider; null if it was never opened there. */
  payment: v.nullable(v.string()),
  created_at: Timestamp,
});

export const OperatedLedgerLine = v.object({ id: v.string(), amount: v.number(), reason: v.string(), at: Timestamp });

/** What the desk shows of an account: no text, no photo and no message. */
export const OperatedMember = v.object({
  ...FoundMember.entries,
  is_paused: v.boolean(),
  ban_reason: v.nullable(v.string()),
  deleted_at: v.nullable(Timestamp),
  last_active_at: v.nullable(Timestamp),
  sessions: v.number(),
  credits: v.number(),
  owed: v.number(),
  premium_until: v.nullable(Timestamp),
  renews: v.boolean(),
  open_reports: v.object({ about: v.number(), by: v.number() }),
  open_complaints: v.number(),
  orders: v.array(OperatedOrder),
  ledger: v.array(OperatedLedgerLine),
  acts: v.array(v.object({ ...OperatorAct.entries, by: v.nullable(v.string()) })),
});
export type OperatedMember = v.InferOutput<typeof OperatedMember>;

export const findMembers = endpoint({
  method: 'GET',
  path: '/api/operator/members.php',
  who: 'operators',
  limits: 'reads',
  input: v.object({ q: boundedText(2, 254) }),
  output: v.object({ members: v.array(FoundMember), is_capped: v.boolean() }),
  summary: 'Members by a whole e-mail address, an id, or the beginning of a name',
});

export const getMember = endpoint({
  method: 'GET',
  path: '/api/operator/member.php',
  who: 'operators',
  changesState: true,
  limits: 'own_rows',
  input: v.object({ id: Id }),
  output: OperatedMember,
  errors: ['not_found'],
  summary: 'The account of a member with orders, ledger and what operators did; the look is recorded, once an hour',
});

export const grantCredits = endpoint({
  method: 'POST',
  path: '/api/operator/credits.php',
  who: 'operators',
  leastRole: 'admin',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({
    member: Id,
    amount: v.pipe(v.number('wrong_type'), v.integer('wrong_type'), v.minValue(1, 'not_allowed'), v.maxValue(GRANT_MAX, 'not_allowed')),
    reason: Reason,
    /** Names the grant: the same one sent again is refused with `conflict`. */
    nonce: Id,
  }),
  output: v.object({ credits: v.number() }),
  errors: ['not_found', 'conflict'],
  summary: 'Gives a member credits, who sees a gift in the ledger',
});

export const recordRefund = endpoint({
  method: 'POST',
  path: '/api/operator/refund.php',
  who: 'operators',
  leastRole: 'admin',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({ order: Id, reason: Reason }),
  output: Empty,
  status: 204,
  errors: ['not_found', 'conflict'],
  summary: 'Records that a paid order is refunded at the provider and has the provider asked after it at once',
});

export const DeskDiscount = v.object({
  code: v.string(),
  kind: v.string(),
  percent: v.nullable(v.number()),
  credits: v.nullable(v.number()),
  starts_at: Timestamp,
  ends_at: v.nullable(Timestamp),
  used: v.number(),
  max_uses: v.nullable(v.number()),
});

export const listDiscounts = endpoint({
  method: 'GET',
  path: '/api/operator/discounts.php',
  who: 'operators',
  leastRole: 'admin',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ discounts: v.array(DeskDiscount) }),
  summary: 'The discounts that have not ended, the latest 200',
});

export const endDiscount = endpoint({
  method: 'DELETE',
  path: '/api/operator/discounts.php',
  who: 'operators',
  leastRole: 'admin',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({ code: DiscountCode, reason: Reason }),
  output: Empty,
  status: 204,
  errors: ['not_found', 'conflict'],
  summary: 'Ends a discount; orders that were made with it keep it',
});
