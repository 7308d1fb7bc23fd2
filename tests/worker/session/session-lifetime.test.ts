import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { aMember, aSession, newId, PASSWORD } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { aFile, aPng } from '../../support/files/image-files.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

const site = testSite();

const logIn = (email: string, password = PASSWORD) => site.visitor.post('/api/login.php', { email, password });
const sessionCookieOf = (headers: Headers) => headers.getSetCookie().find((cookie) => cookie.startsWith('session=')) ?? '';

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

/** Those of operators need another session: tests/worker/authorization/operator-access.test.ts. */
const memberCalls = Object.entries(ENDPOINTS).filter(([, { who }]) => who !== 'everybody' && who !== 'operators');

/** Makes a call with input that passes its schema, so that it reaches the check of the session. */
function anyCall(cookie: string, name: string) {
  const endpoint = ENDPOINTS[name];
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  const id = newId();
  const client = apiClient(site.url, cookie);
  if (endpoint.method === 'GET')
    return client.get(`${endpoint.path}?${endpoint.onlyWithQuery ?? 'nothing'}=${id}&lat=52.09&lon=5.12&account=nova&flow=profile-search`);
  if (endpoint.bodyKind === 'file') return client.upload(endpoint.path, [['file', aFile(aPng({ width: 240, height: 300 }))]]);
  const account = { id, email: 'somebody@example.org', old: 'an old password', password: 'a password of my own' };
  const body = {
    ...account,
    profile: id,
    image: { id },
    is_nude: true,
    conversation: { id },
    message: { client_id: id, text: 'hello' },
    read_to: endpoint.path === '/api/chat.php' ? 1 : '2026-01-01T00:00:00.000Z',
    reason: 'spam',
    subscription: null,
    test: true,
    stay: true,
    transaction: id,
    pack: 'pack-50',
    payment_method: 'ideal',
    nonce: id,
    limits: { day: null, week: null, month: null },
  };
  const path = endpoint.onlyWithQuery ? `${endpoint.path}?${endpoint.onlyWithQuery}=1` : endpoint.path;
  return client[endpoint.method === 'POST' ? 'post' : endpoint.method === 'PUT' ? 'put' : 'delete'](path, body);
}

describe('an ended session', () => {
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
  // They log out, and they read the decision that has banned them.
  test.each(memberCalls.filter(([name]) => name !== 'session.logOut' && name !== 'cases.listDecisions'))(
    'is refused with the reason on %s',
    async (name) => {
      const member = await aMember(site.db, { status: 'banned', banReason: 'scam' });
      const before = await allRows(site.db);
      const answer = await anyCall(member.cookie, name);
      expect([answer.status, answer.at('error.code'), answer.at('error.details')]).toEqual([403, 'banned', { reason: 'scam' }]);
      expect(await allRows(site.db)).toEqual(before);
    },
  );

  test('can log out, and is then signed out', async () => {
    const member = await aMember(site.db, { status: 'banned', banReason: 'scam' });
    expect((await site.as(member).get('/api/logout.php')).body).toBe('done');
    expect((await site.as(member).get('/api/user.php')).at('error.code')).toBe('signed_out');
  });
});

describe('a session in use', () => {
  const seen = (memberId: string, ago: number) =>
    site.db.$client.execute({ sql: 'update sessions set seen_at = ? where member_id = ?', args: [Date.now() - ago, memberId] });
  const daysLeft = async (memberId: string) => {
    const { rows } = await site.db.$client.execute({ sql: 'select expires_at from sessions where member_id = ?', args: [memberId] });
    return Math.round((Number(rows[0]?.expires_at) - Date.now()) / DAY);
  };

  test('is extended to ninety days after a day, and so is its cookie', async () => {
    const member = await aMember(site.db);
    await seen(member.id, DAY + HOUR);
    const answer = await site.as(member).get('/api/user.php');
    expect(sessionCookieOf(answer.headers)).toContain(`${member.cookie}; Max-Age=7776000`);
    await expect.poll(() => daysLeft(member.id)).toBe(90);
  });

  test('stores the activity of a member once in five minutes', async () => {
    const member = await aMember(site.db);
    const lastActiveAt = Date.now() - MINUTE;
    const activityBucket = Math.floor(Date.now() / (15 * MINUTE));
    const args = [lastActiveAt, activityBucket, member.id];
    await site.db.$client.execute({ sql: 'update members set last_active_at = ?, activity_bucket = ? where id = ?', args });
    await seen(member.id, DAY + HOUR);
    await site.as(member).get('/api/user.php');
    // The session is extended behind the activity.
    await expect.poll(() => daysLeft(member.id)).toBe(90);
    const { rows } = await site.db.$client.execute({ sql: 'select last_active_at from members where id = ?', args: [member.id] });
    const isNextBucket = Math.floor(Date.now() / (15 * MINUTE)) > activityBucket;
    expect(isNextBucket || rows[0]?.last_active_at === lastActiveAt).toBe(true);
  });

  test('stores the activity of a member after five minutes, also where the search ranks them by it already', async () => {
    const member = await aMember(site.db, { hidePresence: true });
    const since = Date.now();
    const today = Math.floor(since / DAY) * 96;
    await site.db.$client.execute({
      sql: 'update members set last_active_at = ?, activity_bucket = ? where id = ?',
      args: [since - 6 * MINUTE, today, member.id],
    });
    await site.as(member).get('/api/user.php');
    const lastActiveAt = async () => {
      const { rows } = await site.db.$client.execute({ sql: 'select last_active_at from members where id = ?', args: [member.id] });
      return rows[0]?.last_active_at;
    };
    await expect.poll(lastActiveAt).toBeGreaterThanOrEqual(since);
  });

  test('stores the activity of a member sooner if the search ranks them by an earlier one', async () => {
    const member = await aMember(site.db);
    const rankedBy = Math.floor(Date.now() / (15 * MINUTE)) - 1;
    await site.db.$client.execute({
      sql: 'update members set last_active_at = ?, activity_bucket = ? where id = ?',
      args: [Date.now() - MINUTE, rankedBy, member.id],
    });
    await site.as(member).get('/api/user.php');
    const bucket = async () => {
      const { rows } = await site.db.$client.execute({ sql: 'select activity_bucket from members where id = ?', args: [member.id] });
      return rows[0]?.activity_bucket;
    };
    await expect.poll(bucket).toBeGreaterThan(rankedBy);
  });

  test('needs no write and no cookie within a day', async () => {
    const member = await aMember(site.db);
    await seen(member.id, DAY - HOUR);
    const answer = await site.as(member).get('/api/user.php');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect(await daysLeft(member.id)).toBe(0);
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
    const { rows } = await site.db.$client.execute({
      sql: "select event ->> 'type' as type from event_outbox where member_id = ?",
      args: [member.id],
    });
    expect(rows.map(({ type }) => type)).toEqual(['session.ended']);
  });

  test('repeated or by a visitor is 403 signed_out', async () => {
    const member = await aMember(site.db);
    await site.as(member).get('/api/logout.php');
    for (const client of [site.as(member), site.visitor]) {
      const answer = await client.get('/api/logout.php');
      expect([answer.status, answer.at('error.code')]).toEqual([403, 'signed_out']);
    }
  });
});
