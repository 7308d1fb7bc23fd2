import { eq } from 'drizzle-orm';
import { batch } from '#db/client';
import { banMember } from '#db/queries/account/account-status';
import { saveSetting } from '#db/queries/operator/settings';
import { spendCredits } from '#db/queries/shared/credit-balance';
import { accountNotifications, debts, type discounts, eventOutbox, ledgerLines, orders } from '#db/schema/index';
import { aDiscountCode, newId, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { aPaymentWebhook } from '../../support/product/payment-webhook.ts';
import { testSite } from '../../support/product/test-site.ts';

type Who = Pick<TestMember, 'id' | 'cookie'>;

/** The site of one test file, with the calls of orders, the test provider's controls and readers of the rows. */
export function paymentFixture(vars: Readonly<Record<string, string>> = {}) {
  const site = testSite(vars);
  const { as } = site;
  const rowOf = async (id: string) => {
    const [row] = await site.db.select().from(orders).where(eq(orders.id, id));
    if (!row) throw new Error(`no order ${id}`);
    return row;
  };
  const post = (who: Who, body: object = {}) =>
    as(who).post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId(), ...body });
  /** Places an order and returns its id; throws unless the answer is 201. */
  const order = async (who: Who, body: object = {}): Promise<string> => {
    const answer = await post(who, body);
    if (answer.status !== 201) throw new Error(`an order was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    return String(answer.at('transaction.id'));
  };
  /** Presses the button `act` on the payment page of the test provider, such as `paid`; `unsaid` pays without a webhook. */
  const pressPayButton = async (id: string, act: string): Promise<Response> => {
    const body = new URLSearchParams({ act });
    return fetch(`${site.url}/_dev/pay/test_${id}`, { method: 'POST', body, redirect: 'manual', headers: { Origin: site.url } });
  };
  /** Sets how the test provider behaves: `there` (normal), `away` (unreachable), `hanging`, `refusing` or `stubborn` (does not cancel). */
  const setProviderMode = (act: string) =>
    fetch(`${site.url}/_dev/pay`, {
      method: 'POST',
      body: new URLSearchParams({ act }),
      redirect: 'manual',
      headers: { Origin: site.url },
    });
  const notify = async (ref: string, key?: string): Promise<number> => {
    const { body, signature } = await aPaymentWebhook(ref, key);
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
    return (await fetch(`${site.url}/api/payment/webhook`, { method: 'POST', body, headers })).status;
  };
  return {
    get db() {
      return site.db;
    },
    get url() {
      return site.url;
    },
    get worker() {
      return site.worker;
    },
    get visitor() {
      return site.visitor;
    },
    as,
    post,
    order,
    press: pressPayButton,
    mood: setProviderMode,
    notify,
    rowOf,
    /** Sends a message in a conversation. */
    say: (who: Who, conversation: string) =>
      as(who).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text: 'Hello' } }),
    discountCode: (columns: Partial<typeof discounts.$inferInsert>) => aDiscountCode(site.db, columns),
    /** Places an order, pays it and returns its id. */
    buy: async (who: Who, body: object = {}): Promise<string> => {
      const id = await order(who, body);
      await pressPayButton(id, 'paid');
      return id;
    },
    shop: (who: Who, headers = {}) => as(who).get('/api/credits.php', headers),
    credits: async (who: Who) => (await as(who).get('/api/user.php')).at('user.credits'),
    owed: async ({ id }: { id: string }) => (await site.db.select().from(debts).where(eq(debts.memberId, id)))[0]?.owed ?? 0,
    /** The lines of a member that orders made, as `reason amount`. */
    orderLedgerLinesOf: async ({ id }: { id: string }) =>
      (await site.db.select().from(ledgerLines).where(eq(ledgerLines.memberId, id)))
        .filter(({ reason }) => ['purchase', 'reversal', 'owed'].includes(reason))
        .map(({ reason, amount }) => `${reason} ${amount}`)
        .toSorted(),
    ordersOf: ({ id }: { id: string }) => site.db.select().from(orders).where(eq(orders.memberId, id)),
    accountNotificationsOf: async ({ id }: { id: string }) =>
      (await site.db.select().from(accountNotifications).where(eq(accountNotifications.memberId, id))).map(({ event }) => event),
    eventsOf: async ({ id }: { id: string }) =>
      (await site.db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id))).map(({ event }) => event),
    transaction: (who: Who | null, id: string): Promise<ApiAnswer> => (who ? as(who) : site.visitor).get(`/api/transactions.php?id=${id}`),
    /** Makes orders due for the reconciler, and runs the scheduled handler. */
    reconcile: async (...ids: string[]) => {
      for (const id of ids) await site.db.update(orders).set({ dueAt: 1 }).where(eq(orders.id, id));
      await site.worker.scheduled();
    },
    /** Moves the times of an order into the past. */
    backdateOrder: async (id: string, ms: number) => {
      const { createdAt, paidAt } = await rowOf(id);
      await site.db
        .update(orders)
        .set({ createdAt: createdAt - ms, paidAt: paidAt === null ? null : paidAt - ms })
        .where(eq(orders.id, id));
    },
    spend: (who: Who, credits: number) =>
      batch(site.db, spendCredits(site.db, { memberId: who.id, amount: credits, reason: 'grant', reference: newId(), createdAt: 1 })),
    setSetting: (key: string, value: unknown) => saveSetting(site.db, key, value),
    ban: ({ id }: { id: string }) => {
      const to = { status: 'banned', statusBefore: 'active' } as const;
      return batch(site.db, banMember(site.db, { id, from: 'active', to, now: Date.now() }, 'scam'));
    },
    brokenInvariants: () => checkInvariants(site.db),
  };
}

/** An answer as its status, with the code and fields of a refusal: `422 invalid renews:not_allowed`. */
export function answerSummary(answer: ApiAnswer): string {
  const fields = Object.entries(Object(answer.at('error.fields'))).map(([name, code]) => `${name}:${code}`);
  return [answer.status, answer.at('error.code'), ...fields].filter((one) => one !== undefined).join(' ');
}
