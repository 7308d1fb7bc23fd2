import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAttempt } from '#db/queries/attempts';
import { ENDPOINTS } from '#contract/index';
import { apiClient } from '../support/client.ts';
import { aMember, aSession, newEmail, newId, PASSWORD } from '../support/factories.ts';
import { allRows, countRows } from '../support/rows.ts';
import { useSite } from '../support/site.ts';
import { startWorker, type TestWorker } from '../support/worker.ts';
import { sha256 } from '../../worker/domain/ids.ts';

const site = useSite();
const HOUR = 3600_000;

const logIn = (email: string, password = PASSWORD) => site.visitor.post('/api/login.php', { email, password });
const sessionCookieOf = (headers: Headers) => headers.getSetCookie().find((cookie) => cookie.startsWith('session=')) ?? '';

describe('a login', () => {
  test('answers the account and opens a session', async () => {
    const member = await aMember(site.db, { credits: 3 });
    const answer = await logIn(` ${member.email.toUpperCase()} `);
    expect([answer.status, answer.at('user.id'), answer.at('user.credits')]).toEqual([200, member.id, 3]);
    expect((await apiClient(site.url, answer.cookie).get('/api/user.php')).at('user.id')).toBe(member.id);
  });

  test('leaves the sessions of other devices open', async () => {
    const member = await aMember(site.db);
    await logIn(member.email);
    expect((await site.as(member).get('/api/user.php')).status).toBe(200);
    expect(await countRows(site.db, 'sessions', member.id)).toBe(2);
  });

  test('of an account that has not confirmed its address is open', async () => {
    const member = await aMember(site.db, { status: 'not_confirmed' });
    expect((await logIn(member.email)).at('user.activated')).toBe(false);
  });

  test('with a wrong password and of an unknown address answers exactly alike and opens nothing', async () => {
    const member = await aMember(site.db);
    const before = await allRows(site.db);
    const [wrong, unknown] = [await logIn(member.email, 'not the password'), await logIn(newEmail())];
    expect([wrong.status, wrong.at('error.code')]).toEqual([403, 'wrong_credentials']);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect([wrong.cookie, unknown.cookie]).toEqual(['', '']);
    expect(await allRows(site.db)).toEqual(before);
  });

  test.each(['deleted', 'banned'] as const)('with a wrong password does not tell that an account is %s', async (status) => {
    const member = await aMember(site.db, { status, banReason: 'spam' });
    expect((await logIn(member.email, 'not the password')).body).toEqual((await logIn(newEmail())).body);
  });

  test('of a deleted account is refused as deleted', async () => {
    const member = await aMember(site.db, { status: 'deleted' });
    const answer = await logIn(member.email);
    expect([answer.status, answer.at('error.code'), answer.cookie]).toEqual([403, 'deleted', '']);
  });

  test('of a banned account is refused with the reason', async () => {
    const member = await aMember(site.db, { status: 'banned', banReason: 'spam' });
    const answer = await logIn(member.email);
    expect([answer.status, answer.at('error.code'), answer.at('error.details'), answer.cookie]).toEqual([403, 'banned', { reason: 'spam' }, '']);
  });

  test.each([
    ['nothing', {}, { email: 'required', password: 'required' }],
    ['an empty password', { email: 'a@example.org', password: '' }, { password: 'required' }],
    ['an address that is none', { email: 'a', password: 'x' }, { email: 'not_allowed' }],
    ['lists', { email: ['a@example.org'], password: ['x'] }, { email: 'wrong_type', password: 'wrong_type' }],
    ['an over-long password', { email: 'a@example.org', password: 'x'.repeat(1001) }, { password: 'too_long' }],
  ])('with %s is refused by its fields', async (_, body, fields) => {
    const answer = await site.visitor.post('/api/login.php', body);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
  });
});

