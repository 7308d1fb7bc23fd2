import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { boundedText, CalendarDay, EmailAddress, Timestamp } from './primitives.ts';

/** The kinds of cancellation: in the ordinary way, or for a cause that gives the right to end the contract at once. */
export const CANCELLATION_KINDS = ['ordinary', 'for_cause'] as const;
export type CancellationKind = (typeof CANCELLATION_KINDS)[number];
export const CANCELLATION_REASON_MAX = 2000;
const ORDER_NUMBER_MAX = 64;

export const cancelContract = endpoint({
  method: 'POST',
  path: '/api/cancellations.php',
  who: 'everybody',
  limits: ['cancellations_an_hour', 'cancellations_a_day', 'cancellation_mails_an_hour'],
  input: v.object({
    email: EmailAddress,
    kind: v.picklist(CANCELLATION_KINDS, 'unknown'),
    /** The number of an order of the contract; without it the address alone names the contract. */
    order: v.optional(v.pipe(v.string('wrong_type'), v.trim(), v.maxLength(ORDER_NUMBER_MAX, 'too_long'), v.regex(/^[\w-]*$/, 'unknown'))),
    /** The day with which the contract is to end; null or absent: as early as possible. */
    ends_on: v.optional(v.nullable(CalendarDay)),
    reason: v.optional(boundedText(0, CANCELLATION_REASON_MAX)),
  }),
  // The same whether there is a contract or an account: only the mail tells.
  output: v.object({ number: v.string(), received_at: Timestamp }),
  status: 201,
  errors: ['too_many'],
  summary: 'Cancels a contract without a login; the confirmation goes to the address that was given',
});
