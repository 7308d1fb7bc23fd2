import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { MAX_PASSKEYS } from '#contract/operator/passkeys';
import { operatorActivity, operatorPasskeys, operatorSessions } from '#db/schema/index';
import { PASSWORD } from '../../support/database/factories.ts';
import { aDeskSession, anOperator, type TestOperator } from '../../support/database/operator-factories.ts';
import { type Ceremony, SoftwarePasskey } from '../../support/database/software-passkey.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
const LONG_AGO = { confirmedAgo: 6 * MINUTE } as const;

const codeOf = (answer: ApiAnswer) => answer.at('error.code');
const challengeOf = (answer: ApiAnswer) => String(answer.at('options.challenge'));

/** Confirms with a passkey in the session of a cookie. */
async function confirm({ cookie, passkey }: Pick<TestOperator, 'cookie' | 'passkey'>, wrong: Partial<Ceremony> = {}): Promise<ApiAnswer> {
  const start = await site.as({ cookie }).post('/api/operator/confirmation.php');
  const response = passkey.sign({ challenge: challengeOf(start), origin: site.url, ...wrong });
  return site.as({ cookie }).put('/api/operator/confirmation.php', { challenge: start.at('challenge'), response });
}

/** Adds a passkey in the session of a cookie. */
async function add(cookie: string, passkey: SoftwarePasskey, name = 'Phone'): Promise<ApiAnswer> {
  const start = await site.as({ cookie }).post('/api/operator/passkeys.php');
  if (start.status !== 200) return start;
  const response = passkey.create({ challenge: challengeOf(start), origin: site.url });
  return site.as({ cookie }).put('/api/operator/passkeys.php', { challenge: start.at('challenge'), name, response });
}

const passkeysIn = (answer: ApiAnswer) => (answer.body as { passkeys: { id: string; name: string; is_current: boolean }[] }).passkeys;

describe('a confirmation', () => {
  test('is needed five minutes after the passkey was used, and lasts five minutes', async () => {
    const operator = await anOperator(site.db, LONG_AGO);
    const before = await site.as(operator).get('/api/operator/session.php');
    expect(before.at('operator.confirmed_until')).toBeNull();
    const refused = await site.as(operator).post('/api/operator/passkeys.php');
    expect([refused.status, codeOf(refused)]).toEqual([403, 'confirm_needed']);
    const confirmed = await confirm(operator);
    expect(confirmed.status).toBe(200);
    const minutes = (Date.parse(String(confirmed.at('operator.confirmed_until'))) - Date.now()) / MINUTE;
    expect(Math.round(minutes)).toBe(5);
    expect((await site.as(operator).post('/api/operator/passkeys.php')).status).toBe(200);
  });

  test('in one session does not confirm another one', async () => {
    const operator = await anOperator(site.db, LONG_AGO);
    const other = await aDeskSession(site.db, operator, LONG_AGO);
    expect((await confirm(operator)).status).toBe(200);
    expect(codeOf(await site.as({ cookie: other }).post('/api/operator/passkeys.php'))).toBe('confirm_needed');
  });

  test('cannot be given with the challenge of another session', async () => {
    const operator = await anOperator(site.db, LONG_AGO);
    const other = await aDeskSession(site.db, operator, LONG_AGO);
    const start = await site.as(operator).post('/api/operator/confirmation.php');
    const response = operator.passkey.sign({ challenge: challengeOf(start), origin: site.url });
    const answer = await site.as({ cookie: other }).put('/api/operator/confirmation.php', { challenge: start.at('challenge'), response });
    expect(codeOf(answer)).toBe('passkey_refused');
  });

  test('cannot be given with the challenge of a login', async () => {
    const operator = await anOperator(site.db, LONG_AGO);
    const start = await site.visitor.post('/api/operator/login.php', { email: operator.email, password: PASSWORD });
    const response = operator.passkey.sign({ challenge: challengeOf(start), origin: site.url });
    const answer = await site.as(operator).put('/api/operator/confirmation.php', { challenge: start.at('challenge'), response });
    expect(codeOf(answer)).toBe('passkey_refused');
  });

  test.each([
    ['without a check of the user', { isUserVerified: false }],
    ['on another origin', { origin: 'https://elsewhere.example' }],
  ])('that was given %s is refused and recorded', async (_, wrong) => {
    const operator = await anOperator(site.db, LONG_AGO);
    expect(codeOf(await confirm(operator, wrong))).toBe('passkey_refused');
    expect(codeOf(await site.as(operator).post('/api/operator/passkeys.php'))).toBe('confirm_needed');
    const acts = await site.db.select().from(operatorActivity).where(eq(operatorActivity.operatorId, operator.id));
    expect(acts.map(({ act, subject }) => [act, subject])).toEqual([['passkey_refused', 'Laptop']]);
  });

  test('with the passkey of another operator is refused', async () => {
    const [operator, other] = [await anOperator(site.db, LONG_AGO), await anOperator(site.db)];
    expect(codeOf(await confirm({ cookie: operator.cookie, passkey: other.passkey }))).toBe('passkey_refused');
  });
});

