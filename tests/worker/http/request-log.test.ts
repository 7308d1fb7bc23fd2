import { describe, expect, test, vi } from 'vitest';
import { refusalResponse } from '../../../worker/http/responses.ts';
import { aConversation, aMember, aSession, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { csrfToken } from '../../support/product/signup-form.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

interface RequestLine {
  readonly at: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly request_id?: string;
}

/** The lines that the Worker writes; those of the runtime are not JSON. */
const linesOf = (log: string): RequestLine[] =>
  log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as RequestLine] : []));

const LAST_PATH = '/api/last-of-all.php';
let numLastRequests = 0;

/** Requests an address and waits for its line; then all earlier lines are written, too. Returns the log. */
async function finishedLog(): Promise<string> {
  numLastRequests += 1;
  await site.visitor.get(LAST_PATH);
  // An earlier test has left its own last request in the log.
  await expect.poll(async () => (await site.worker.log()).split(LAST_PATH).length - 1).toBe(numLastRequests);
  return site.worker.log();
}

/** Makes accepted and refused calls with personal data in query, body, cookie and path; returns that data. */
async function useEverything() {
  const password = 'a password for the log';
  const text = 'a message for the log';
  const email = newEmail();
  const member = await aMember(site.db, { credits: 9, name: 'Logged Name' });
  const other = await aMember(site.db);
  const me = site.as(member);
  const csrf = await csrfToken();
  const checked = await site.visitor.get(`/api/validate_email.php?email=${email}`);
  const token = String(checked.at('token'));
  const form = { email, name: 'Logged Name', password, csrf, token, n: newId() };
  const signedUp = await site.visitor.post('/api/user.php?new=1', form);
  await site.visitor.post('/api/user.php?new=1', { ...form, n: newId() });
  await site.visitor.post('/api/user.php?new=1', { ...form, name: email, token: 'x' });
  await site.visitor.post('/api/login.php', { email, password: `${password}!` });
  await site.visitor.post('/api/login.php', `{"email":"${email}","password":"${password}"`);
  await site.visitor.post('/api/login.php', { email: member.email, password: PASSWORD });
  const mails = await site.visitor.get(`/_dev/mail.json?to=${email}`);
  const link = new URL(String(mails.at('0.links.0')));
  await fetch(link, { redirect: 'manual' });
  const conversation = await aConversation(site.db, member.id, other.id);
  await me.post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text } });
  await me.post('/api/chat.php', { conversation: { id: newId() }, message: { client_id: newId(), text } });
  await me.get(`/api/chat.php?conversation=${conversation}`);
  await me.put('/api/user.php', { personal: text, city: ['x'] });
  const room = await me.get('/api/room.php');
  await site.visitor.get(`/members/${other.id}`);
  await site.visitor.get(`/members/${other.id}/x`);
  await site.visitor.get(`/nothing?email=${email}`);
  const expired = await aSession(site.db, member.id, { endsIn: -1 });
  await apiClient(site.url, expired).get('/api/user.php');
  const cookies = [member.cookie, expired, signedUp.cookie].map((cookie) => cookie.split('.')[1] ?? '');
  const linkToken = link.searchParams.get('token') ?? '';
  const secrets = [
    email,
    member.email,
    password,
    PASSWORD,
    text,
    'Logged Name',
    csrf,
    token,
    linkToken,
    ...cookies,
    String(room.at('ticket')),
    other.id,
  ];
  return { secrets: [...secrets, TEST_SECRETS.SIGNING_KEY, TEST_SECRETS.PARTY_SECRET] };
}