describe('the limit of logins', () => {
  /** Uses up tries of an account in this hour and the next, so that no change of the hour matters. */
  async function spend(email: string, tries: number): Promise<void> {
    const key = `login:${await sha256(email)}`;
    for (const at of [Date.now(), Date.now() + HOUR]) {
      for (let n = 0; n < tries; n += 1) await countAttempt(site.db, key, HOUR, at);
    }
  }

  test('lets the tenth of an hour in and holds the eleventh, right password or not', async () => {
    const [tenth, eleventh] = [await aMember(site.db), await aMember(site.db)];
    await spend(tenth.email, 9);
    await spend(eleventh.email, 10);
    expect((await logIn(tenth.email)).status).toBe(200);
    const held = await logIn(eleventh.email);
    expect([held.status, held.at('error.code'), held.at('error.details.limit'), held.cookie]).toEqual([429, 'too_many', 10, '']);
    expect(Number(held.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(held.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
  });

  test('holds an unknown address just the same', async () => {
    const email = newEmail();
    await spend(email, 10);
    expect((await logIn(email)).at('error.code')).toBe('too_many');
  });

  test('begins anew after a right password, and no other account notices', async () => {
    const [member, other] = [await aMember(site.db), await aMember(site.db)];
    await spend(member.email, 9);
    expect((await logIn(member.email)).status).toBe(200);
    expect((await logIn(member.email, 'not the password')).at('error.code')).toBe('wrong_credentials');
    await spend(member.email, 10);
    expect((await logIn(other.email)).status).toBe(200);
  });
});

describe('the session cookie', () => {
  let secure: TestWorker;
  beforeAll(async () => {
    secure = await startWorker({ dbUrl: site.dbUrl, vars: { SITE_URL: 'https://vonk.example' } });
  });
  afterAll(() => secure?.stop());

  test('is out of reach of scripts and other sites and lasts ninety days', async () => {
    const member = await aMember(site.db);
    const cookie = sessionCookieOf((await logIn(member.email)).headers);
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(new RegExp(`^session=${member.id}\\.[\\w-]{43}$`));
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax']);
  });

  test('is Secure on https', async () => {
    const member = await aMember(site.db);
    const ask = apiClient(secure.url);
    const answer = await ask.post('/api/login.php', { email: member.email, password: PASSWORD }, { Origin: 'https://vonk.example' });
    expect(sessionCookieOf(answer.headers)).toContain('; Secure');
  });

  test.each([
    ['of another member', (mine: string, theirs: string) => `session=${theirs.slice(8, 30)}.${mine.slice(31)}`],
    ['with another token', (mine: string) => `${mine.slice(0, -4)}AAAA`],
    ['without a token', (mine: string) => mine.slice(0, 30)],
    ['that is nonsense', () => 'session=%00.%27%20or%201=1'],
  ])('%s is signed out', async (_, forge) => {
    const [mine, theirs] = [await aMember(site.db), await aMember(site.db)];
    const answer = await apiClient(site.url, forge(mine.cookie, theirs.cookie)).get('/api/user.php');
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'signed_out']);
  });
});

const memberCalls = Object.entries(ENDPOINTS).filter(([, { who }]) => who !== 'P');

/** A call with whatever passes its schema, so that it reaches the check of the session. */
function anyCall(cookie: string, name: string) {
  const endpoint = ENDPOINTS[name];
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  const id = newId();
  const client = apiClient(site.url, cookie);
  if (endpoint.method === 'GET') return client.get(`${endpoint.path}?${endpoint.when ?? 'nothing'}=${id}`);
  const body = { profile: id, conversation: { id }, message: { client_id: id, text: 'hello' }, read_to: 1 };
  return client[endpoint.method === 'POST' ? 'post' : endpoint.method === 'PUT' ? 'put' : 'delete'](endpoint.path, body);
}

describe('a session that is over', () => {
  test.each(memberCalls)('is 403 signed_out on %s', async (name) => {
    const member = await aMember(site.db);
    const expired = await aSession(site.db, member.id, { endsIn: -1 });
    const answer = await anyCall(expired, name);
    expect([answer.status, answer.at('error.code'), Object.keys(answer.body as object)]).toEqual([403, 'signed_out', ['error']]);
  });

  test.each(memberCalls)('of a deleted member is 403 signed_out on %s', async (name) => {
    const member = await aMember(site.db, { status: 'deleted' });
    const answer = await anyCall(member.cookie, name);
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'signed_out']);
  });
});

describe('a banned member', () => {
  test.each(memberCalls.filter(([name]) => name !== 'account.logOut'))('is refused with the reason on %s', async (name) => {
    const member = await aMember(site.db, { status: 'banned', banReason: 'scam' });
    const before = await allRows(site.db);
    const answer = await anyCall(member.cookie, name);
    expect([answer.status, answer.at('error.code'), answer.at('error.details')]).toEqual([403, 'banned', { reason: 'scam' }]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('leaves by logging out, and is then signed out', async () => {
    const member = await aMember(site.db, { status: 'banned', banReason: 'scam' });
    expect((await site.as(member).get('/api/logout.php')).body).toBe('done');
    expect((await site.as(member).get('/api/user.php')).at('error.code')).toBe('signed_out');
  });
});

describe('a logout', () => {
  test('says done, ends this session alone and takes the cookie back', async () => {
    const member = await aMember(site.db);
    const phone = { cookie: await aSession(site.db, member.id) };
    const answer = await site.as(member).get('/api/logout.php');
    expect([answer.status, answer.body, answer.headers.get('Content-Type')]).toEqual([200, 'done', 'text/plain; charset=UTF-8']);
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"');
    expect(sessionCookieOf(answer.headers)).toMatch(/^session=; .*Max-Age=0/);
    expect((await site.as(member).get('/api/user.php')).at('error.code')).toBe('signed_out');
    expect((await site.as(phone).get('/api/user.php')).status).toBe(200);
  });

  test('closes the sockets of its session', async () => {
    const member = await aMember(site.db);
    await site.as(member).get('/api/logout.php');
    const { rows } = await site.db.$client.execute({ sql: "select event ->> 'type' as type from outbox where member_id = ?", args: [member.id] });
    expect(rows.map(({ type }) => type)).toEqual(['session.ended']);
  });

  test('said twice or by a visitor is 403 signed_out', async () => {
    const member = await aMember(site.db);
    await site.as(member).get('/api/logout.php');
    for (const client of [site.as(member), site.visitor]) {
      const answer = await client.get('/api/logout.php');
      expect([answer.status, answer.at('error.code')]).toEqual([403, 'signed_out']);
    }
  });
});
