import * as v from 'valibot';
import { matchesSecret, sign } from '#contract/signed-token';
import type { Env } from '../../config/env.ts';
import {
  type Payment,
  PaymentFailure,
  type PaymentOrder,
  type PaymentProvider,
} from '../../platform/payments/providers/payment-provider.ts';

const StoredTestPayment = v.object({
  orderId: v.string(),
  amount: v.number(),
  currency: v.string(),
  method: v.string(),
  description: v.string(),
  returnUrl: v.string(),
  webhookUrl: v.string(),
  renews: v.boolean(),
  status: v.picklist(['open', 'paid', 'failed', 'canceled', 'expired']),
  /** The time from which a slow payment counts as paid, in milliseconds. */
  paysAt: v.nullable(v.number()),
  /** The amount of each refund, by its key. */
  refunds: v.record(v.string(), v.number()),
  chargedBack: v.number(),
  /** The site has canceled the payment, so that it cannot be paid any more. */
  isCanceled: v.optional(v.boolean(), false),
});
/** A payment of the test provider, as it is stored. Amounts are in minor units. */
export type TestPayment = v.InferOutput<typeof StoredTestPayment>;

/**
 * How the test provider behaves: `there` works; `stubborn` works but cancels nothing; `away` cannot be reached; `hanging` answers nothing
 * until the caller gives up; `refusing` refuses every call for good.
 */
export const BEHAVIOURS = ['there', 'stubborn', 'away', 'hanging', 'refusing'] as const;
const Behaviour = v.picklist(BEHAVIOURS);
export type Behaviour = v.InferOutput<typeof Behaviour>;
const BEHAVIOUR_KEY = '_dev/pay/mood.json';
const HANGING_MS = 5000;

/** Reads and writes how the test provider behaves. */
export const behaviourStore = ({ PHOTOS }: Env) => ({
  async read(): Promise<Behaviour> {
    const file = await PHOTOS.get(BEHAVIOUR_KEY);
    return file ? v.parse(Behaviour, await file.json()) : 'there';
  },
  write: async (mood: Behaviour): Promise<void> => void (await PHOTOS.put(BEHAVIOUR_KEY, JSON.stringify(mood))),
});

/** Fails if the test provider is to fail, with a PaymentFailure. Otherwise returns how it behaves. */
async function failAsSet(env: Env): Promise<Behaviour> {
  const mood = await behaviourStore(env).read();
  if (mood === 'there' || mood === 'stubborn') return mood;
  if (mood === 'hanging') await new Promise((done) => setTimeout(done, HANGING_MS));
  throw new PaymentFailure(`test ${mood}`, { isFinal: mood === 'refusing' });
}

const keyOf = (ref: string) => `_dev/pay/${ref}.json`;
const REF = /^test_[\w-]{22}$/;
const Body = v.pipe(v.string(), v.parseJson(), v.object({ payment: v.pipe(v.string(), v.regex(REF)) }));

/** The stored payments of the test provider. */
export const testPaymentStore = ({ PHOTOS }: Env) => ({
  async read(ref: string): Promise<TestPayment | null> {
    const file = REF.test(ref) ? await PHOTOS.get(keyOf(ref)) : null;
    return file ? v.parse(StoredTestPayment, await file.json()) : null;
  },
  /** Cancels an open payment. Does nothing if it is not open or changes meanwhile. */
  async cancel(ref: string): Promise<void> {
    const file = REF.test(ref) ? await PHOTOS.get(keyOf(ref)) : null;
    const payment = file ? v.parse(StoredTestPayment, await file.json()) : null;
    if (!file || payment?.status !== 'open' || payment.paysAt !== null) return;
    const canceled: TestPayment = { ...payment, status: 'canceled', isCanceled: true };
    await PHOTOS.put(keyOf(ref), JSON.stringify(canceled), { onlyIf: { etagMatches: file.etag } });
  },
  /** Writes a payment. With `isPurchase` it does nothing if the payment exists already. */
  async write(ref: string, payment: TestPayment, { isFirst = false } = {}): Promise<void> {
    await PHOTOS.put(keyOf(ref), JSON.stringify(payment), isFirst ? { onlyIf: { etagDoesNotMatch: '*' } } : {});
  },
});

/** The sum of a payment's refunds, in minor units. */
export const refundedOf = ({ refunds }: TestPayment): number => Object.values(refunds).reduce((sum, amount) => sum + amount, 0);
const statusOf = ({ status, paysAt }: TestPayment, now: number) =>
  status === 'open' && paysAt !== null && paysAt <= now ? 'paid' : status;

const paymentOf = (ref: string, payment: TestPayment, now: number): Payment => ({
  ref,
  orderId: payment.orderId,
  status: statusOf(payment, now),
  amount: payment.amount,
  currency: payment.currency,
  refunded: refundedOf(payment),
  chargedBack: payment.chargedBack,
  subscription: payment.renews ? { ref: `${ref}-subscription`, customer: `${ref}-customer` } : null,
});

/** The body and the signature of a webhook of the test provider. */
export async function webhookOf(env: Env, ref: string): Promise<{ body: string; signature: string }> {
  const body = JSON.stringify({ payment: ref });
  return { body, signature: `test=${await sign(env.SIGNING_KEY, `payment ${body}`)}` };
}

const testPaymentOf = ({ id, amount, currency, method, description, returnUrl, webhookUrl, renewal }: PaymentOrder): TestPayment => ({
  orderId: id,
  amount,
  currency,
  method,
  description,
  returnUrl,
  webhookUrl,
  renews: renewal !== null,
  status: 'open',
  paysAt: null,
  refunds: {},
  chargedBack: 0,
  isCanceled: false,
});

/**
 * The test provider of a local site. Its payments are stored in the photo bucket under `_dev/pay/`; `/_dev/pay/<ref>` is the page that
 * decides their outcome.
 */
export function createTestProvider(env: Env): PaymentProvider {
  const payments = testPaymentStore(env);
  const find = async (ref: string): Promise<Payment | null> => {
    const found = await payments.read(ref);
    return found && paymentOf(ref, found, Date.now());
  };
  return {
    name: 'test',
    methods: [],
    renewingMethods: [],
    renewsWithin: { months: 0, aheadMs: 0 },
    signsWebhooks: true,
    async create(order) {
      await failAsSet(env);
      const ref = `test_${order.id}`;
      await payments.write(ref, testPaymentOf(order), { isFirst: true });
      return { ref, redirect: new URL(`/_dev/pay/${ref}`, order.returnUrl).href };
    },
    async find(ref) {
      await failAsSet(env);
      return find(ref);
    },
    async cancel(ref) {
      if ((await failAsSet(env)) === 'there') await payments.cancel(ref);
      return find(ref);
    },
    async refund(ref, { amount, key }) {
      await failAsSet(env);
      const found = await payments.read(ref);
      if (!found) throw new PaymentFailure('test 404', { isFinal: true });
      await payments.write(ref, { ...found, refunds: { ...found.refunds, [key]: amount } });
    },
    async readWebhook({ body, signature }) {
      if (!signature.startsWith('test=')) return null;
      const isGenuine = await matchesSecret(await sign(env.SIGNING_KEY, `payment ${body}`), signature.slice('test='.length));
      const webhook = isGenuine ? v.safeParse(Body, body) : null;
      return webhook?.success ? [webhook.output.payment] : null;
    },
    async subscribe(first) {
      return first.subscription;
    },
    async renewals() {
      await failAsSet(env);
      return [];
    },
    async unsubscribe() {
      await failAsSet(env);
    },
  };
}
