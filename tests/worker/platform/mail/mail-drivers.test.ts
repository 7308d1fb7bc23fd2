import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import type { MailRow } from '#db/queries/shared/mail-queue';
import { bindingDriver } from '../../../../worker/platform/mail/binding-driver.ts';
import { type MailApi, startMailApi, startSmtpServer, type TestSmtpServer } from '../../../support/servers/mail-servers.ts';
import { type MailFixture, mailFixture } from '../../delivery/mail-fixture.ts';

const site: MailFixture = mailFixture();
const FROM = 'Vönk, the site <hello@vonk.example>';

/** The parts of a multipart message by their type, decoded. */
function partsOf(raw: string): Record<string, string> {
  const parts = raw.split(/^--(?:mixed|alternative)_\w+(?:--)?\r\n/m).flatMap((part) => {
    const [, type] = /^Content-Type: (text\/\w+); charset="UTF-8"\r$/m.exec(part) ?? [];
    if (!type) return [];
    const body = part.slice(part.indexOf('\r\n\r\n') + 4).replace(/=\r\n/g, '');
    const bytes = body.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return [[type, Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n').trim()]];
  });
  return Object.fromEntries(parts);
}

describe('over SMTP', () => {
  let smtp: TestSmtpServer;
  beforeAll(async () => {
    smtp = await startSmtpServer();
  });
  afterEach(() => {
    smtp.receivedMails.splice(0);
    smtp.refusal = null;
  });
  afterAll(() => smtp?.stop());

  const withKey = () => smtp.url.replace('//', `//${encodeURIComponent('me@site')}:${encodeURIComponent('pä:ss/ word')}@`);
  const withDriver = site.shareWorker(() => ({ MAIL_URL: withKey(), MAIL_FROM: FROM }));

  test('a mail reaches the server whole: both its parts, the right headers, and a name as it is', async () => {
    const worker = withDriver();
    const name = 'Zoë "Z" <b>Łucja</b> 🌷\u00a0.';
    await saveSetting(site.db, 'name', name);
    const { form, delivered } = await site.signUp(worker, { language: 'nl' });
    await expect.poll(delivered).toBe(true);
    const [mail] = smtp.receivedMails;
    expect(mail).toMatchObject({ from: 'hello@vonk.example', to: [form.email] });
    expect(smtp.logins[0]).toEqual({ username: 'me@site', password: 'pä:ss/ word' });
    await clearSetting(site.db, 'name');
    const stored = await site.mailboxCopy();
    const raw = mail?.raw ?? '';
    expect(raw).toContain(`\r\nMessage-ID: <${stored?.id}@vonk.example>\r\n`);
    expect(raw).toContain(`\r\nTo: ${form.email}\r\n`);
    expect(raw).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r$/m);
    expect(raw).toMatch(/^From: =\?UTF-8\?B\?[\w+/=]+\?= <hello@vonk\.example>\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toContain('multipart/alternative');
    expect(Object.keys(partsOf(raw))).toEqual(['text/plain', 'text/html']);
    expect(partsOf(raw)).toEqual({ 'text/plain': stored?.text.trim(), 'text/html': stored?.html.trim() });
    expect(stored?.text).toContain(name);
  });

  test('a recipient whom the server refuses keeps the mail waiting until it is accepted', async () => {
    smtp.refusal = 550;
    const worker = withDriver();
    const { form, delivered } = await site.signUp(worker);
    await expect.poll(() => worker.log()).toContain('"error":"smtp 550"');
    expect(await delivered()).toBe(false);
    expect(await worker.log()).not.toContain(form.email);
    smtp.refusal = null;
    await site.becomeDue();
    await worker.scheduled();
    expect([await delivered(), smtp.receivedMails.map(({ to }) => to)]).toEqual([true, [[form.email]]]);
  });

  test('a server that requires a login and gets none keeps the mail waiting', async () => {
    const worker = await site.start({ MAIL_URL: smtp.url, MAIL_FROM: FROM });
    const { delivered } = await site.signUp(worker);
    await expect.poll(() => worker.log()).toContain('"error":"smtp failed"');
    expect([await delivered(), smtp.receivedMails]).toEqual([false, []]);
  });
});

describe('over HTTP', () => {
  let api: MailApi;
  beforeAll(async () => {
    api = await startMailApi();
  });
  afterEach(() => {
    api.requests.splice(0);
    api.status = 200;
  });
  afterAll(() => api?.stop());

  const mailUrl = () => `${api.url.replace('//', '//:a%20key@')}/emails`;
  const withDriver = site.shareWorker(() => ({ MAIL_URL: mailUrl(), MAIL_FROM: FROM }));

  test('a mail is one JSON post with the key and an id that repeats with it', async () => {
    api.status = 500;
    const worker = withDriver();
    const { form, delivered } = await site.signUp(worker, { language: 'nl' });
    await expect.poll(() => worker.log()).toContain('"error":"http 500"');
    expect(await delivered()).toBe(false);
    api.status = 202;
    await site.becomeDue();
    await worker.scheduled();
    expect(await delivered()).toBe(true);
    const stored = await site.mailboxCopy();
    const [first, second] = api.requests;
    expect(second).toEqual({ ...first, headers: expect.anything() });
    expect(first?.headers).toMatchObject({ authorization: 'Bearer a key', 'idempotency-key': stored?.id });
    expect(second?.headers['idempotency-key']).toBe(stored?.id);
    expect(first?.body).toEqual({
      from: '"Vönk, the site" <hello@vonk.example>',
      to: [form.email],
      subject: stored?.subject,
      text: stored?.text,
      html: stored?.html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  });

  // An answer that never comes is tested in tests/worker/delivery/mail-queue.test.ts.
  test.each([301, 401, 422, 429, 503])('an answer of %d does not count as acceptance', async (status) => {
    api.status = status;
    const worker = withDriver();
    const { delivered, form } = await site.signUp(worker);
    await expect.poll(() => worker.log()).toContain(`"error":"http ${status}"`);
    expect([await delivered(), api.requests.length]).toEqual([false, 1]);
    const log = await worker.log();
    expect([form.email, 'a key', 'a%20key'].filter((secret) => log.includes(secret))).toEqual([]);
  });
});

test('over the platform’s binding a mail is sent without the headers that the platform adds', async () => {
  const sent: unknown[] = [];
  const binding = { send: async (mail: unknown) => sent.push(mail) };
  const mail: MailRow = {
    id: 'x',
    memberId: null,
    kind: 'absence',
    recipient: 'noor@example.org',
    subject: 'Hello\r\nBcc: x@example.org',
    text: 'a',
    html: 'b',
    headers: { 'List-Unsubscribe': '<https://x/>' },
    createdAt: 0,
    dueAt: 0,
    tries: 0,
    acceptedAt: null,
  };
  await bindingDriver(binding, { name: 'Vonk', address: 'hello@vonk.example' })(mail);
  expect(sent).toEqual([
    {
      from: { name: 'Vonk', email: 'hello@vonk.example' },
      to: 'noor@example.org',
      subject: 'Hello Bcc: x@example.org',
      text: 'a',
      html: 'b',
      headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': '<https://x/>' },
    },
  ]);
  await expect(bindingDriver(binding, { name: '', address: 'a@b.c' })({ ...mail, recipient: 'a@b.c, d@e.f' })).rejects.toThrow(TypeError);
});
