import { beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { signPresenceNote } from '#room/tokens';
import { aConversation, aMember, aSession, newId, type TestMember } from '../../support/database/factories.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { accountFixture } from '../account/account-fixture.ts';

const { site } = accountFixture();
let noor: TestMember;
let daan: TestMember;

beforeAll(async () => {
  noor = await aMember(site.db, { name: 'Noor' });
  daan = await aMember(site.db, { name: 'Daan', credits: 9 });
  const id = await aConversation(site.db, noor.id, daan.id);
  await site.as(daan).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text: 'Hello' } });
});

const isNoorOnline = async () => (await site.as(daan).get(`/api/profile.php?id=${noor.id}`)).at('profile.is_online');

test('a page that was hidden makes its member offline until their next call', async () => {
  await site.as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
  expect((await site.as(noor).post('/api/page-hidden.php', {})).status).toBe(204);
  expect(await isNoorOnline()).toBe(false);
  await site.as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
});

test('an ended session makes nobody offline', async () => {
  await site.as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
  const expired = await aSession(site.db, noor.id, { endsIn: -1 });
  expect((await site.as({ cookie: expired }).post('/api/page-hidden.php', {})).at('error.code')).toBe('signed_out');
  expect(await isNoorOnline()).toBe(true);
});

const sendPresenceNote = async ({
  secret = TEST_SECRETS.PARTY_SECRET,
  is_online = false,
  at = Date.now(),
  expires_at = Date.now() + MINUTE,
}) => {
  const note = await signPresenceNote(secret, { member: noor.id, is_online, at, expires_at });
  return site.visitor.post('/api/presence.php', { note });
};

test('a room reports that its member went offline, and that they are online again', async () => {
  await site.as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
  expect((await sendPresenceNote({ is_online: false })).status).toBe(204);
  expect(await isNoorOnline()).toBe(false);
  expect((await sendPresenceNote({ is_online: true })).status).toBe(204);
  expect(await isNoorOnline()).toBe(true);
});

test('a report of a room that is older than the last call is ignored', async () => {
  await sendPresenceNote({ is_online: true });
  expect((await sendPresenceNote({ at: Date.now() - MINUTE })).status).toBe(204);
  expect(await isNoorOnline()).toBe(true);
});

test.each([
  ['forged', { secret: 'another-secret-of-32-characters-or-more' }],
  ['too old', { expires_at: Date.now() - 1 }],
])('a note that is %s is refused and changes nothing', async (_, how) => {
  await sendPresenceNote({ is_online: true });
  expect((await sendPresenceNote(how)).at('error.code')).toBe('invalid');
  expect(await isNoorOnline()).toBe(true);
});

test('the calls of a hidden page make nobody online', async () => {
  await site.as(noor).get('/api/user.php');
  await site.as(noor).post('/api/page-hidden.php', {});
  // Activity is stored after the answer; each further call gives that enough time.
  for (const path of ['/api/user.php', '/api/chats.php', '/api/likes.php']) {
    expect((await site.as(noor).get(path, { 'X-Page-Hidden': '1' })).status).toBe(200);
    expect(await isNoorOnline()).toBe(false);
  }
});

test('a page that is loaded in the background makes nobody online', async () => {
  await site.as(noor).post('/api/page-hidden.php', {});
  for (const path of ['/home', '/likes', '/home']) {
    expect((await site.as(noor).get(path)).status).toBe(200);
    expect(await isNoorOnline()).toBe(false);
  }
});

test('a beacon is accepted from a page of this site alone, whatever else it says', async () => {
  await site.as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
  for (const headers of [{ Origin: 'https://evil.example' }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
    expect((await site.as(noor).post('/api/page-hidden.php', {}, headers)).at('error.code')).toBe('bad_origin');
  }
  expect(await isNoorOnline()).toBe(true);
});
