import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { insertEvents } from '#db/queries/shared/event-outbox';
import { eventOutbox } from '#db/schema/index';
import { aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { roomConnections } from '../../support/product/connect-to-room.ts';
import type { RoomSocket } from '../../support/product/room-socket.ts';
import { roomsOfThisFile } from '../../support/product/rooms-of-file.ts';
import { testSite } from '../../support/product/test-site.ts';
import { safetyCalls } from './safety-fixture.ts';

const site = testSite({}, roomsOfThisFile());
const { as } = site;
const { block, unblock, hide } = safetyCalls(as);
const openConnection = roomConnections(site);

async function connect(member: TestMember, since?: number): Promise<RoomSocket> {
  const socket = await openConnection(member, since);
  socket.send('ping');
  return socket;
}

const untilDelivered = async () => {
  await expect.poll(() => site.db.select().from(eventOutbox)).toEqual([]);
};

/** Two members who match and talk, each with an open socket; `pass` reads the typing pass of their thread. */
async function aConnectedConversation() {
  const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db, { name: 'Bas' })]);
  await aMatch(site.db, noor.id, bas.id);
  const id = String((await as(noor).get(`/api/chat.php?profile=${bas.id}`)).at('id'));
  await as(bas).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text: 'Hello' } });
  await untilDelivered();
  const pass = async (member: TestMember) => String((await as(member).get(`/api/chat.php?conversation=${id}`)).at('typing_pass'));
  const typed = (socket: RoomSocket, typing_pass: string) => socket.send(JSON.stringify({ type: 'typing', typing_pass }));
  const view = (socket: RoomSocket, typing_pass: string) => socket.send(JSON.stringify({ type: 'viewing', conversation: id, typing_pass }));
  const [noorSocket, basSocket] = await Promise.all([connect(noor), connect(bas)]);
  return { noor, bas, id, noorSocket, basSocket, pass, typed, view };
}

const kinds = (socket: RoomSocket) =>
  socket.frames().map(({ type, is_online }) => (is_online === undefined ? type : `${type} ${is_online}`));

describe('a block', () => {
  test('ends typing and presence between the two at once, in both rooms, also by passes that they hold', async () => {
    const { noor, bas, id, noorSocket, basSocket, pass, typed, view } = await aConnectedConversation();
    const [myPass, theirPass] = [await pass(noor), await pass(bas)];
    view(noorSocket, myPass);
    view(basSocket, theirPass);
    await expect.poll(() => [kinds(noorSocket), kinds(basSocket)]).toEqual([['presence.changed true'], ['presence.changed true']]);
    typed(noorSocket, myPass);
    await expect.poll(() => kinds(basSocket).at(-1)).toBe('typing');

    await block(noor, bas);
    await untilDelivered();
    await expect.poll(() => kinds(noorSocket).length).toBe(4);
    await expect.poll(() => kinds(basSocket).length).toBe(4);
    typed(noorSocket, myPass);
    typed(basSocket, theirPass);
    view(noorSocket, myPass);
    view(basSocket, theirPass);
    await pause(500);
    expect(kinds(noorSocket).toSorted()).toEqual(['chat.deleted', 'presence.changed false', 'presence.changed true', 'user.changed']);
    expect(kinds(basSocket).toSorted()).toEqual(['presence.changed false', 'presence.changed true', 'typing', 'user.changed']);
    expect(noorSocket.frames().find(({ type }) => type === 'chat.deleted')).toMatchObject({ conversation: id });
    expect([await pass(noor), await pass(bas)]).toEqual(['', '']);
  });

  test('lifted lets both type again with fresh passes, and not with the old ones', async () => {
    const { noor, bas, id, noorSocket, basSocket, pass, typed } = await aConnectedConversation();
    const old = await pass(noor);
    await block(noor, bas);
    await unblock(noor, bas);
    await untilDelivered();
    // A room has an event before its sockets have received it.
    await expect.poll(() => kinds(basSocket)).toEqual(['user.changed', 'user.changed']);
    typed(noorSocket, old);
    typed(noorSocket, await pass(noor));
    await expect.poll(() => basSocket.frames().slice(2)).toEqual([{ type: 'typing', conversation: id }]);
    typed(basSocket, await pass(bas));
    await expect.poll(() => kinds(noorSocket).at(-1)).toBe('typing');
  });

  test('sends the blocked member nothing that names anybody', async () => {
    const { noor, bas, basSocket } = await aConnectedConversation();
    await block(noor, bas);
    await untilDelivered();
    const frames = await basSocket.untilFrames(1);
    expect(frames.map(({ at: _, seq: __, ...frame }) => frame)).toEqual([{ type: 'user.changed' }]);
  });
});

