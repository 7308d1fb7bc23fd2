import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { memberByEmail } from '#db/queries/account/members';
import { saveSetting } from '#db/queries/operator/settings';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { aSignUpForm, emailCheckToken } from '../../support/product/signup-form.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type CountingProxy, startCountingProxy } from '../../support/servers/counting-proxy.ts';

const site = testSite();

beforeAll(async () => {
  await saveSetting(site.db, 'email_check', 'strict');
});

const signUp = (form: object) => site.visitor.post('/api/user.php?new=1', form);
const formFor = async (email: string, changes: object = {}) => aSignUpForm({ email, token: await emailCheckToken(email), ...changes });
const subjectsTo = async (email: string) =>
  ((await site.visitor.get(`/_dev/mail.json?to=${email}`)).body as { subject: string }[]).map(({ subject }) => subject);
const statuses = ['active', 'not_confirmed', 'deleted', 'banned'] as const;

describe('a sign-up under the strict address check', () => {
  test('gets the same status, body and headers for a free and a taken address, and no session', async () => {
    const taken = await Promise.all(statuses.map((status) => aMember(site.db, { status })));
    const answers = [await signUp(await formFor(newEmail()))];
    for (const { email } of taken) answers.push(await signUp(await formFor(email)));
    for (const answer of answers) {
      expect([answer.status, answer.body, answer.cookie]).toEqual([201, { user: null }, '']);
      expect([...answer.headers.keys()].toSorted()).toEqual([...(answers[0]?.headers.keys() ?? [])].toSorted());
    }
  });

  test('makes the account of a free address and mails it the link that opens it', async () => {
    const form = await formFor(newEmail());
    await signUp(form);
    const member = (await memberByEmail(site.db, form.email))[0];
    expect(member).toMatchObject({ status: 'not_confirmed', credits: 6, name: 'Noor' });
    const mails = await site.visitor.get(`/_dev/mail.json?to=${form.email}`);
    expect(mails.body).toHaveLength(1);
    const opened = await fetch(String(mails.at('0.links.0')), { redirect: 'manual' });
    expect(opened.headers.get('Location')).toBe('/activate/done');
    const login = await site.visitor.post('/api/login.php', { email: form.email, password: form.password });
    expect(login.at('user.activated')).toBe(true);
  });

  test.each(statuses)('changes nothing of an account that is %s, but mails its owner', async (status) => {
    const { id, email } = await aMember(site.db, { status, locale: 'en' });
    const before = await allRows(site.db);
    await signUp(await formFor(email, { name: 'Somebody else' }));
    const { mails: _, ...after } = await allRows(site.db);
    const { mails: __, ...untouched } = before;
    expect(after).toEqual(untouched);
    expect(await subjectsTo(email)).toEqual(['You already have an account on Vonk']);
    expect(await countRows(site.db, 'mails', id)).toBe(1);
  });

  test('leads the owner to login and to a new password, or tells how to bring a deleted account back', async () => {
    const [here, deleted] = [await aMember(site.db, { locale: 'nl' }), await aMember(site.db, { locale: 'nl', status: 'deleted' })];
    for (const { email } of [here, deleted]) await signUp(await formFor(email));
    const mailTo = async (email: string) => site.visitor.get(`/_dev/mail.json?to=${email}`);
    const [toHere, toDeleted] = [await mailTo(here.email), await mailTo(deleted.email)];
    expect(toHere.at('0.links')).toEqual([`${site.url}/login`, `${site.url}/reset-password`]);
    expect(toDeleted.at('0.links')).toEqual([`${site.url}/login`]);
    expect([String(toHere.at('0.text')).includes('28 dagen'), String(toDeleted.at('0.text')).includes('28 dagen')]).toEqual([false, true]);
  });

  test('mails an owner once an hour, so that it cannot flood a mailbox', async () => {
    const { id, email } = await aMember(site.db);
    for (let n = 0; n < 3; n += 1) await signUp(await formFor(email));
    expect(await countRows(site.db, 'mails', id)).toBe(1);
    await site.db.$client.execute({ sql: 'update mails set created_at = ? where member_id = ?', args: [Date.now() - HOUR, id] });
    await Promise.all([1, 2, 3].map(async () => signUp(await formFor(email))));
    expect(await countRows(site.db, 'mails', id)).toBe(2);
  });

  test('makes one account and one mail of a form that is sent twice, at once and afterwards', async () => {
    const form = await formFor(newEmail());
    const answers = await Promise.all([signUp(form), signUp(form)]);
    answers.push(await signUp(form));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([201, { user: null }]));
    expect(await subjectsTo(form.email)).toHaveLength(1);
    await signUp({ ...form, n: newId() });
    expect(await subjectsTo(form.email)).toHaveLength(2);
  });

  test('still refuses an invalid form', async () => {
    const { email } = await aMember(site.db);
    const answer = await signUp(await formFor(email, { password: 'password1' }));
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { password: 'not_allowed' }]);
  });
});

describe('the cost of a sign-up under the strict address check', () => {
  let proxy: CountingProxy;
  let worker: TestWorker;
  beforeAll(async () => {
    proxy = await startCountingProxy(site.dbUrl);
    worker = await startWorker({ dbUrl: proxy.url, vars: { SETTINGS_TTL_SECONDS: '3600' } });
    await apiClient(worker.url).get('/api/settings.php');
  });
  afterAll(async () => {
    await worker?.stop();
    await proxy?.stop();
  });

  test('is two round trips for a free address as for a taken one', async () => {
    const { email } = await aMember(site.db);
    const trips: number[] = [];
    for (const address of [newEmail(), email]) {
      const form = await formFor(address);
      proxy.takeRoundTrips();
      await apiClient(worker.url).post('/api/user.php?new=1', form);
      trips.push(proxy.takeRoundTrips().length);
    }
    expect(trips).toEqual([2, 2]);
  });
});

test('the check of an address says new or invalid and nothing else, and gives every new one its token', async () => {
  const members = await Promise.all(statuses.map((status) => aMember(site.db, { status })));
  for (const email of [newEmail(), ...members.map((member) => member.email)]) {
    const answer = await site.visitor.get(`/api/validate_email.php?email=${email}`);
    expect(answer.body).toEqual({ status: 'new', email, request_email: email, token: expect.any(String) });
  }
  for (const email of ['noor', 'noor@mailinator.com']) {
    expect((await site.visitor.get(`/api/validate_email.php?email=${email}`)).body).toMatchObject({ status: 'invalid', token: null });
  }
});
