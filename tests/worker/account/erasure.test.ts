import { eq, lt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { batch, type Database, openDatabase } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { insertMail } from '#db/queries/shared/mail-queue';
import {
  accountNotifications,
  complaints,
  conversations,
  eventOutbox,
  fileRemovals,
  firstMessages,
  hides,
  images,
  knownDevices,
  knownNetworks,
  likeNotificationLog,
  memberFields,
  memberInterests,
  memberPrompts,
  members,
  messages,
  notificationSettings,
  participants,
  pushes,
  quotes,
  reports,
} from '#db/schema/index';
import { roomNameOf, signTicket } from '#room/tokens';
import {
  aBlock,
  aConversation,
  aLike,
  aMember,
  anEmailChange,
  newEmail,
  newId,
  PASSWORD,
  type TestMember,
} from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { type ApiClient, apiClient } from '../../support/product/api-client.ts';
import { openRoomSocket } from '../../support/product/room-socket.ts';
import { startProduct, type TestProduct } from '../../support/product/test-product.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { aSubscription } from '../../support/servers/push-service.ts';
import { makeComplaintsAbout } from './complaint-fixture.ts';
import { insertPurchaseOf } from './order-fixture.ts';

let product: TestProduct;
let withoutRooms: TestWorker;
let db: Database;

beforeAll(async () => {
  product = await startProduct({ partyHost: inject('roomsHost') });
  withoutRooms = await startWorker({ dbUrl: product.dbUrl });
  db = openDatabase(product.dbUrl);
});
beforeEach(async () => {
  await db.batch([db.delete(conversations), db.delete(participants), db.delete(complaints), db.delete(members)]);
});

afterAll(async () => {
  await withoutRooms?.stop();
  await product?.stop();
});

const as = (member: TestMember): ApiClient => apiClient(product.url, member.cookie);
const send = (from: TestMember, id: string, text: string) =>
  as(from).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text } });
const backdateDeletion = (id: string, ms: number) =>
  db.$client.execute({ sql: 'update members set deleted_at = deleted_at - ? where id = ?', args: [ms, id] });
const exists = async (id: string) => (await db.select({ id: members.id }).from(members)).some((member) => member.id === id);
const aPhoto = (memberId: string, name: string) => {
  const files = { thumb: `${name}-t.webp`, medium: `${name}-m.webp`, large: `${name}-l.webp`, width: 1, height: 1, thumbhash: 'x' };
  return db.insert(images).values({ id: newId(), memberId, position: 0, ...files });
};

/** Every table and column that holds a text, as `table.column`. */
async function placesOf(text: string): Promise<string[]> {
  const places = Object.entries(await allRows(db)).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row as object).flatMap(([column, value]) => (String(value).includes(text) ? [`${table}.${column}`] : [])),
    ),
  );
  return [...new Set(places)].toSorted();
}

const answerOf = (memberId: string) => `Answer of ${memberId}`;

/** Answers of two members, which each of them quotes in their like and in their message. */
async function quoteEachOther(oneId: string, otherId: string): Promise<void> {
  for (const [authorId, ownerId] of [
    [oneId, otherId],
    [otherId, oneId],
  ] as const) {
    const promptId = 'last_learned';
    await db.insert(memberPrompts).values({ memberId: ownerId, promptId, position: 0, answer: answerOf(ownerId) });
    const [message] = await db.select().from(messages).where(eq(messages.senderId, authorId));
    const quote = { authorId, ownerId, promptId, text: answerOf(ownerId), createdAt: 1 };
    await db.insert(quotes).values([null, message?.id ?? expect.unreachable()].map((messageId) => ({ ...quote, id: newId(), messageId })));
  }
}

