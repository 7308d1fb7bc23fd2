import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { aConversation, aMember, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const writing = Object.entries(ENDPOINTS).filter(([, { method, changesState }]) => method !== 'GET' || changesState);
/** All but one-click unsubscription and payment webhooks, which have no origin: a signed token and a request to the provider secure these. */
const originChecked = writing.filter(([, { bodyKind }]) => bodyKind !== 'anything' && bodyKind !== 'raw');
const reading = Object.entries(ENDPOINTS).filter(([, { method, changesState }]) => method === 'GET' && !changesState);

async function ask(name: string, headers: Record<string, string>, cookie = ''): Promise<Response> {
  const endpoint = ENDPOINTS[name];
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  const url = new URL(endpoint.path, site.url);
  if (endpoint.onlyWithQuery) url.searchParams.set(endpoint.onlyWithQuery, newId());
  const hasBody = endpoint.method !== 'GET';
  const all = { ...(hasBody ? { 'Content-Type': 'application/json' } : {}), ...(cookie ? { Cookie: cookie } : {}), ...headers };
  return fetch(url, { method: endpoint.method, headers: all, redirect: 'manual', ...(hasBody ? { body: '{}' } : {}) });
}

const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;

describe('a change that another site asks for', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { Origin: 'https://evil.example' }],
    ['our name with another scheme', { Origin: 'https://localhost' }],
    ['our name as the start of another', { Origin: 'http://localhost.evil.example' }],
    ['an origin without a name', { Origin: 'null' }],
    ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a fetch from a sibling site', { 'Sec-Fetch-Site': 'same-site' }],
  ];
  test.each(originChecked.flatMap(([name]) => foreign.map(([from, headers]) => [name, from, headers] as const)))(
    'on %s from %s is refused',
    async (name, _, headers) => {
      const response = await ask(name, headers);
      expect([response.status, await codeOf(response)]).toEqual([403, 'bad_origin']);
    },
  );

  test('with our own origin, but a cross-site fetch, is refused', async () => {
    const response = await ask('session.logIn', { Origin: site.url, 'Sec-Fetch-Site': 'cross-site' });
    expect(await codeOf(response)).toBe('bad_origin');
  });

  test('with a member’s cookie changes nothing', async () => {
    const [member, other] = [await aMember(site.db), await aMember(site.db)];
    const before = await allRows(site.db);
    const me = apiClient(site.url, member.cookie);
    const evil = { Origin: 'https://evil.example' };
    const answers = [
      await me.get('/api/logout.php', evil),
      await me.get(`/api/chat.php?profile=${other.id}`, evil),
      await me.post('/api/likes.php', { profile: other.id }, evil),
      await me.put('/api/user.php', { city: 'Gouda' }, { 'Sec-Fetch-Site': 'cross-site' }),
      await me.get('/api/search.php?gender=male&manual_search=1', { 'Sec-Fetch-Site': 'cross-site' }),
      await me.post('/api/likes.php', JSON.stringify({ profile: other.id }), { ...evil, 'Content-Type': 'text/plain' }),
    ];
    expect(answers.map((answer) => answer.at('error.code'))).toEqual(Array(6).fill('bad_origin'));
    expect(await allRows(site.db)).toEqual(before);
  });

  test.each(writing)('on %s passes the check from our own page, and from a client that is no browser', async (name) => {
    const accepted = [
      { Origin: site.url, 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'same-origin' },
      {},
    ];
    for (const headers of accepted) expect(await codeOf(await ask(name, headers))).not.toBe('bad_origin');
  });

  test.each(reading)('does not include %s: reading is open', async (name) => {
    const response = await ask(name, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' });
    const text = await response.text();
    expect(text).not.toContain('bad_origin');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('an address of the API', () => {
  test.each(['/api/nothing.php', '/api/', '/api/user', '/api/USER.php', '/api/user.php/x', '/api/..%2Fuser.php'])(
    '%s is unknown: 404',
    async (path) => {
      for (const method of ['get', 'post', 'put', 'delete'] as const) {
        const answer = await site.visitor[method](path);
        expect([answer.status, answer.at('error.code')]).toEqual([404, 'not_found']);
      }
    },
  );

  test('with an unsupported method is 405 and names the supported ones', async () => {
    const answer = await site.visitor.get('/api/mailchange.php');
    expect([answer.status, answer.at('error.code')]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('Allow')?.split(', ').toSorted()).toEqual(['DELETE', 'POST', 'PUT']);
    expect((await site.visitor.post('/api/settings.php')).headers.get('Allow')).toBe('GET');
    expect((await fetch(`${site.url}/api/chats.php`, { method: 'PATCH' })).status).toBe(405);
    expect((await fetch(`${site.url}/api/chats.php`, { method: 'OPTIONS' })).status).toBe(405);
  });

  test('that needs its query key is unknown without it', async () => {
    expect((await site.visitor.post('/api/user.php')).at('error.code')).toBe('not_found');
    expect((await site.visitor.get('/api/chat.php')).at('error.code')).toBe('not_found');
  });

  test('answers HEAD as GET without a body', async () => {
    const response = await fetch(`${site.url}/api/settings.php`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('a body', () => {
  test('above a quarter of a megabyte is 413, with a Content-Length or without', async () => {
    const big = JSON.stringify({ email: 'x'.repeat(256 * 1024) });
    const withLength = await site.visitor.post('/api/login.php', big);
    expect([withLength.status, withLength.at('error.code')]).toEqual([413, 'too_large']);
    const stream = new Blob([big]).stream();
    const request: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
    };
    expect((await fetch(`${site.url}/api/login.php`, request)).status).toBe(413);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'application/jsonp', 'image/png'])(
    'of the type %s is 415',
    async (type) => {
      const answer = await site.visitor.post('/api/login.php', 'a=b', { 'Content-Type': type });
      expect([answer.status, answer.at('error.code')]).toEqual([415, 'unsupported_type']);
    },
  );

  test.each(['{', '{"a":}', 'a=b', '{"email":"a@b.nl",}', "{'a':1}", '\u0000', 'undefined'])('of %j is malformed', async (body) => {
    const answer = await site.visitor.post('/api/login.php', body);
    expect([answer.status, answer.at('error.code')]).toEqual([400, 'malformed']);
    expect(answer.at('error.message')).toBe('the body is not JSON');
  });

  test.each(['[]', '[{}]', '"text"', '7', 'null', 'true'])('of %s is no object: 422', async (body) => {
    const answer = await site.visitor.post('/api/login.php', body);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { body: 'wrong_type' }]);
  });

  test('that is empty counts as an object without keys', async () => {
    const answer = await site.visitor.post('/api/login.php', '');
    expect(answer.at('error.fields')).toEqual({ email: 'required', password: 'required' });
  });

  test('with keys like `__proto__` does no harm', async () => {
    const member = await aMember(site.db);
    const body = `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}},"email":"${member.email}","password":"${PASSWORD}"}`;
    expect((await site.visitor.post('/api/login.php', body)).status).toBe(200);
  });

  test('nested ten thousand deep is refused without an exception', async () => {
    const deep = `{"profile":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const answer = await apiClient(site.url, (await aMember(site.db)).cookie).post('/api/likes.php', deep);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { profile: 'wrong_type' }]);
  });
});

describe('lists and objects where one value belongs', () => {
  const id = newId();
  test.each([
    ['post', '/api/likes.php', { profile: [id] }, { profile: 'wrong_type' }],
    ['post', '/api/likes.php', { profile: { id } }, { profile: 'wrong_type' }],
    ['delete', '/api/chat.php', { conversation: id }, { conversation: 'wrong_type' }],
    ['delete', '/api/chat.php', { conversation: { id: [id] } }, { 'conversation.id': 'wrong_type' }],
    ['post', '/api/chat.php', { conversation: { id }, message: 'hello' }, { message: 'wrong_type' }],
    ['post', '/api/chat.php', { conversation: { id }, message: { client_id: id, text: ['a'] } }, { 'message.text': 'wrong_type' }],
    ['put', '/api/chat.php', { conversation: { id }, read_to: [1] }, { read_to: 'wrong_type' }],
  ] as const)('%s %s refuses %j', async (method, path, body, fields) => {
    const me = site.as(await aMember(site.db));
    const answer = await me[method](path, body);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
  });

  test.each([
    ['/api/search.php?page=1&page=2', { page: 'wrong_type' }],
    ['/api/search.php?page=abc', { page: 'wrong_type' }],
    ['/api/regions.php', { country: 'required' }],
    ['/api/regions.php?country=JP', { country: 'unknown' }],
    [`/api/profile.php?id=${newId()}&id=${newId()}`, { id: 'wrong_type' }],
    ['/api/profile.php?id=1', { id: 'unknown' }],
  ])('%s is refused', async (path, fields) => {
    const answer = await site.visitor.get(path);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
  });
});

describe('a text that a member writes', () => {
  const HARM_IN_ONE_LINE = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `'; drop table members; --`,
    `{{constructor}}`,
    `\${7*7}`,
  ];
  const HARM = [...HARM_IN_ONE_LINE, '\u0000\u0001'];

  test.each(HARM_IN_ONE_LINE)('%j comes back as it was written in a city', async (text) => {
    const me = site.as(await aMember(site.db));
    expect((await me.put('/api/user.php', { city: `a${text}b` })).at('user.profile.city')).toBe(`a${text}b`);
  });

  test.each(HARM)('%j comes back as it was written', async (text) => {
    const [member, other] = [await aMember(site.db, { credits: 9 }), await aMember(site.db)];
    const me = site.as(member);
    expect((await me.put('/api/user.php', { personal: `a${text}b` })).at('user.profile.personal')).toBe(`a${text}b`);
    const id = await aConversation(site.db, member.id, other.id);
    const sent = await me.post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text: `a${text}b` } });
    expect(sent.at('message.text')).toBe(`a${text}b`);
    const read = await site.as(other).get(`/api/chat.php?conversation=${id}`);
    expect(read.at('messages.0.text')).toBe(`a${text}b`);
    expect(read.headers.get('Content-Type')).toMatch(/^application\/json/i);
    expect(read.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('in an address or a search reaches the database as a text only', async () => {
    const email = `${newEmail()}'--`;
    expect((await site.visitor.get(`/api/validate_email.php?email=${encodeURIComponent(email)}`)).at('status')).toBe('invalid');
    const answer = await site.visitor.get(`/api/search.php?countryregion=${encodeURIComponent("NL-UT' or 1=1 --")}&country=NL`);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { countryregion: 'unknown' }]);
  });
});
