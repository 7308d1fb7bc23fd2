import { beforeAll, expect, test } from 'vitest';
import { aConversation, aMember, aSession, newId, type TestMember } from '../support/factories.ts';
import { accountWorld } from './account-world.ts';

const { site } = accountWorld();
let noor: TestMember;
let daan: TestMember;

beforeAll(async () => {
  noor = await aMember(site.db, { name: 'Noor' });
  daan = await aMember(site.db, { name: 'Daan', credits: 9 });
  const id = await aConversation(site.db, noor.id, daan.id);
  await site.as(daan).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text: 'Hello' } });
});

const isNoorOnline = async () => (await site.as(daan).get(`/api/profile.php?id=${noor.id}`)).at('profile.is_online');

test('a page that nobody looks at any longer takes its member off the air until their next call', async () => {
  await site.as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
  expect((await site.as(noor).post('/api/page-hidden.php', {})).status).toBe(204);
  expect(await isNoorOnline()).toBe(false);
  await site.as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
});

test('a session that is over takes nobody off the air', async () => {
  await site.as(noor).get('/api/user.php');
  await expect.poll(isNoorOnline).toBe(true);
  const expired = await aSession(site.db, noor.id, { endsIn: -1 });
  expect((await site.as({ cookie: expired }).post('/api/page-hidden.php', {})).at('error.code')).toBe('signed_out');
  expect(await isNoorOnline()).toBe(true);
});