/** A member with rows in every table, whose account was just deleted. */
async function aMemberInEveryTable() {
  const [member, other, stranger] = [await aMember(db, { credits: 9 }), await aMember(db, { name: 'Bas' }), await aMember(db)];
  const conversation = await aConversation(db, member.id, other.id);
  const emptyConversation = await aConversation(db, member.id, stranger.id);
  await send(member, conversation, 'Hello from me');
  await send(other, conversation, 'Hello back');
  await Promise.all([aLike(db, member.id, other.id), aLike(db, other.id, member.id), aBlock(db, member.id, stranger.id)]);
  await db.insert(hides).values({ memberId: stranger.id, hiddenId: member.id, createdAt: 1 });
  const pairs = [
    [member.id, other.id],
    [other.id, member.id],
  ] as const;
  await db.insert(likeNotificationLog).values(pairs.map(([likerId, likedId]) => ({ likerId, likedId, likeNotifiedAt: 1 })));
  await db
    .insert(reports)
    .values(
      pairs.map(([reporterId, reportedId]) => ({ id: newId(), reporterId, reportedId, reason: 'spam' as const, text: 'x', createdAt: 1 })),
    );
  await makeComplaintsAbout(product.url, member, other);
  await db.insert(memberFields).values({ memberId: member.id, fieldId: 'smoking', value: 'no' });
  await db.insert(memberInterests).values({ memberId: member.id, interestId: 'hiking' });
  await quoteEachOther(member.id, other.id);
  await anEmailChange(db, { memberId: member.id, oldEmail: newEmail(), newEmail: member.email, doneAt: 1 });
  const mail = { kind: 'absence' as const, recipient: member.email, subject: 'x', text: 'x', html: 'x', createdAt: 1, dueAt: 1 };
  await insertMail(db, { id: newId(), memberId: member.id, ...mail });
  await db
    .insert(eventOutbox)
    .values({ id: newId(), memberId: member.id, event: { type: 'user.changed' }, createdAt: Date.now(), dueAt: Date.now() + DAY });
  await db.insert(notificationSettings).values({ memberId: member.id, readTo: 1 });
  await db.insert(accountNotifications).values({ id: newId(), memberId: member.id, kind: 'account', event: 'refund', createdAt: 1 });
  await db.insert(knownDevices).values({ memberId: member.id, device: 'a browser', seenAt: 1 });
  await db.insert(knownNetworks).values({ memberId: member.id, network: 'a fingerprint', country: 'NL', seenAt: 1 });
  expect((await as(member).post('/api/user.php?push=1', { subscription: aSubscription() })).status).toBe(204);
  for (const { id } of [member, other])
    await db.insert(pushes).values({ id: newId(), memberId: id, kind: 'like', tag: 'likes', createdAt: 1, dueAt: Date.now() + DAY });
  await insertPurchaseOf(db, member.id);
  await aPhoto(member.id, 'own');
  await aPhoto(member.id, 'shared');
  await aPhoto(other.id, 'shared');
  expect((await as(member).delete('/api/user.php', { password: PASSWORD })).status).toBe(204);
  // The rooms have all events but the one above, so that none is delivered beside what follows.
  await expect.poll(() => db.$count(eventOutbox, lt(eventOutbox.dueAt, Date.now() + HOUR))).toBe(0);
  return { member, other, stranger, conversation, emptyConversation };
}

