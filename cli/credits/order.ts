import { GRANT_REASON_MAX as REASON_MAX } from '#contract/operator/operated-members';
import { type OrderRow, ordersOf } from '#db/queries/credits/orders';
import { planRecordRefund } from '../../worker/domain/operating/record-refund.ts';
import { isoTime } from '../../worker/lib/iso-time.ts';
import { memberByTypedEmailOrId } from '../account/typed-member.ts';
import { COMMAND_LINE, orCommandError } from '../lib/operating.ts';
import { formatUtcMinute } from '../lib/terminal-text.ts';
import { typedText } from '../lib/typed-values.ts';
import { changingVerb, readingVerb } from '../lib/verb.ts';

/** The most orders that are listed. */
const LIST_LIMIT = 50;

/** An amount with its two places; all currencies of the site have them. */
const moneyText = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`;

function lineOf({ id, createdAt, productId, amount, currency, status, returnedAmount, provider, providerRef }: OrderRow): string {
  const returned = returnedAmount > 0 ? `, ${moneyText(returnedAmount, currency)} returned` : '';
  const payment = providerRef === null ? provider : `${provider} ${providerRef}`;
  return `${id}  ${formatUtcMinute(createdAt)}  ${productId}  ${moneyText(amount, currency)}  ${status}${returned}  ${payment}`;
}

const list = readingVerb({
  about: `Lists the latest ${LIST_LIMIT} orders of a member with the names of their payments at the provider.`,
  args: { 'EMAIL|ID': { about: 'the e-mail address or the id of an account' } },
  options: {},
  run: async (db, { args }) => {
    const member = await memberByTypedEmailOrId(db, args['EMAIL|ID']);
    const rows = await ordersOf(db, member.id, LIST_LIMIT);
    return {
      text: rows.length > 0 ? rows.map(lineOf).join('\n') : `${member.email} has made no order.`,
      json: rows.map(({ id, productId, amount, currency, status, returnedAmount, provider, providerRef, createdAt }) => ({
        ...{ id, product: productId, amount, currency, status, provider },
        returned_amount: returnedAmount,
        payment: providerRef,
        created_at: isoTime(createdAt),
      })),
    };
  },
});

const recordRefund = changingVerb({
  about: 'Records that a paid order is refunded at the provider, where you do it, and has the provider asked within a minute.',
  args: { ID: { about: 'the id of an order, see order list' } },
  options: { reason: { value: 'TEXT', about: 'why; it is kept', whenMissing: 'Say why, it is kept: --reason TEXT' } },
  run: async (db, { args, options }) => {
    const id = args.ID;
    const reason = typedText(options.reason, '--reason', REASON_MAX);
    const words = {
      not_found: `There is no order ${id.slice(0, 40)} of an account.`,
      not_paid: `The order ${id.slice(0, 40)} is not paid, or was returned already.`,
    };
    const plan = await orCommandError(words, () => planRecordRefund(db, Date.now(), COMMAND_LINE, { orderId: id, reason }));
    const { amount, currency, provider } = plan.order;
    const what = `${moneyText(amount, currency)} at ${provider}`;
    return {
      would: `A refund of ${what} would be recorded: ${reason}`,
      apply: async () => {
        await orCommandError(words, plan.apply);
        return {
          text: `A refund of ${what} is recorded: ${reason}\nCredits and status follow what ${provider} says, within a minute.`,
          json: { id, amount, currency, provider, reason },
        };
      },
    };
  },
});

/** The verbs of `npm run site -- order`. */
export const ORDER_VERBS = { list, 'record-refund': recordRefund };
