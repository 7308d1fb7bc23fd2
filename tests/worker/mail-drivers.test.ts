import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { MAIL_TRIES } from '#db/queries/outbox';
import { mails } from '#db/schema/index';
import { apiClient } from '../support/client.ts';
import { type MailApi, type SmtpHost, startMailApi, startSmtp, startTcp } from '../support/mail-servers.ts';
import { countRows } from '../support/rows.ts';
import { aSignUpForm } from '../support/signup-form.ts';
import { startDatabase, type TestDatabase } from '../support/sqld.ts';
import { startWorker, type TestWorker } from '../support/worker.ts';

const FROM = 'Vönk, the site <hello@vonk.example>';

let database: TestDatabase;
let db: Database;
const open: TestWorker[] = [];

beforeAll(async () => {
  database = await startDatabase();
  db = openDatabase(database.url);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((worker) => worker.stop()));
  await db.delete(mails);
});
afterAll(() => database?.stop());

/** The site with its mails going to an address, and its own way of saying who is behind it. */
async function siteWith(mailUrl: string, vars: Record<string, string> = {}): Promise<TestWorker> {
  const worker = await startWorker({ dbUrl: database.url, vars: { MAIL_URL: mailUrl, MAIL_FROM: FROM, ...vars } });
  open.push(worker);
  return worker;
}

/** Signs somebody up and gives their form, their browser and what the site says of their activation mail. */
async function join(worker: TestWorker, changes: object = {}) {
  const form = await aSignUpForm(changes);
  const answer = await apiClient(worker.url).post('/api/user.php?new=1', form);
  expect(answer.status).toBe(201);
  const me = apiClient(worker.url, answer.cookie);
  return { form, id: String(answer.at('user.id')), delivered: async () => (await me.get('/api/activate.php')).at('delivered') };
}

const row = async () => (await db.select().from(mails))[0];
const becomeDue = () => db.update(mails).set({ dueAt: 0 });

describe('over SMTP', () => {
  let smtp: SmtpHost;
  beforeAll(async () => {
    smtp = await startSmtp();
  });
  afterAll(() => smtp?.stop());

  const withKey = () => smtp.url.replace('smtp://', `smtp://${encodeURIComponent('me@site')}:${encodeURIComponent('pä:ss/ word')}@`);

  test('a mail reaches the server whole, with both its parts and the right headers', async () => {
    const worker = await siteWith(withKey());
    const { form, delivered } = await join(worker, { name: 'Zoë "Z" Łucja', language: 'nl' });
    await expect.poll(delivered).toBe(true);
    const [mail] = smtp.taken;
    expect(mail).toMatchObject({ from: 'hello@vonk.example', to: [form.email] });
    expect(smtp.logins[0]).toEqual({ username: 'me@site', password: 'pä:ss/ word' });
    const kept = await row();
    const raw = mail?.raw ?? '';
    expect(raw).toContain(`Message-ID: <${kept?.id}@vonk.example>`);
    expect(raw).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r$/m);
    expect(raw).toMatch(/^From: =\?UTF-8\?B\?[\w+/=]+\?= <hello@vonk\.example>\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toContain('multipart/alternative');
    expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'));
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  });
});

describe('over SMTP to a server', () => {
  test.each([
    ['hangs up at once', 'smtp hung up', (socket: import('node:net').Socket) => socket.end()],
    ['never says a word', 'smtp failed', () => undefined],
    ['talks nonsense', 'smtp failed', (socket: import('node:net').Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n')],
    [
      'hangs up in the middle',
      'smtp hung up',
      (socket: import('node:net').Socket) => {
        socket.write('220 hello\r\n');
        socket.once('data', () => socket.destroy());
      },
    ],
  ])('that %s, the mail waits and the site goes on', async (_, reason, onConnection) => {
    const server = await startTcp(onConnection);
    const worker = await siteWith(server.url);
    const { delivered } = await join(worker);
    await expect.poll(() => worker.log(), { timeout: 8_000 }).toContain('"at":"mail"');
    expect(await delivered()).toBe(false);
    expect((await row())?.acceptedAt).toBeNull();
    expect(await worker.log()).toMatch(new RegExp(`"error":"(${reason}|timeout)"`));
    await server.stop();
  });
});