/** Delivers an event to a member's room, which stores it. */
async function sendEventToRoom(memberId: string): Promise<void> {
  const room = await roomNameOf(TEST_SECRETS.PARTY_SECRET, memberId);
  const headers = { Authorization: `Bearer ${TEST_SECRETS.PARTY_SECRET}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ kind: 'events', events: [{ type: 'user.changed' }] });
  expect((await fetch(`http://${product.partyHost}/parties/main/${room}`, { method: 'POST', headers, body })).ok).toBe(true);
}

/** The frames that a member's room replays to a connection that asks for all events. */
async function framesReplayedBy(memberId: string) {
  const room = await roomNameOf(TEST_SECRETS.PARTY_SECRET, memberId);
  const claims = { id: newId(), room, member: memberId, session: newId(), origin: product.url, expires_at: Date.now() + MINUTE };
  const ticket = await signTicket(TEST_SECRETS.PARTY_SECRET, claims);
  const socket = openRoomSocket(`ws://${product.partyHost}/parties/main/${room}?ticket=${ticket}&since=0`, product.url);
  await socket.opened;
  socket.send('ping');
  await expect.poll(() => socket.texts.includes('pong')).toBe(true);
  socket.close();
  return socket.frames();
}

describe('an account whose 28 days are over', () => {
  test('is removed from every table but the conversation that the other member keeps', async () => {
    const { member, other, emptyConversation } = await aMemberInEveryTable();
    expect((await placesOf(member.id)).length).toBeGreaterThan(18);
    await backdateDeletion(member.id, 28 * DAY);
    expect(await product.worker.scheduled()).toBe('ok');
    const memberColumn = member.id < other.id ? 'conversations.lower_member_id' : 'conversations.higher_member_id';
    // The id alone stays in `erased_members`, for a restored backup.
    expect(await placesOf(member.id)).toEqual(
      [memberColumn, 'conversations.first_sender_id', 'erased_members.id', 'participants.other_id', 'messages.sender_id'].toSorted(),
    );
    expect(await placesOf(member.email)).toEqual([]);
    // Neither what the member quoted nor what was quoted of them; the answer of the other stays.
    expect(await db.select().from(quotes)).toEqual([]);
    expect(await placesOf(answerOf(other.id))).toEqual(['member_prompts.answer']);
    expect((await db.select().from(complaints)).map(({ email, profileId }) => [email, profileId])).toEqual([[other.email, null]]);
    expect(await placesOf(emptyConversation)).toEqual([]);
    expect(await checkInvariants(db)).toEqual([]);
  });

  test('has its files removed, but not those that another member also uses', async () => {
    const { member } = await aMemberInEveryTable();
    await backdateDeletion(member.id, 28 * DAY);
    await db.delete(fileRemovals);
    await product.worker.scheduled();
    const names = (await db.select().from(fileRemovals)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['own-l.webp', 'own-m.webp', 'own-t.webp']);
  });

  test('leaves the other member a readable conversation with a gone card', async () => {
    const { member, other, conversation } = await aMemberInEveryTable();
    await backdateDeletion(member.id, 28 * DAY);
    await product.worker.scheduled();
    const goneCard = { id: member.id, name: '', is_gone: true, main_image: null, age: null, city: null };
    const chats = await as(other).get('/api/chats.php');
    expect([chats.at('total'), chats.at('chats.0.conversation.id')]).toEqual([1, conversation]);
    expect(chats.at('chats.0.profile')).toMatchObject(goneCard);
    const thread = await as(other).get(`/api/chat.php?conversation=${conversation}`);
    expect(thread.at('profile')).toMatchObject(goneCard);
    expect((thread.at('messages') as { text: string; about?: object }[]).map(({ text, about }) => [text, about])).toEqual([
      ['Hello from me', undefined],
      ['Hello back', undefined],
    ]);
    expect(thread.at('can_send')).toEqual({ ok: false, code: 'gone' });
    expect((await send(other, conversation, 'Still there?')).status).toBe(404);
    expect((await as(other).get(`/api/chat.php?profile=${member.id}`)).status).toBe(404);
    expect((await as(other).get('/api/likes.php')).at('totals')).toMatchObject({ profiles: 0, liked_by: 0 });
  });

  test('gets no more events when the other member reads or deletes the conversation', async () => {
    const { member, other, conversation } = await aMemberInEveryTable();
    await backdateDeletion(member.id, 28 * DAY);
    await product.worker.scheduled();
    expect((await as(other).put('/api/chat.php', { conversation: { id: conversation }, read_to: 2 })).status).toBe(200);
    expect((await as(other).delete('/api/chat.php', { conversation: { id: conversation } })).status).toBe(204);
    expect((await db.select().from(eventOutbox)).filter(({ memberId }) => memberId === member.id)).toEqual([]);
    expect(await checkInvariants(db)).toEqual([]);
  });

  test('takes its conversation along when both members are erased', async () => {
    const { member, other, conversation } = await aMemberInEveryTable();
    await as(other).delete('/api/user.php', { password: PASSWORD });
    for (const { id } of [member, other]) await backdateDeletion(id, 29 * DAY);
    await product.worker.scheduled();
    expect(await placesOf(conversation)).toEqual([]);
    expect(await placesOf(other.id)).toEqual(['erased_members.id']);
  });

  test('leaves nothing in its room', async () => {
    const { member } = await aMemberInEveryTable();
    await sendEventToRoom(member.id);
    expect((await framesReplayedBy(member.id)).length).toBeGreaterThan(0);
    await backdateDeletion(member.id, 28 * DAY);
    await product.worker.scheduled();
    expect(await framesReplayedBy(member.id)).toEqual([]);
  });

  test('is not erased while its room is unreachable, and is erased once it can be reached', async () => {
    const member = await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() - 30 * DAY });
    expect(await withoutRooms.scheduled()).toBe('ok');
    expect(await exists(member.id)).toBe(true);
    await product.worker.scheduled();
    expect(await exists(member.id)).toBe(false);
  });
});

