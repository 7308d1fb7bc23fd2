import createClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import type { paths } from '../../contract/openapi/api-types.ts';
import { aConversation, aMember, PASSWORD } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
const id = 'generated-client-00001';

/** A program of somebody else, with the types that `openapi-typescript` makes of the description. */
const clientAt = (url: string, cookie = '') =>
  createClient<paths>({ baseUrl: url, headers: { Origin: url, ...(cookie && { Cookie: cookie }) } });

test('a client made from the OpenAPI description signs in, searches and sends', async () => {
  const joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 5 });
  const marit = await aMember(site.db, { name: 'Marit', gender: 'female' });
  const conversation = await aConversation(site.db, joris.id, marit.id);

  const login = await clientAt(site.url).POST('/api/login.php', { body: { email: joris.email, password: PASSWORD } });
  expect(login.response.status).toBe(200);
  const [cookie = ''] = login.response.headers.getSetCookie().flatMap((set) => set.match(/^session=[^;]+/) ?? []);
  const client = clientAt(site.url, cookie);

  const search = await client.GET('/api/search.php', { params: { query: { gender: 'female' } } });
  expect(search.data?.profiles.map(({ name }) => name)).toEqual(['Marit']);

  const sent = await client.POST('/api/chat.php', {
    body: { conversation: { id: conversation }, message: { client_id: id, text: 'Do you sail?' } },
  });
  expect(sent.data).toMatchObject({ message: { text: 'Do you sail?', sender_id: joris.id }, credits: 4 });

  const refused = await clientAt(site.url).GET('/api/user.php', {});
  expect([refused.response.status, refused.error?.error.code]).toEqual([403, 'signed_out']);
});
