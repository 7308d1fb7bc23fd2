import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventOutbox } from '#db/schema/index';
import { signTicket, TICKET_MS } from '#room/tokens';
import { aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { roomConnections } from '../../support/product/connect-to-room.ts';
import { openRoomSocket } from '../../support/product/room-socket.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite({}, { hasRooms: true });
const { as } = site;
const connect = roomConnections(site);

const roomOf = async (member: TestMember) => {
  const answer = await as(member).get('/api/room.php');
  return { name: String(answer.at('room')), host: answer.at('host'), party: answer.at('party'), ticket: String(answer.at('ticket')) };
};

test('the site is healthy without a room server', async () => {
  expect((await site.visitor.get('/api/health.php')).body).toMatchObject({ ok: true, party: true });
});

test('a page connects to its own origin, which its content security policy allows', async () => {
  const member = await aMember(site.db);
  expect(await roomOf(member)).toMatchObject({ host: new URL(site.url).host, party: 'member-room' });
  const page = await site.visitor.get('/');
  expect(page.headers.get('Content-Security-Policy')).toContain(`connect-src 'self' ${site.url.replace('http', 'ws')};`);
});

describe('the address of a room', () => {
  test('takes no posts and no visits, with or without a secret', async () => {
    const { name } = await roomOf(await aMember(site.db));
    const address = `${site.url}/parties/member-room/${name}`;
    const headers = { Authorization: `Bearer ${TEST_SECRETS.PARTY_SECRET}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ kind: 'purge' });
    for (const init of [{}, { headers }, { method: 'POST', headers, body }, { method: 'POST', body }]) {
      const answer = await fetch(address, init);
      expect([answer.status, await answer.json()]).toEqual([404, { error: { code: 'not_found', message: 'not found' } }]);
    }
  });

  test.each([
    ['a ticket of another room', { room: 'another-room' }],
    ['an expired ticket', { expires_at: Date.now() - 1 }],
    ['a ticket of another origin', { origin: 'https://vonk.example' }],
  ])('refuses %s', async (_, claims) => {
    const member = await aMember(site.db);
    const { name } = await roomOf(member);
    const good = { id: newId(), room: name, member: member.id, session: 's', origin: site.url, expires_at: Date.now() + TICKET_MS };
    const open = async (ticketClaims: object) => {
      const ticket = await signTicket(TEST_SECRETS.PARTY_SECRET, { ...good, ...ticketClaims });
      return openRoomSocket(`${site.url.replace('http', 'ws')}/parties/member-room/${name}?ticket=${ticket}`, site.url);
    };
    expect(await (await open(claims)).opened).toBe(false);
    const admitted = await open({});
    expect(await admitted.opened).toBe(true);
    admitted.close();
  });
});

test('a room stores in the database that its member left, and that they are back', async () => {
  const [noor, daan] = [await aMember(site.db), await aMember(site.db)];
  const isNoorOnline = async () => (await as(daan).get(`/api/profile.php?id=${noor.id}`)).at('profile.is_online');
  const socket = await connect(noor);
  await as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
  await as(noor).post('/api/page-hidden.php', {});
  socket.send(JSON.stringify({ type: 'seen', is_seen: false }));
  await expect.poll(isNoorOnline).toBe(false);
  socket.send(JSON.stringify({ type: 'seen', is_seen: true }));
  await expect.poll(isNoorOnline).toBe(true);
});

test('events that no room took are delivered by an alarm, once', async () => {
  const member = await aMember(site.db);
  const socket = await connect(member, 0);
  const now = Date.now();
  const event = { type: 'user.changed' };
  await site.db.insert(eventOutbox).values({ id: newId(), memberId: member.id, event, createdAt: now, dueAt: now });
  await Promise.all([site.worker.retryEvents(), site.worker.retryEvents()]);
  await site.worker.retryEvents();
  expect(await socket.untilFrames(1)).toMatchObject([{ ...event, seq: 1 }]);
  await expect.poll(() => site.db.select().from(eventOutbox)).toEqual([]);
  await pause(200);
  expect(socket.frames()).toHaveLength(1);
});