test('an account that was deleted less than 28 days ago, banned or never deleted stays', async () => {
  const notErased = await Promise.all([
    aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() - 28 * DAY + MINUTE }),
    aMember(db, { status: 'banned', statusBefore: 'active' }),
    aMember(db),
  ]);
  await product.worker.scheduled();
  expect(await Promise.all(notErased.map(({ id }) => exists(id)))).toEqual([true, true, true]);
});

test('an erasure takes nothing from accounts that have nothing to do with it, also if they are deleted', async () => {
  const [{ member }, { member: deletedToo }] = [await aMemberInEveryTable(), await aMemberInEveryTable()];
  await db.insert(firstMessages).values({ memberId: deletedToo.id, conversationId: newId(), textHash: 'x', createdAt: Date.now() });
  const mail = { kind: 'deleted' as const, recipient: deletedToo.email, subject: 'x', text: 'x', html: 'x', createdAt: 1, dueAt: 1 };
  await insertMail(db, { id: newId(), memberId: deletedToo.id, ...mail });
  const before = await placesOf(deletedToo.id);
  expect(before).toEqual(expect.arrayContaining(['first_messages.member_id', 'mails.member_id', 'participants.member_id']));
  await batch(db, eraseMember(db, member.id, Date.now()));
  expect(await placesOf(deletedToo.id)).toEqual(before);
});

test('an account that is restored just before its erasure loses nothing', async () => {
  const { member } = await aMemberInEveryTable();
  // A conversation that would go with the second of its members.
  const erased = await aMember(db);
  const conversation = await aConversation(db, erased.id, member.id);
  await db.update(conversations).set({ firstSenderId: erased.id }).where(eq(conversations.id, conversation));
  await db.update(members).set({ status: 'deleted', deletedAt: 1 }).where(eq(members.id, erased.id));
  await batch(db, eraseMember(db, erased.id, Date.now()));
  await db.update(members).set({ status: 'active', deletedAt: null }).where(eq(members.id, member.id));
  // The event outbox is left out: it empties as earlier events are delivered.
  const rowsWithoutOutbox = async () => ({ ...(await allRows(db)), event_outbox: [] });
  const before = await rowsWithoutOutbox();
  await batch(db, eraseMember(db, member.id, Date.now()));
  expect(await rowsWithoutOutbox()).toEqual(before);
});

test('a run erases more accounts than it claims at a time, and two simultaneous runs do no harm', async () => {
  const leave = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() - (30 + i) * DAY }),
      ),
    );
  const inTime = await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() - 27 * DAY });
  await leave(23);
  await product.worker.scheduled();
  expect(await db.select({ id: members.id }).from(members)).toEqual([{ id: inTime.id }]);
  await leave(23);
  expect(await Promise.all([product.worker.scheduled(), product.worker.scheduled()])).toEqual(['ok', 'ok']);
  expect(await db.select({ id: members.id }).from(members)).toEqual([{ id: inTime.id }]);
});
