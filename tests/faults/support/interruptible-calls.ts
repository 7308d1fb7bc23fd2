import { expect } from 'vitest';
import { aConversation, aLike, aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import type { ApiAnswer, ApiClient } from '../../support/product/api-client.ts';
import { aPaymentWebhook } from '../../support/product/payment-webhook.ts';
import type { FaultFixture, Service } from './fault-fixture.ts';

/** Two members, of whom Noor makes a call. */
export interface CallScene {
  readonly noor: TestMember;
  readonly bas: TestMember;
  readonly conversation: string;
  /** The client id or nonce of the call, or the id of the order it is about. */
  readonly clientId: string;
}

/** A call that must be executed once, whichever of its requests fail. */
export interface InterruptibleCall {
  readonly name: string;
  /** The number of requests to each service without a fault. */
  readonly requests: Readonly<Record<Service, number>>;
  prepare(fixture: FaultFixture): Promise<CallScene>;
  run(noor: ApiClient, scene: CallScene): Promise<ApiAnswer>;
  /** The status of the call when it is executed, and when it is repeated. */
  readonly firstStatus: number;
  readonly repeatedStatus: number;
  /** The types of frames that the devices of each member must receive. */
  readonly framesForNoor: readonly string[];
  readonly framesForBas: readonly string[];
  /** Expects that the call has been executed once. */
  expectDoneOnce(fixture: FaultFixture, scene: CallScene): Promise<void>;
}

const send = (api: ApiClient, conversation: string, text: string, clientId = newId()): Promise<ApiAnswer> =>
  api.post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: clientId, text } });

async function strangers(fixture: FaultFixture): Promise<CallScene> {
  const [noor, bas] = await Promise.all([aMember(fixture.db, { credits: 2 }), aMember(fixture.db, { name: 'Bas' })]);
  return { noor, bas, conversation: await aConversation(fixture.db, noor.id, bas.id), clientId: newId() };
}

/** Bas has written two messages, free of charge. */
async function withMessages(fixture: FaultFixture): Promise<CallScene> {
  const scene = await strangers(fixture);
  await aMatch(fixture.db, scene.noor.id, scene.bas.id);
  for (const text of ['Hello', 'Are you there?']) {
    expect((await send(fixture.as(scene.bas), scene.conversation, text)).status).toBe(201);
  }
  return scene;
}

const rowsOf = async ({ db }: FaultFixture, sql: string, ...args: string[]) => (await db.$client.execute({ sql, args })).rows;

const ORDER = { pack: 'pack-50', payment_method: 'ideal' };
const PLAN = { plan: 'premium-1', payment_method: 'card', renews: true };