test('a like that a device has missed is not replayed to it after a block', async () => {
  const [noor, bas] = [await aMember(site.db, { name: 'Noor' }), await aMember(site.db, { name: 'Bas' })];
  await as(noor).post('/api/likes.php', { profile: bas.id });
  await untilDelivered();
  await block(noor, bas);
  await untilDelivered();
  const phone = await connect(bas, 0);
  expect((await phone.untilFrames(1)).map(({ type }) => type)).toEqual(['resync']);
  expect(phone.texts.join()).not.toContain(noor.id);
});

describe('hiding one’s presence', () => {
  test('ends it for members who are viewing, also by the pass that they hold, and leaves typing as it was', async () => {
    const { noor, bas, id, noorSocket, basSocket, pass, typed, view } = await aConnectedConversation();
    const [myPass, theirPass] = [await pass(noor), await pass(bas)];
    view(noorSocket, myPass);
    view(basSocket, theirPass);
    await expect.poll(() => [kinds(noorSocket), kinds(basSocket)]).toEqual([['presence.changed true'], ['presence.changed true']]);

    expect((await as(noor).put('/api/user.php', { hide_presence: true })).status).toBe(200);
    await untilDelivered();
    await expect.poll(() => kinds(basSocket)).toEqual(['presence.changed true', 'presence.changed false']);
    view(basSocket, theirPass);
    view(basSocket, await pass(bas));
    typed(basSocket, theirPass);
    typed(noorSocket, myPass);
    await expect.poll(() => kinds(basSocket).at(-1)).toBe('typing');
    await expect.poll(() => kinds(noorSocket).at(-1)).toBe('typing');
    expect(kinds(basSocket)).toEqual(['presence.changed true', 'presence.changed false', 'typing']);
    // Bas does not hide his presence, so that Noor still sees it.
    expect(kinds(noorSocket)).toEqual(['presence.changed true', 'user.changed', 'typing']);
    expect((await as(bas).get(`/api/chat.php?conversation=${id}`)).at('profile.is_online')).toBe(false);

    await as(noor).put('/api/user.php', { hide_presence: false });
    await untilDelivered();
    view(basSocket, theirPass);
    view(basSocket, await pass(bas));
    await expect.poll(() => kinds(basSocket).slice(3)).toEqual(['presence.changed true']);
  });
});

test('a hide notifies the devices of the hiding member, and nobody else', async () => {
  const { noor, bas, noorSocket, basSocket } = await aConnectedConversation();
  await hide(noor, bas);
  await untilDelivered();
  expect(await noorSocket.untilFrames(1)).toMatchObject([{ type: 'user.changed' }]);
  expect(basSocket.frames()).toEqual([]);
});

test('an event that a block deletes during its delivery makes the devices resync', async () => {
  const [noor, eva] = [await aMember(site.db), await aMember(site.db)];
  const [noorSocket, evaSocket] = await Promise.all([connect(noor), connect(eva)]);
  const row = (memberId: string) => ({ id: newId(), memberId, event: { type: 'user.changed' }, createdAt: Date.now(), dueAt: 0 });
  await insertEvents(site.db, [row(noor.id), row(eva.id)]);
  // Deletes the row after the sweep has claimed it and before its delivery, as a block would.
  await site.db.$client.execute(
    `create trigger taken_back after update on event_outbox when new.member_id = '${noor.id}' begin delete from event_outbox where id = new.id; end`,
  );
  expect(await site.worker.scheduled()).toBe('ok');
  await site.db.$client.execute('drop trigger taken_back');
  expect((await noorSocket.untilFrames(2)).map(({ type }) => type)).toEqual(['user.changed', 'resync']);
  await evaSocket.untilFrames(1);
  await pause(200);
  expect(kinds(evaSocket)).toEqual(['user.changed']);
  await untilDelivered();
});
