import * as v from 'valibot';
import { isSecret, sign } from '#contract/signed-token';
import type { Env } from '../../config/env.ts';
import {
  type Payment,
  PaymentFailure,
  type PaymentOrder,
  type PaymentProvider,
} from '../../platform/payments/providers/payment-provider.ts';

const Played = v.object({
  orderId: v.string(),
  amount: v.number(),
  currency: v.string(),
  method: v.string(),
  description: v.string(),
  returnUrl: v.string(),
  webhookUrl: v.string(),
  renews: v.boolean(),
  status: v.picklist(['open', 'paid', 'failed', 'canceled', 'expired']),
  /** A slow one is paid from then on. */
  paysAt: v.nullable(v.number()),
  refunds: v.record(v.string(), v.number()),
  chargedBack: v.number(),
  /** The site has called it off: it cannot be paid any more. */
  isCalledOff: v.optional(v.boolean(), false),
});
/** A payment at the provider that the site plays itself. */
export type PlayedPayment = v.InferOutput<typeof Played>;

/** How the provider is today: there, there but calling nothing off, out of reach, hanging until nobody waits any longer, or refusing for good. */
export const MOODS = ['there', 'stubborn', 'away', 'hanging', 'refusing'] as const;
const Mood = v.picklist(MOODS);
export type Mood = v.InferOutput<typeof Mood>;
const MOOD_KEY = '_dev/pay/mood.json';
const HANGING_MS = 5000;

/** How the provider of the local site is, and how to make it so. */
export const moodOf = ({ PHOTOS }: Env) => ({
  async read(): Promise<Mood> {
    const file = await PHOTOS.get(MOOD_KEY);
    return file ? v.parse(Mood, await file.json()) : 'there';
  },
  write: async (mood: Mood): Promise<void> => void (await PHOTOS.put(MOOD_KEY, JSON.stringify(mood))),
});

/** Fails as the mood has it; else gives it. */
async function reach(env: Env): Promise<Mood> {
  const mood = await moodOf(env).read();
  if (mood === 'there' || mood === 'stubborn') return mood;
  if (mood === 'hanging') await new Promise((done) => setTimeout(done, HANGING_MS));
  throw new PaymentFailure(`test ${mood}`, { isFinal: mood === 'refusing' });
}

const keyOf = (ref: string) => `_dev/pay/${ref}.json`;
const REF = /^test_[\w-]{22}$/;
const Body = v.pipe(v.string(), v.parseJson(), v.object({ payment: v.pipe(v.string(), v.regex(REF)) }));

/** What the payments of the local site are kept in. */
export const playedPayments = ({ PHOTOS }: Env) => ({
  async read(ref: string): Promise<PlayedPayment | null> {
    const file = REF.test(ref) ? await PHOTOS.get(keyOf(ref)) : null;
    return file ? v.parse(Played, await file.json()) : null;
  },
  /** Calls one off that nobody has gone through with, unless it changes meanwhile: then it is paid. */
  async callOff(ref: string): Promise<void> {
    const file = REF.test(ref) ? await PHOTOS.get(keyOf(ref)) : null;
    const payment = file ? v.parse(Played, await file.json()) : null;
    if (!file || payment?.status !== 'open' || payment.paysAt !== null) return;
    const over: PlayedPayment = { ...payment, status: 'canceled', isCalledOff: true };
    await PHOTOS.put(keyOf(ref), JSON.stringify(over), { onlyIf: { etagMatches: file.etag } });
  },
  /** Writes one, unless it is to be made and is there already. */
  async write(ref: string, payment: PlayedPayment, { isFirst = false } = {}): Promise<void> {
    await PHOTOS.put(keyOf(ref), JSON.stringify(payment), isFirst ? { onlyIf: { etagDoesNotMatch: '*' } } : {});
  },
});

/** What has been given back of one by refunds, in minor units. */
export const refundedOf = ({ refunds }: PlayedPayment): number => Object.values(refunds).reduce((sum, amount) => sum + amount, 0);
const statusOf = ({ status, paysAt }: PlayedPayment, now: number) =>
  status === 'open' && paysAt !== null && paysAt <= now ? 'paid' : status;

const truthOf = (ref: string, played: PlayedPayment, now: number): Payment => ({
  ref,
  orderId: played.orderId,
  status: statusOf(played, now),
  amount: played.amount,
  currency: played.currency,
  refunded: refundedOf(played),
  chargedBack: played.chargedBack,
  subscription: played.renews ? { ref: `${ref}-subscription`, customer: `${ref}-customer` } : null,
});

/** A notice as this provider sends it, signed. */
export async function noticeOf(env: Env, ref: string): Promise<{ body: string; signature: string }> {
  const body = JSON.stringify({ payment: ref });
  return { body, signature: `test=${await sign(env.SIGNING_KEY, `payment ${body}`)}` };
}

const played = ({ id, amount, currency, method, description, returnUrl, webhookUrl, renewal }: PaymentOrder): PlayedPayment => ({
  ...{ orderId: id, amount, currency, method, description, returnUrl, webhookUrl, renews: renewal !== null },
  ...{ status: 'open', paysAt: null, refunds: {}, chargedBack: 0, isCalledOff: false },
});

/** The provider of a local site: its payments lie in R2 under `_dev/pay/`, and a person presses what becomes of them on `/_dev/pay/<ref>`. */
export function createTestProvider(env: Env): PaymentProvider {
  const payments = playedPayments(env);
  const find = async (ref: string): Promise<Payment | null> => {
    const found = await payments.read(ref);
    return found && truthOf(ref, found, Date.now());
  };
  return {
    name: 'test',
    methods: [],
    renewingMethods: [],
    renewsWithin: { months: 0, aheadMs: 0 },
    signsNotices: true,
    async create(order) {
      await reach(env);
      const ref = `test_${order.id}`;
      await payments.write(ref, played(order), { isFirst: true });
      return { ref, redirect: new URL(`/_dev/pay/${ref}`, order.returnUrl).href };
    },
    async find(ref) {
      await reach(env);
      return find(ref);
    },
    async cancel(ref) {
      if ((await reach(env)) === 'there') await payments.callOff(ref);
      return find(ref);
    },
    async refund(ref, { amount, key }) {
      await reach(env);
      const found = await payments.read(ref);
      if (!found) throw new PaymentFailure('test 404', { isFinal: true });
      await payments.write(ref, { ...found, refunds: { ...found.refunds, [key]: amount } });
    },
    async readNotice({ body, signature }) {
      if (!signature.startsWith('test=')) return null;
      const isOurs = await isSecret(await sign(env.SIGNING_KEY, `payment ${body}`), signature.slice('test='.length));
      const named = isOurs ? v.safeParse(Body, body) : null;
      return named?.success ? [named.output.payment] : null;
    },
    async subscribe(first) {
      return first.subscription;
    },
    async renewals() {
      await reach(env);
      return [];
    },
    async unsubscribe() {
      await reach(env);
    },
  };
}
