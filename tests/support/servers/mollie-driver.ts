import { DAY } from '#contract/durations';
import { createMollie } from '../../../worker/platform/payments/providers/mollie.ts';
import type { Amount } from './mollie-objects.ts';
import { type MollieServer, startMollieServer, TEST_MOLLIE } from './mollie-server.ts';
import type { PaymentAccount, PaymentDriver } from './payment-driver.ts';

const centsOf = ({ value }: Amount) => Math.round(Number(value) * 100);
const euros = (amount: number) => (amount / 100).toFixed(2);

function accountAt(mollie: MollieServer): PaymentAccount {
  const subscriptionOf = (ref: string) => mollie.subscriptions(mollie.payment(ref).customerId)[0];
  return {
    requested: (ref) => {
      const { metadata, amount, method, locale, redirectUrl, cancelUrl, sequenceType } = mollie.payment(ref);
      return {
        orderId: Object(metadata).order,
        amount: centsOf(amount),
        currency: amount.currency,
        method,
        locale,
        returnUrls: [redirectUrl, cancelUrl],
        isFirstOfSubscription: sequenceType === 'first',
      };
    },
    countOf: (orderId) => mollie.payments().filter(({ metadata }) => Object(metadata).order === orderId).length,
    isPayable: (ref) => mollie.payment(ref)._links.checkout !== undefined,
    pay: (ref) => mollie.setStatus(ref, 'paid'),
    payLater: (ref) => mollie.setStatus(ref, 'pending'),
    end: (ref, how) => mollie.setStatus(ref, how),
    refund: (ref, amount) => {
      mollie.refund(ref, euros(amount));
      return { webhook: mollie.paymentWebhook(ref) };
    },
    refundsOf: (ref) => mollie.refunds(ref).map(({ amount }) => centsOf(amount)),
    chargeBack: (ref, amount) => {
      const chargeback = mollie.chargeBack(ref, euros(amount));
      return {
        webhook: mollie.paymentWebhook(ref),
        win: () => {
          chargeback.reversedAt = new Date().toISOString();
          return mollie.paymentWebhook(ref);
        },
      };
    },
    subscriptionOf: (ref) => {
      const subscription = subscriptionOf(ref);
      if (!subscription) return null;
      const { id, status, amount, interval, startDate } = subscription;
      return { ref: id, status, amount: centsOf(amount), months: Number.parseInt(interval, 10), billedAt: Date.parse(startDate) };
    },
    renew: (ref, { isPaid = true, amount } = {}) =>
      mollie.billNextPeriod(mollie.payment(ref).customerId, {
        status: isPaid ? 'paid' : 'failed',
        ...(amount === undefined ? {} : { value: euros(amount) }),
      }),
    lockSubscription: (ref) => {
      const subscription = subscriptionOf(ref);
      if (subscription) subscription.status = 'locked';
    },
    copyAsPaid: mollie.copyAsPaid,
    renameOrder: (ref, orderId) => {
      Object.assign(mollie.payment(ref), { metadata: { order: orderId } });
    },
    webhook: mollie.paymentWebhook,
    webhookOfUnknownPayment: () => mollie.paymentWebhook('tr_unknown'),
    forgedWebhooks: () => ['ord_1', ''].map(mollie.paymentWebhook),
    isCancelRequest: ({ method }) => method === 'DELETE',
  };
}

/** Mollie, for the tests of all providers. */
export const mollieDriver: PaymentDriver<MollieServer> = {
  name: 'mollie',
  keys: TEST_MOLLIE,
  incompleteKeys: [{}],
  wrongKeys: { MOLLIE_API_KEY: `test_${'wrong'.repeat(7)}` },
  secrets: /test_|wrong|length|detail/,
  start: async () => {
    const server = await startMollieServer();
    return { server, account: accountAt(server) };
  },
  createProvider: createMollie,
  checkoutUrl: 'https://www.mollie.com/checkout/',
  refusedOrders: [
    ['that renews, by a method that cannot', { method: 'blik', renewal: { months: 1 } }],
    ['by a debit, which it takes for renewals only', { method: 'sepa' }],
  ],
  refusalOfNothing: 'mollie 422 amount',
  unknownRefs: ['tr_none', 'cs_1', '', 'tr_1/../../customers', 'tr_1?embed=x'],
  canceledStatus: 'canceled',
  unpaidRenewalStatus: 'failed',
  cancelRequest: 2,
  startUnitMs: DAY,
};