test('no log line carries an address, a password, a token, a name, an id of a page or the text of a message', async () => {
  const { secrets } = await useEverything();
  expect(secrets.filter((secret) => secret.length < 5)).toEqual([]);
  const log = await finishedLog();
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

test('every request of the API is one line with method, path without query, and status', async () => {
  await site.visitor.get('/api/profile_fields.php?secret=1');
  await site.visitor.post('/api/login.php?next=x', { email: newEmail(), password: 'x' });
  const lines = linesOf(await finishedLog()).filter(({ at }) => at === 'request');
  const about = (path: string) => lines.filter((line) => line.path === path).map(({ method, status }) => [method, status]);
  expect(about('/api/profile_fields.php')).toEqual([['GET', 200]]);
  expect(about('/api/login.php')).toContainEqual(['POST', 403]);
  expect(lines.filter(({ path = '' }) => path.includes('?'))).toEqual([]);
});

test('an unknown page is logged without the ids in its address', async () => {
  const id = newId();
  await site.visitor.get(`/members/${id}/nothing`);
  const lines = linesOf(await finishedLog());
  expect(lines).toContainEqual(expect.objectContaining({ path: '/members/:id/nothing', status: 404 }));
});

test('an address or a token that somebody puts into a path is not in the line', async () => {
  const [email, token] = [newEmail(), 'x'.repeat(80)];
  for (const path of [`/api/${email}`, `/api/${encodeURIComponent(email)}/x`, `/activate/${token}`]) await site.visitor.get(path);
  const log = await finishedLog();
  expect([email, encodeURIComponent(email), token].filter((secret) => log.includes(secret))).toEqual([]);
  expect(linesOf(log)).toContainEqual(expect.objectContaining({ path: '/activate/:text', status: 404 }));
});

test('an exception is logged by its stack alone, without the message of the database', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = refusalResponse(new Error('Failed query: insert …\nparams: Meet me\n    at my place tonight'));
  const [line] = log.mock.calls.flat().map(String);
  log.mockRestore();
  expect(answer.status).toBe(500);
  expect(line).toContain('request-log.test.ts');
  expect(line).not.toMatch(/tonight|Meet|params/);
});

describe('the id of a request', () => {
  const OWN = /^[0-9a-f]{32}$/;
  const idOf = async (path: string, sent?: string) =>
    (await site.visitor.get(path, sent === undefined ? {} : { 'X-Request-Id': sent })).headers.get('X-Request-Id');

  test('is new for each request and named by every answer: calls, refusals, pages, missing files', async () => {
    const ids = await Promise.all(['/api/settings.php', '/api/user.php', '/', '/nothing', '/assets/none.js'].map((path) => idOf(path)));
    for (const id of ids) expect(id).toMatch(OWN);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(['0123456789abcdef0123456789abcdef', '5f0c3d1e-8a4b-4c6d-9e2f-0a1b2c3d4e5f'])(
    'is the one that the client sends: %s',
    async (sent) => {
      expect(await idOf('/api/settings.php', sent)).toBe(sent);
      const lines = linesOf(await finishedLog());
      expect(lines.filter(({ request_id: id }) => id === sent)).toMatchObject([{ at: 'request', path: '/api/settings.php' }]);
    },
  );

  test.each([
    ['an address', 'somebody@example.org'],
    ['an id of a member', newId()],
    ['more than an id', `${'0'.repeat(32)}","at":"internal`],
    ['capital letters', 'ABCDEF0123456789ABCDEF0123456789'],
    ['a long text', 'a'.repeat(4000)],
    ['nothing', ''],
  ])('is not taken from the client if that sent %s', async (_, sent) => {
    expect(await idOf('/api/settings.php', sent)).toMatch(OWN);
    expect(sent === '' ? '' : await finishedLog()).not.toContain(sent || 'nothing was sent');
  });

  test('is in the lines of work after the answer, and one of its own in those of the scheduled handler', async () => {
    const [me, other] = [await aMember(site.db), await aMember(site.db)];
    const liked = await site.as(me).post('/api/likes.php', { profile: other.id });
    const id = liked.headers.get('X-Request-Id');
    // No rooms run in this test, so that the event of the like cannot be delivered.
    await expect
      .poll(async () => linesOf(await site.worker.log()).filter(({ at, request_id }) => at === 'publish' && request_id === id))
      .not.toEqual([]);
    await site.db.$client.execute('update event_outbox set due_at = 0');
    await site.worker.scheduled();
    const ofRuns = linesOf(await finishedLog()).filter(({ at, request_id }) => at === 'publish' && request_id !== id);
    expect(ofRuns).not.toEqual([]);
    for (const line of ofRuns) expect(line.request_id).toMatch(OWN);
  });
});

test('no refusal repeats what was sent', async () => {
  const email = newEmail();
  const answers = [
    await site.visitor.post('/api/login.php', { email, password: 'a secret of mine' }),
    await site.visitor.post('/api/login.php', { email: `${email}@`, password: 'a secret of mine' }),
    await site.visitor.post('/api/login.php', `{"email":"${email}"`),
    await site.visitor.post('/api/user.php?new=1', {
      email,
      name: email,
      password: 'a secret of mine',
      csrf: 'a-forged-token',
      token: 'a-forged-token',
    }),
    await site.visitor.get(`/api/profile.php?id=${email}`),
    await site.visitor.get(`/api/${email}`),
  ];
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${email}|a secret of mine|a-forged-token|at .*\\.ts`));
  }
});