describe('the passkeys of an operator', () => {
  test('can be several, each of which logs in and confirms', async () => {
    const operator = await anOperator(site.db);
    const phone = new SoftwarePasskey();
    expect((await add(operator.cookie, phone)).status).toBe(204);
    const listed = passkeysIn(await site.as(operator).get('/api/operator/passkeys.php'));
    expect(listed.map(({ name, is_current }) => [name, is_current])).toEqual([
      ['Laptop', true],
      ['Phone', false],
    ]);
    await site.db.update(operatorSessions).set({ confirmedAt: 1 }).where(eq(operatorSessions.memberId, operator.id));
    expect((await confirm({ cookie: operator.cookie, passkey: phone })).status).toBe(200);
  });

  test('are never stored twice, and not more than ten', async () => {
    const operator = await anOperator(site.db);
    expect(codeOf(await add(operator.cookie, operator.passkey))).toBe('conflict');
    for (let i = 1; i < MAX_PASSKEYS; i++) expect((await add(operator.cookie, new SoftwarePasskey(), `Key ${i}`)).status).toBe(204);
    expect(codeOf(await add(operator.cookie, new SoftwarePasskey()))).toBe('conflict');
  });

  test('can be removed with their sessions, but not the last one and not those of others', async () => {
    const [operator, other] = [await anOperator(site.db), await anOperator(site.db)];
    const last = await site.as(operator).delete('/api/operator/passkeys.php', { id: operator.passkey.id });
    expect([last.status, codeOf(last)]).toEqual([409, 'conflict']);
    const theirs = await site.as(operator).delete('/api/operator/passkeys.php', { id: other.passkey.id });
    expect([theirs.status, codeOf(theirs)]).toEqual([404, 'not_found']);
    const phone = new SoftwarePasskey();
    await add(operator.cookie, phone);
    const onPhone = await aDeskSession(site.db, { id: operator.id, passkey: phone });
    expect((await site.as(operator).delete('/api/operator/passkeys.php', { id: phone.id })).status).toBe(204);
    expect(codeOf(await site.as({ cookie: onPhone }).get('/api/operator/session.php'))).toBe('signed_out');
    expect((await site.as(operator).get('/api/operator/session.php')).status).toBe(200);
    const acts = await site.db.select().from(operatorActivity).where(eq(operatorActivity.operatorId, operator.id));
    expect(acts.map(({ act, subject }) => [act, subject])).toEqual([
      ['passkey_added', 'Phone'],
      ['passkey_removed', 'Phone'],
    ]);
  });

  test('removed both at once, one stays', async () => {
    const operator = await anOperator(site.db);
    const phone = new SoftwarePasskey();
    await add(operator.cookie, phone);
    const onPhone = await aDeskSession(site.db, { id: operator.id, passkey: phone });
    await Promise.all([
      site.as(operator).delete('/api/operator/passkeys.php', { id: phone.id }),
      site.as({ cookie: onPhone }).delete('/api/operator/passkeys.php', { id: operator.passkey.id }),
    ]);
    expect(await site.db.select().from(operatorPasskeys).where(eq(operatorPasskeys.memberId, operator.id))).toHaveLength(1);
  });
});
