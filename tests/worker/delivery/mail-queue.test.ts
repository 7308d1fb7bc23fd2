import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptMail, MAIL_TRIES } from '#db/queries/shared/mail-queue';
import { mailbox, mails } from '#db/schema/index';
import { countRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import type { RunningServer } from '../../support/servers/listen.ts';
import { type MailApi, startMailApi, startTcpServer } from '../../support/servers/mail-servers.ts';
import { mailFixture } from './mail-fixture.ts';

const site = mailFixture();
const MAIL_FROM = 'hello@vonk.example';

describe('a mail server', () => {
  const hangUpAfterGreeting = (socket: Socket) => {
    socket.write('220 hello\r\n');
    socket.once('data', () => socket.destroy());
  };
  let isSilentServerGivenUp = false;
  const saysNothing = (socket: Socket) => {
    socket.once('close', () => {
      isSilentServerGivenUp = true;
    });
  };
  const smtpBehaviours: readonly ((socket: Socket) => void)[] = [
    saysNothing,
    (socket) => void socket.end(),
    hangUpAfterGreeting,
    (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n'),
  ];
  let connections = 0;
  let smtp: RunningServer;
  let api: MailApi;
  beforeAll(async () => {
    smtp = await startTcpServer((socket) => smtpBehaviours[connections++]?.(socket));
    api = await startMailApi();
    api.status = null;
  });
  afterAll(() => Promise.all([smtp?.stop(), api?.stop()]));
  const withSmtp = site.shareWorker(() => ({ MAIL_URL: smtp.url, MAIL_FROM }));
  const withHttp = site.shareWorker(() => ({ MAIL_URL: api.url, MAIL_FROM }));

  test('that hangs up at once or in the middle, talks nonsense or never answers keeps the mail waiting, and the site goes on', async () => {
    const silent = await site.signUp(withSmtp());
    // The answer does not wait for the mail.
    expect(isSilentServerGivenUp).toBe(false);
    await expect.poll(() => connections).toBe(1);
    // All others at once, as most of them last until the time limit.
    const workers = [...smtpBehaviours.map(withSmtp), withHttp()];
    const signedUp = [silent, ...(await Promise.all(workers.slice(1).map((worker) => site.signUp(worker))))];
    const deliveries = () => Promise.all(signedUp.map(({ delivered }) => delivered()));
    expect(await deliveries()).toEqual(workers.map(() => false));
    const smtpFaults = async () => (await withSmtp().log()).match(/"at":"mail".*"error":"(smtp \w+|smtp hung up|timeout)"/g);
    await expect.poll(smtpFaults).toHaveLength(smtpBehaviours.length);
    await expect.poll(() => withHttp().log()).toMatch(/"at":"mail".*"error":"Timeout/i);
    await expect.poll(() => isSilentServerGivenUp).toBe(true);
    expect(await deliveries()).toEqual(workers.map(() => false));
    expect((await site.db.select().from(mails)).map(({ acceptedAt }) => acceptedAt)).toEqual(workers.map(() => null));
    const logs = `${await withSmtp().log()} ${await withHttp().log()}`;
    expect(signedUp.filter(({ form }) => logs.includes(form.email))).toEqual([]);
  });
});

describe('an SMTP server that does not listen', () => {
  const withDriver = site.shareWorker(() => ({ MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM }));

  test('keeps the mail waiting', async () => {
    const worker = withDriver();
    const { delivered } = await site.signUp(worker);
    await expect.poll(() => worker.log()).toContain('"error":"smtp failed"');
    expect(await delivered()).toBe(false);
  });

  test('leaves one account, however often its form is sent', async () => {
    const worker = withDriver();
    const form = await aSignUpForm();
    const visitor = apiClient(worker.url);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post('/api/user.php?new=1', form)));
    const ids = new Set(answers.map((answer) => answer.at('user.id')));
    expect([answers.map(({ status }) => status), ids.size]).toEqual([[201, 201, 201], 1]);
    expect(await countRows(site.db, 'mails', String([...ids][0]))).toBe(1);
  });
});

describe('a mail that is not accepted', () => {
  let api: MailApi;
  beforeAll(async () => {
    api = await startMailApi();
  });
  afterAll(() => api?.stop());
  const withDriver = site.shareWorker(() => ({ MAIL_URL: api.url, MAIL_FROM }));
  const [PAUSES_S, LONGEST_S] = [[15, 30, 60, 120, 240, 480, 960, 1920], 3600];

  test('is tried again after pauses that grow, up to an hour, and then given up, which the log and the mailbox show', async () => {
    api.status = 500;
    const worker = withDriver();
    await site.signUp(worker);
    await expect.poll(() => api.requests.length).toBe(1);
    for (let tries = 1; tries < MAIL_TRIES; tries += 1) {
      await site.becomeDue();
      const startedAt = Date.now();
      await worker.scheduled();
      const endedAt = Date.now();
      const mail = await site.mail();
      expect(mail?.tries).toBe(tries);
      const sweptAt = (mail?.dueAt ?? 0) - (PAUSES_S[tries - 1] ?? LONGEST_S) * 1_000;
      expect(sweptAt).toBeGreaterThanOrEqual(startedAt);
      expect(sweptAt).toBeLessThanOrEqual(endedAt);
    }
    await site.becomeDue();
    await worker.scheduled();
    expect(await site.mail()).toMatchObject({ tries: MAIL_TRIES, dueAt: Number.MAX_SAFE_INTEGER, acceptedAt: null });
    await expect.poll(() => worker.log()).toContain(`"tries":${MAIL_TRIES},"is_given_up":true`);
    const posted = api.requests.length;
    await worker.scheduled();
    expect(api.requests.length).toBe(posted);
    expect(await (await fetch(`${worker.url}/_dev/mail`)).text()).toContain(`given up after ${MAIL_TRIES} tries`);
    api.status = 200;
  });

  test('goes out once when two sweeps come at once, and many go out in one', async () => {
    const worker = withDriver();
    const mail = { kind: 'reset' as const, subject: 's', text: 't', html: 'h', createdAt: Date.now(), dueAt: 0 };
    await site.db
      .insert(mails)
      .values(Array.from({ length: 20 }, (_, i) => ({ ...mail, id: `mail-${i}`, recipient: `x${i}@example.org` })));
    api.requests.splice(0);
    expect(await Promise.all([worker.scheduled(), worker.scheduled()])).toEqual(['ok', 'ok']);
    const ids = api.requests.map(({ headers }) => String(headers['idempotency-key']));
    expect(ids.toSorted()).toEqual(Array.from({ length: 20 }, (_, i) => `mail-${i}`).toSorted());
  });
});

describe('an accepted mail', () => {
  let api: MailApi;
  beforeAll(async () => {
    api = await startMailApi();
  });
  afterAll(() => api?.stop());
  const EMPTY = { recipient: '', subject: '', text: '', html: '', headers: null };

  test('of a deployed site keeps neither its text nor its link nor its address, and still counts', async () => {
    const worker = await site.start({ ENVIRONMENT: 'production', MAIL_URL: api.url, MAIL_FROM });
    const { delivered, form, me } = await site.signUp(worker);
    await expect.poll(delivered).toBe(true);
    expect(await site.mail()).toMatchObject({ ...EMPTY, kind: 'activation' });
    expect(await site.db.select().from(mailbox)).toEqual([]);
    const posted = JSON.stringify(api.requests.at(-1));
    expect([posted.includes(form.email), posted.includes('/api/activate.php?token=')]).toEqual([true, true]);
    expect((await me.post('/api/activate.php', {})).at('error.code')).toBe('too_many');
  });

  test('keeps the address of somebody without an account, by which it is erased, and no header', async () => {
    const mail = { kind: 'complaint' as const, subject: 's', text: 't', html: 'h', createdAt: Date.now(), dueAt: 0 };
    const headers = { 'List-Unsubscribe': '<https://vonk.example/?token=x>' };
    await site.db.insert(mails).values({ ...mail, id: 'complaint', recipient: 'eva@example.org', headers });
    const worker = await site.start({ ENVIRONMENT: 'production', MAIL_URL: api.url, MAIL_FROM });
    expect(await worker.scheduled()).toBe('ok');
    expect(await site.mail()).toMatchObject({ ...EMPTY, recipient: 'eva@example.org' });
  });

  test('that is accepted twice, after the first acceptance was lost, keeps one copy in the mailbox', async () => {
    const mail = { kind: 'reset' as const, subject: 's', text: 't', html: 'h', createdAt: Date.now(), dueAt: 0 };
    await site.db.insert(mails).values({ ...mail, id: 'twice', memberId: 'm', recipient: 'eva@example.org' });
    await acceptMail(site.db, 'twice', 1, { keepsCopy: true });
    await acceptMail(site.db, 'twice', 2, { keepsCopy: true });
    expect(await site.mail()).toMatchObject({ ...EMPTY, acceptedAt: 1 });
    expect(await site.db.select().from(mailbox)).toEqual([
      { id: 'twice', recipient: 'eva@example.org', subject: 's', text: 't', html: 'h', headers: null },
    ]);
  });

  test('of a local site is empty in the table, too, and whole in the mailbox', async () => {
    const worker = await site.start({});
    const { delivered, form } = await site.signUp(worker);
    await expect.poll(delivered).toBe(true);
    expect(await site.mail()).toMatchObject(EMPTY);
    const listed = await apiClient(worker.url).get(`/_dev/mail.json?to=${form.email}`);
    expect([listed.at('0.to'), String(listed.at('0.links.0')).includes('/api/activate.php?token=')]).toEqual([form.email, true]);
    expect(String((await apiClient(worker.url).get(`/_dev/mail/${listed.at('0.id')}`)).body)).toContain('</html>');
  });
});

test('a deployed site without a driver lets its mails wait untouched, and says so', async () => {
  const worker = await site.start({ ENVIRONMENT: 'production' });
  const { delivered } = await site.signUp(worker);
  await site.becomeDue();
  expect(await worker.scheduled()).toBe('ok');
  expect(await delivered()).toBe(false);
  expect((await site.mail())?.tries).toBe(0);
  await expect.poll(() => worker.log()).toContain('mails wait: set MAIL_URL and MAIL_FROM');
});

test('a site with MAIL_URL but without MAIL_FROM answers 503, and the key is in no log', async () => {
  const worker = await site.start({ MAIL_URL: 'smtp://me:secret-key@mail.example' });
  expect((await apiClient(worker.url).get('/api/settings.php')).status).toBe(503);
  expect(await worker.log()).not.toContain('secret-key');
});