/** Noor has paid an order, and the site got a webhook (`paid`) or not (`unsaid`). The order's id is the `clientId` of the scene. */
async function withOrder(fixture: FaultFixture, act: 'paid' | 'unsaid', order: object = ORDER): Promise<CallScene> {
  const scene = await strangers(fixture);
  const ordered = await fixture.as(scene.noor).post('/api/credits.php', { ...order, nonce: newId() });
  const id = String(ordered.at('transaction.id'));
  await fetch(String(ordered.at('redirect')), { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' });
  return { ...scene, clientId: id };
}

async function webhook(api: ApiClient, orderId: string): Promise<ApiAnswer> {
  const { body, signature } = await aPaymentWebhook(`test_${orderId}`);
  return api.post('/api/payment/webhook', body, { 'Stripe-Signature': signature });
}

export const CALLS: readonly InterruptibleCall[] = [
  {
    name: 'a send',
    requests: { site: 1, database: 4, rooms: 2 },
    prepare: strangers,
    run: (noor, { conversation, clientId }) => send(noor, conversation, 'Hello', clientId),
    firstStatus: 201,
    repeatedStatus: 200,
    framesForNoor: ['message.sent', 'credits.changed'],
    framesForBas: ['message.sent'],
    expectDoneOnce: async (fixture, { noor, conversation, clientId }) => {
      expect(await rowsOf(fixture, 'select seq, client_id from messages where conversation_id = ?', conversation)).toMatchObject([
        { seq: 1, client_id: clientId },
      ]);
      expect(await rowsOf(fixture, `select amount from ledger_lines where member_id = ? and reason = 'message'`, noor.id)).toMatchObject([
        { amount: -1 },
      ]);
      expect((await fixture.as(noor).get('/api/user.php')).at('user.credits')).toBe(1);
    },
  },
  {
    name: 'a like',
    requests: { site: 1, database: 4, rooms: 2 },
    prepare: async (fixture) => {
      const scene = await strangers(fixture);
      await aLike(fixture.db, scene.bas.id, scene.noor.id);
      return scene;
    },
    run: (noor, { bas }) => noor.post('/api/likes.php', { profile: bas.id }),
    firstStatus: 200,
    repeatedStatus: 200,
    framesForNoor: ['match.made'],
    framesForBas: ['like.received', 'match.made'],
    expectDoneOnce: async (fixture, { noor, bas }) => {
      expect(await rowsOf(fixture, 'select is_new from likes where liker_id = ? and liked_id = ?', noor.id, bas.id)).toHaveLength(1);
      expect((await fixture.as(bas).get('/api/user.php')).at('user.badge.new_likes')).toBe(1);
    },
  },
  {
    name: 'a read mark',
    requests: { site: 1, database: 4, rooms: 2 },
    prepare: withMessages,
    run: (noor, { conversation }) => noor.put('/api/chat.php', { conversation: { id: conversation }, read_to: 2 }),
    firstStatus: 200,
    repeatedStatus: 200,
    framesForNoor: ['messages.read'],
    framesForBas: ['messages.read'],
    expectDoneOnce: async (fixture, { noor, bas, conversation }) => {
      expect((await fixture.as(bas).get(`/api/chat.php?conversation=${conversation}`)).at('read_by_other_to')).toBe(2);
      expect((await fixture.as(noor).get('/api/user.php')).at('user.badge.unread_messages')).toBe(0);
    },
  },
  {
    name: 'a chat that is deleted',
    requests: { site: 1, database: 4, rooms: 1 },
    prepare: withMessages,
    run: (noor, { conversation }) => noor.delete('/api/chat.php', { conversation: { id: conversation } }),
    firstStatus: 204,
    repeatedStatus: 404,
    framesForNoor: ['chat.deleted'],
    framesForBas: [],
    expectDoneOnce: async (fixture, { noor, bas }) => {
      const totals = [noor, bas].map(async (member) => (await fixture.as(member).get('/api/chats.php')).at('total'));
      expect(await Promise.all(totals)).toEqual([0, 1]);
    },
  },
  {
    name: 'an order',
    requests: { site: 1, database: 4, rooms: 0 },
    prepare: strangers,
    run: (noor, { clientId: nonce }) => noor.post('/api/credits.php', { ...ORDER, nonce }),
    firstStatus: 201,
    repeatedStatus: 201,
    framesForNoor: [],
    framesForBas: [],
    expectDoneOnce: async (fixture, { noor }) => {
      const made = await rowsOf(fixture, 'select id, status, provider_ref, amount from orders where member_id = ?', noor.id);
      expect(made).toMatchObject([{ status: 'open', provider_ref: `test_${made[0]?.id}`, amount: 999 }]);
    },
  },
  {
    name: 'a webhook of a payment',
    // The query of the order by its payment contains no id of the scene and is not counted.
    requests: { site: 1, database: 3, rooms: 1 },
    prepare: (fixture) => withOrder(fixture, 'unsaid'),
    run: (noor, { clientId }) => webhook(noor, clientId),
    firstStatus: 200,
    repeatedStatus: 200,
    framesForNoor: ['credits.changed', 'user.changed'],
    framesForBas: [],
    expectDoneOnce: async (fixture, { noor, clientId }) => {
      expect(await rowsOf(fixture, `select amount from ledger_lines where reason = 'purchase' and reference = ?`, clientId)).toMatchObject([
        { amount: 50 },
      ]);
      expect((await fixture.as(noor).get('/api/user.php')).at('user.credits')).toBe(52);
    },
  },
  {
    name: 'a withdrawal',
    requests: { site: 1, database: 7, rooms: 2 },
    prepare: (fixture) => withOrder(fixture, 'paid'),
    run: (noor, { clientId }) => noor.post('/api/withdrawal.php', { transaction: clientId }),
    firstStatus: 200,
    repeatedStatus: 200,
    framesForNoor: ['credits.changed'],
    framesForBas: [],
    expectDoneOnce: async (fixture, { noor, clientId }) => {
      await fixture.db.$client.execute({ sql: 'update orders set due_at = 1 where id = ? and due_at is not null', args: [clientId] });
      await fixture.sweep();
      expect(await rowsOf(fixture, 'select status, returned_amount, due_at from orders where id = ?', clientId)).toMatchObject([
        { status: 'refunded', returned_amount: 999, due_at: null },
      ]);
      expect((await fixture.as(noor).get('/api/user.php')).at('user.credits')).toBe(2);
    },
  },
  {
    name: 'a renewal that is stopped',
    requests: { site: 1, database: 4, rooms: 1 },
    prepare: (fixture) => withOrder(fixture, 'paid', PLAN),
    run: (noor) => noor.delete('/api/premium.php'),
    firstStatus: 204,
    repeatedStatus: 204,
    framesForNoor: ['user.changed'],
    framesForBas: [],
    expectDoneOnce: async (fixture, { noor }) => {
      await fixture.db.$client.execute('delete from attempts');
      await fixture.worker.scheduled();
      expect(await rowsOf(fixture, 'select renews, customer, state from entitlements where member_id = ?', noor.id)).toMatchObject([
        { renews: 0, customer: null, state: 'active' },
      ]);
    },
  },
  {
    name: 'a block',
    requests: { site: 1, database: 4, rooms: 7 },
    prepare: withMessages,
    run: (noor, { bas }) => noor.post('/api/block.php', { profile: bas.id }),
    firstStatus: 204,
    repeatedStatus: 204,
    framesForNoor: ['chat.deleted', 'user.changed'],
    framesForBas: ['user.changed'],
    expectDoneOnce: async (fixture, { noor, bas, conversation }) => {
      expect(await rowsOf(fixture, 'select 1 from blocks where blocker_id = ? and blocked_id = ?', noor.id, bas.id)).toHaveLength(1);
      expect((await fixture.as(noor).get('/api/chats.php')).at('total')).toBe(0);
      expect((await fixture.as(bas).get(`/api/chat.php?profile=${noor.id}`)).status).toBe(404);
      expect((await send(fixture.as(bas), conversation, 'Still there?')).status).toBe(404);
    },
  },
];
