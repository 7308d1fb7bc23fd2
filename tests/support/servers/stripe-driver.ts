import { createStripe } from '../../../worker/platform/payments/providers/stripe.ts';
import type { PaymentAccount, PaymentDriver } from './payment-driver.ts';
import { type StripeServer, startStripeServer, TEST_STRIPE } from './stripe-server.ts';

const SESSION_ENDS = { canceled: 'cancelIntent', failed: 'failDebit' } as const;

function accountAt(stripe: StripeServer): PaymentAccount {
  const requestOf = (ref: string) => {
    const orderId = String(stripe.get(ref).client_reference_id);
    const asked = stripe.requests.find(({ url, body }) => url.pathname === '/v1/checkout/sessions' && body.includes(orderId));
    return new URLSearchParams(asked?.body);
  };
  /** The payment intent of a session or of an invoice. */
  const intentOf = (ref: string) =>
    ref.startsWith('in_') ? String(stripe.every('invoice_payment', { invoice: ref })[0]?.intent) : stripe.intentOf(ref);
  const subscriptionOf = (ref: string) => stripe.get(stripe.get(ref).subscription);
  return {
    requested: (ref) => {
      const { client_reference_id: orderId, amount_total: amount, currency, mode } = stripe.get(ref);
      const form = requestOf(ref);
      return {
        orderId,
        amount: Number(amount),
        currency: String(currency).toUpperCase(),
        method: form.get('allowed_payment_method_types[0]'),
        locale: form.get('locale'),
        returnUrls: [form.get('success_url'), form.get('cancel_url')],
        isFirstOfSubscription: mode === 'subscription',
      };
    },
    countOf: (orderId) => stripe.every('checkout.session', { client_reference_id: orderId }).length,
    isPayable: (ref) => stripe.get(ref).url !== null,
    pay: (ref) => {
      const { status, payment_status: paymentStatus } = stripe.get(ref);
      if (status === 'complete' && paymentStatus === 'unpaid') stripe.completeDebit(ref);
      else stripe.pay(ref);
    },
    payLater: stripe.payByDebit,
    end: (ref, how) => {
      if (how === 'expired') return void stripe.expire(ref);
      stripe.payByDebit(ref);
      stripe[SESSION_ENDS[how]](ref);
    },
    refund: (ref, amount) => {
      const refund = stripe.refund(intentOf(ref), amount);
      return { webhook: stripe.webhookRequest('charge.refunded', String(refund.charge)) };
    },
    refundsOf: (ref) => stripe.every('refund', { payment_intent: intentOf(ref) }).map(({ amount }) => Number(amount)),
    chargeBack: (ref, amount) => {
      const { id } = stripe.dispute(intentOf(ref), amount);
      return {
        webhook: stripe.webhookRequest('charge.dispute.created', id),
        win: () => {
          stripe.closeDispute(id, 'won');
          return stripe.webhookRequest('charge.dispute.closed', id);
        },
      };
    },
    subscriptionOf: (ref) => {
      const { subscription, interval_months: months } = stripe.get(ref);
      if (subscription === null) return null;
      const { id, status, amount, trial_end: trialEnd } = stripe.get(subscription);
      const billedAt = trialEnd === null ? null : Number(trialEnd) * 1000;
      return { ref: id, status, amount: Number(amount), months: Number(months), billedAt };
    },
    renew: (ref, { isPaid = true, amount } = {}) => {
      const invoice = stripe.renew(ref, isPaid);
      if (amount !== undefined) stripe.get(invoice).total = amount;
      return invoice;
    },
    lockSubscription: (ref) => {
      subscriptionOf(ref).status = 'locked';
    },
    copyAsPaid: (ref) => {
      const { id: _, object: __, ...fields } = stripe.get(ref);
      return stripe.put('cs_test', 'checkout.session', { ...fields, status: 'complete', payment_status: 'paid' }).id;
    },
    renameOrder: (ref, orderId) => {
      stripe.get(ref).client_reference_id = orderId;
    },
    webhook: (ref) => stripe.webhookRequest(ref.startsWith('in_') ? 'invoice.paid' : 'checkout.session.completed', ref),
    webhookOfUnknownPayment: () => {
      const session = stripe.put('cs_test', 'checkout.session', {}).id;
      const webhook = stripe.webhookRequest('checkout.session.completed', session);
      stripe.objects.delete(session);
      return webhook;
    },
    forgedWebhooks: (ref) => [
      stripe.webhookRequest('checkout.session.completed', ref, { secret: 'whsec_other' }),
      stripe.webhookRequest('checkout.session.completed', ref, { at: Date.now() - 600_000 }),
      { ...stripe.webhookRequest('checkout.session.completed', ref), signature: '' },
    ],
    isCancelRequest: ({ url }) => url.pathname.endsWith('/expire'),
  };
}

/** Stripe, for the tests of all providers. */
export const stripeDriver: PaymentDriver<StripeServer> = {
  name: 'stripe',
  keys: TEST_STRIPE,
  incompleteKeys: [{}, { STRIPE_SECRET_KEY: 'sk_test_1' }, { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  wrongKeys: { ...TEST_STRIPE, STRIPE_SECRET_KEY: 'sk_test_wrong' },
  secrets: /sk_|whsec|wrong|Refused/,
  start: async () => {
    const server = await startStripeServer();
    return { server, account: accountAt(server) };
  },
  createProvider: createStripe,
  checkoutUrl: 'https://checkout.stripe.com/',
  refusedOrders: [
    ['that renews, by a method that cannot', { method: 'p24', renewal: { months: 1 } }],
    ['over less than Stripe takes', { amount: 1 }],
  ],
  refusalOfNothing: 'stripe 400 amount_too_small',
  unknownRefs: ['cs_test_none', 'in_none', 'pi_none', 'tr_1', '', '../v1/customers', 'cs_1/../2'],
  canceledStatus: 'expired',
  unpaidRenewalStatus: 'open',
  cancelRequest: 1,
  startUnitMs: 1000,
};
