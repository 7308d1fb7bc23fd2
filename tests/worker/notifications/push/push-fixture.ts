import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import type { QuotedBlock } from '#contract/quotes';
import { type Database, openDatabase } from '#db/client';
import { DELIVERY_CLAIM_MS } from '#db/queries/shared/event-outbox';
import { eventOutbox, pushes } from '#db/schema/index';
import { aConversation, aMatch, aMember, newId } from '../../../support/database/factories.ts';
import { type ApiClient, apiClient } from '../../../support/product/api-client.ts';
import { connectToRoom } from '../../../support/product/connect-to-room.ts';
import type { RoomSocket } from '../../../support/product/room-socket.ts';
import { roomsOfThisFile } from '../../../support/product/rooms-of-file.ts';
import { startProduct, type TestProduct } from '../../../support/product/test-product.ts';
import { startWorker, type TestWorker } from '../../../support/product/test-worker.ts';
import { type PushBrowser, type PushService, startPushService, TEST_VAPID } from '../../../support/servers/push-service.ts';

type Who = { readonly id: string; readonly cookie: string };

/** Polls until the assertion holds, as deliveries after an answer take a while on a busy machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { interval: 10 });

/** A site with VAPID keys, rooms and imitated push services, and a second Worker of it without a room server (`away`). */
export function pushFixture() {
  let started: { service: PushService; product: TestProduct; away: TestWorker; db: Database } | undefined;
  const sockets: RoomSocket[] = [];
  beforeAll(async () => {
    const service = await startPushService();
    const product = await startProduct({ ...roomsOfThisFile(), vars: TEST_VAPID, outbound: service.url });
    const away = await startWorker({ dbUrl: product.dbUrl, vars: TEST_VAPID, outbound: service.url });
    started = { service, product, away, db: openDatabase(product.dbUrl) };
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    await started?.away.stop();
    await started?.product.stop();
    await started?.service.stop();
  });
  const running = () => {
    if (!started) throw new Error('the site is used before it has started');
    return started;
  };
  const as = (member: Who): ApiClient => apiClient(running().product.url, member.cookie);
  const subscribe = (member: Who, browser: PushBrowser) =>
    as(member).post('/api/user.php?push=1', { subscription: { ...browser.subscription, expirationTime: null } });
  const rowsOf = async ({ id }: Pick<Who, 'id'>) => (await running().db.select().from(pushes)).filter(({ memberId }) => memberId === id);
  const open = async (from: Who, to: Pick<Who, 'id'>) => String((await as(from).get(`/api/chat.php?profile=${to.id}`)).at('id'));
  const aReader = async (traits: Parameters<typeof aMember>[1] = {}) => {
    const member = await aMember(running().db, traits);
    const browser = running().service.aBrowser();
    expect((await subscribe(member, browser)).status).toBe(204);
    return { member, browser };
  };
  return {
    get db() {
      return running().db;
    },
    get product() {
      return running().product;
    },
    get service() {
      return running().service;
    },
    /** The Worker whose room server is unreachable. */
    get workerWithoutRooms() {
      return running().away;
    },
    as,
    subscribe,
    /** A member with one browser that is subscribed to pushes. */
    aReader,
    /** The same with a conversation with Bas, whom they match, so that messages are free. */
    aReaderWithConversation: async (traits: Parameters<typeof aMember>[1] = {}) => {
      const { member, browser } = await aReader(traits);
      const bas = await aMember(running().db, { name: 'Bas Geheim' });
      await aMatch(running().db, member.id, bas.id);
      return { member, browser, bas, id: await aConversation(running().db, bas.id, member.id) };
    },
    open,
    send: async (from: Who, id: string, text = 'Hello', api = as(from), about?: QuotedBlock) =>
      expect((await api.post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text, about } })).status).toBe(201),
    like: (from: Who, to: Pick<Who, 'id'>, about?: QuotedBlock) => as(from).post('/api/likes.php', { profile: to.id, about }),
    /** The pushes that wait for a member. */
    rowsOf,
    /** Waits until no event and no untried push that is due waits for a member. */
    untilNothingPending: (member: Pick<Who, 'id'>) =>
      eventually(async () => [
        ...(await running().db.select().from(eventOutbox)).filter(({ memberId }) => memberId === member.id),
        ...(await rowsOf(member)).filter(({ dueAt, tries }) => tries === 0 && dueAt <= Date.now() + 60_000),
      ]).toEqual([]),
    /** Makes all events and pushes due, of all members or of one. */
    becomeDue: async (member?: Pick<Who, 'id'>) => {
      const { db } = running();
      const whose = (column: typeof eventOutbox.memberId | typeof pushes.memberId) => (member ? eq(column, member.id) : undefined);
      await db.batch([
        // As old as an event is at the least when a sweep claims it.
        db
          .update(eventOutbox)
          .set({ dueAt: 0, createdAt: sql`min(${eventOutbox.createdAt}, ${Date.now() - DELIVERY_CLAIM_MS})` })
          .where(whose(eventOutbox.memberId)),
        db.update(pushes).set({ dueAt: 0 }).where(whose(pushes.memberId)),
      ]);
    },
    /** Opens a room socket of this member that is viewing a conversation. */
    openViewingSocket: async (member: Who, conversation: string) => {
      const socket = await connectToRoom(as(member), running().product.url);
      sockets.push(socket);
      socket.send(JSON.stringify({ type: 'viewing', conversation }));
      socket.send('ping');
      await eventually(() => socket.texts.includes('pong')).toBe(true);
      return socket;
    },
  };
}
