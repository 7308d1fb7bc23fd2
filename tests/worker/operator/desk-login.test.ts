import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { enrolmentCodeOf } from '#contract/operator/desk-session';
import { allOperators, replaceEnrolment } from '#db/queries/operator/operators';
import {
  members,
  operatorActivity,
  operatorChallenges,
  operatorEnrolments,
  operatorPasskeys,
  operatorSessions,
  operators,
} from '#db/schema/index';
import { enrolmentHash } from '../../../worker/domain/passkey-challenge.ts';
import { aMember, PASSWORD } from '../../support/database/factories.ts';
import { aDeskSession, anOperator } from '../../support/database/operator-factories.ts';
import { type Ceremony, SoftwarePasskey } from '../../support/database/software-passkey.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();

const logIn = (email: string, more: object = {}) => site.visitor.post('/api/operator/login.php', { email, password: PASSWORD, ...more });
const challengeOf = (answer: ApiAnswer) => String(answer.at('options.challenge'));
const codeOf = (answer: ApiAnswer) => answer.at('error.code');

/** The second step: signs the challenge of the first one. */
const finish = (start: ApiAnswer, passkey: SoftwarePasskey, wrong: Partial<Ceremony> = {}) =>
  site.visitor.post('/api/operator/session.php', {
    challenge: start.at('challenge'),
    response: passkey.sign({ challenge: challengeOf(start), origin: site.url, ...wrong }),
  });

const CODE = enrolmentCodeOf(Uint8Array.from({ length: 20 }, (_, i) => i));

/** A member who was just made an operator, with an open code. */
async function aNewOperator({ endsIn = DAY } = {}) {
  const member = await aMember(site.db);
  const now = Date.now();
  await site.db.insert(operators).values({ memberId: member.id, role: 'moderator', addedAt: now });
  await replaceEnrolment(site.db, { memberId: member.id, codeHash: await enrolmentHash(CODE), createdAt: now, expiresAt: now + endsIn });
  return member;
}

const enrol = (start: ApiAnswer, passkey: SoftwarePasskey, wrong: Partial<Ceremony> = {}) =>
  site.visitor.post('/api/operator/enrolment.php', {
    challenge: start.at('challenge'),
    name: 'Work laptop',
    response: passkey.create({ challenge: challengeOf(start), origin: site.url, ...wrong }),
  });

describe('logging in at the desk', () => {
  test('takes the password and a passkey, and opens a session of eight hours', async () => {
    const operator = await anOperator(site.db, { role: 'admin' });
    const start = await logIn(operator.email);
    expect(start.body).toMatchObject({ step: 'passkey', options: { rpId: 'localhost', userVerification: 'required' } });
    expect(start.at('options.allowCredentials')).toEqual([{ id: operator.passkey.id, type: 'public-key', transports: ['internal'] }]);
    const answer = await finish(start, operator.passkey);
    expect([answer.status, answer.at('operator.role'), answer.at('operator.email')]).toEqual([200, 'admin', operator.email]);
    const [cookie, ...attributes] = (answer.headers.getSetCookie().find((one) => one.startsWith('__Host-desk=')) ?? '').split('; ');
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict', 'Secure']);
    const me = await site.as({ cookie: cookie ?? '' }).get('/api/operator/session.php');
    expect([me.status, me.body]).toEqual([200, answer.body]);
    const hoursLeft = (Date.parse(String(me.at('operator.session_ends_at'))) - Date.now()) / (60 * MINUTE);
    expect(Math.round(hoursLeft)).toBe(8);
  });

  test('a session of the desk is none of a member, and the other way round', async () => {
    const operator = await anOperator(site.db);
    expect(codeOf(await site.as(operator).get('/api/user.php'))).toBe('signed_out');
    expect(codeOf(await site.as({ cookie: operator.memberCookie }).get('/api/operator/session.php'))).toBe('signed_out');
  });

  test('an account that is no operator is answered like a wrong password', async () => {
    const [member, operator] = [await aMember(site.db), await anOperator(site.db)];
    const answers = await Promise.all([
      logIn(member.email),
      logIn(operator.email, { password: 'another password' }),
      logIn('nobody@example.org'),
    ]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [403, { error: { code: 'wrong_credentials', message: 'wrong credentials' } }]),
    );
    expect(await site.db.select().from(operatorChallenges).where(eq(operatorChallenges.memberId, operator.id))).toEqual([]);
  });

  test.each([
    ['another challenge', { challenge: 'AAAA' }],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['another site', { rpId: 'elsewhere.example' }],
    ['no check of the user', { isUserVerified: false }],
    ['the answer to a creation', { type: 'webauthn.create' }],
  ])('a passkey that has signed %s is refused, and recorded', async (_, wrong) => {
    const operator = await anOperator(site.db);
    const answer = await finish(await logIn(operator.email), operator.passkey, wrong);
    expect([answer.status, codeOf(answer), answer.deskCookie]).toEqual([403, 'passkey_refused', '']);
    const acts = await site.db
      .select({ act: operatorActivity.act })
      .from(operatorActivity)
      .where(eq(operatorActivity.operatorId, operator.id));
    expect(acts).toEqual([{ act: 'passkey_refused' }]);
  });

  test('a passkey of another operator, or one that nobody has, is refused', async () => {
    const [operator, other] = [await anOperator(site.db), await anOperator(site.db)];
    expect(codeOf(await finish(await logIn(operator.email), other.passkey))).toBe('passkey_refused');
    expect(codeOf(await finish(await logIn(operator.email), new SoftwarePasskey()))).toBe('passkey_refused');
  });

  test('a challenge can be answered once, also after a failure', async () => {
    const operator = await anOperator(site.db);
    const start = await logIn(operator.email);
    expect((await finish(start, operator.passkey)).status).toBe(200);
    expect(codeOf(await finish(start, operator.passkey))).toBe('passkey_refused');
    const second = await logIn(operator.email);
    expect(codeOf(await finish(second, operator.passkey, { isUserVerified: false }))).toBe('passkey_refused');
    expect(codeOf(await finish(second, operator.passkey))).toBe('passkey_refused');
  });

  test('of two answers at once to one challenge one opens a session', async () => {
    const operator = await anOperator(site.db);
    const start = await logIn(operator.email);
    const answers = await Promise.all([finish(start, operator.passkey), finish(start, operator.passkey)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test('a challenge ends after five minutes', async () => {
    const operator = await anOperator(site.db);
    const start = await logIn(operator.email);
    await site.db
      .update(operatorChallenges)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(operatorChallenges.memberId, operator.id));
    expect(codeOf(await finish(start, operator.passkey))).toBe('passkey_refused');
  });

  test('a copied authenticator, whose counter has fallen behind, is refused', async () => {
    const operator = await anOperator(site.db);
    operator.passkey.counter = 7;
    expect((await finish(await logIn(operator.email), operator.passkey)).status).toBe(200);
    for (const counter of [6, 7]) {
      operator.passkey.counter = counter - 1;
      expect(codeOf(await finish(await logIn(operator.email), operator.passkey))).toBe('passkey_refused');
    }
    operator.passkey.counter = 8;
    expect((await finish(await logIn(operator.email), operator.passkey)).status).toBe(200);
  });

  test('an authenticator that does not count can be used again', async () => {
    const operator = await anOperator(site.db);
    for (let use = 0; use < 2; use++) {
      operator.passkey.counter = -1;
      expect((await finish(await logIn(operator.email), operator.passkey)).status).toBe(200);
    }
  });

  test('tries of the password count as those of a member, also together', async () => {
    await avoidWindowEnd(HOUR);
    const operator = await anOperator(site.db);
    for (let i = 0; i < 5; i++) {
      await logIn(operator.email, { password: 'a wrong password' });
      await site.visitor.post('/api/login.php', { email: operator.email, password: 'a wrong password' });
    }
    const answer = await logIn(operator.email);
    expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many']);
    expect(answer.headers.get('Retry-After')).not.toBeNull();
  });

  test('whoever knows the password alone cannot fill the table of challenges', async () => {
    const operator = await anOperator(site.db);
    const now = Date.now();
    await site.db.insert(operatorChallenges).values(
      Array.from({ length: 20 }, (_, i) => ({
        ...{
          id: `challenge-${operator.id}-${i}`,
          memberId: operator.id,
          purpose: 'log_in' as const,
          challenge: 'x',
          expiresAt: now + MINUTE,
        },
      })),
    );
    expect(codeOf(await logIn(operator.email))).toBe('too_many');
  });

  test('a banned operator is told the reason, one whose address is not confirmed nothing', async () => {
    const banned = await anOperator(site.db, {}, { status: 'banned', banReason: 'scam' });
    const unconfirmed = await anOperator(site.db, {}, { status: 'not_confirmed' });
    const answer = await logIn(banned.email);
    expect([codeOf(answer), answer.at('error.details.reason')]).toEqual(['banned', 'scam']);
    expect(codeOf(await logIn(unconfirmed.email))).toBe('wrong_credentials');
  });

  test('an operator who is banned between password and passkey gets no session', async () => {
    const operator = await anOperator(site.db);
    const start = await logIn(operator.email);
    await site.db.update(members).set({ status: 'banned', banReason: 'scam' }).where(eq(members.id, operator.id));
    expect(codeOf(await finish(start, operator.passkey))).toBe('passkey_refused');
  });
});

describe('the first passkey', () => {
  test('is made with the code, which is void then', async () => {
    const member = await aNewOperator();
    expect((await logIn(member.email)).body).toEqual({ step: 'code' });
    const typed = CODE.toLowerCase().replaceAll(/(.{5})(?=.)/g, '$1-');
    const start = await logIn(member.email, { code: typed });
    expect(start.body).toMatchObject({ step: 'enrolment', options: { attestation: 'none', user: { id: member.id, name: member.email } } });
    const passkey = new SoftwarePasskey();
    const answer = await enrol(start, passkey);
    expect([answer.status, answer.at('operator.role')]).toEqual([200, 'moderator']);
    expect((await site.as({ cookie: answer.deskCookie }).get('/api/operator/session.php')).status).toBe(200);
    expect((await logIn(member.email, { code: CODE })).at('error.fields.code')).toBe('unknown');
    expect((await finish(await logIn(member.email), passkey)).status).toBe(200);
    const [stored] = await site.db.select().from(operatorPasskeys).where(eq(operatorPasskeys.memberId, member.id));
    expect(stored).toMatchObject({ id: passkey.id, publicKey: passkey.publicKey, name: 'Work laptop', transports: ['internal'] });
  });

  test.each([
    ['a wrong code', CODE.replace('0', '1'), 'unknown'],
    ['half a code', CODE.slice(0, 10), 'unknown'],
    ['a code with other letters', CODE.replace('0', 'U'), 'unknown'],
  ])('%s is refused', async (_, code, expected) => {
    const member = await aNewOperator();
    expect((await logIn(member.email, { code })).at('error.fields.code')).toBe(expected);
  });

  test('a code is void after a day, and when another one was made', async () => {
    const old = await aNewOperator({ endsIn: -1 });
    expect((await logIn(old.email, { code: CODE })).at('error.fields.code')).toBe('unknown');
    const member = await aNewOperator();
    const start = await logIn(member.email, { code: CODE });
    const now = Date.now();
    const other = enrolmentCodeOf(new Uint8Array(20));
    await replaceEnrolment(site.db, { memberId: member.id, codeHash: await enrolmentHash(other), createdAt: now, expiresAt: now + DAY });
    expect(codeOf(await enrol(start, new SoftwarePasskey()))).toBe('passkey_refused');
  });

  test('of two passkeys at once with one code one is stored', async () => {
    const member = await aNewOperator();
    const starts = [await logIn(member.email, { code: CODE }), await logIn(member.email, { code: CODE })];
    const answers = await Promise.all(starts.map((start) => enrol(start, new SoftwarePasskey())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await site.db.select().from(operatorPasskeys).where(eq(operatorPasskeys.memberId, member.id))).toHaveLength(1);
  });

  test.each([
    ['without a check of the user', { isUserVerified: false }],
    ['for another origin', { origin: 'https://elsewhere.example' }],
    ['for another site', { rpId: 'elsewhere.example' }],
    ['for another challenge', { challenge: 'AAAA' }],
  ])('a passkey that was made %s is not stored, and the code stays', async (_, wrong) => {
    const member = await aNewOperator();
    expect(codeOf(await enrol(await logIn(member.email, { code: CODE }), new SoftwarePasskey(), wrong))).toBe('passkey_refused');
    expect(await site.db.select().from(operatorPasskeys).where(eq(operatorPasskeys.memberId, member.id))).toEqual([]);
    expect(await site.db.select().from(operatorEnrolments).where(eq(operatorEnrolments.memberId, member.id))).toHaveLength(1);
  });

  test('a passkey that another operator has is not stored for a second one', async () => {
    const [other, member] = [await anOperator(site.db), await aNewOperator()];
    expect(codeOf(await enrol(await logIn(member.email, { code: CODE }), other.passkey))).toBe('passkey_refused');
  });

  test('only hashes of the code and of the session are stored', async () => {
    const member = await aNewOperator();
    const answer = await enrol(await logIn(member.email, { code: CODE }), new SoftwarePasskey());
    const token = answer.deskCookie.split('.')[1] ?? '';
    const stored = JSON.stringify([
      await allOperators(site.db, 0),
      await site.db.select().from(operatorSessions),
      await site.db.select().from(operatorActivity),
    ]);
    expect(token).toHaveLength(43);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(CODE);
  });
});

describe('a session of the desk', () => {
  const ask = (cookie: string, headers: Readonly<Record<string, string>> = {}) =>
    site.as({ cookie }).get('/api/operator/session.php', headers);

  test('ends by its time, by logging out, and when the operator is removed', async () => {
    const operator = await anOperator(site.db, { endsIn: -1 });
    expect(codeOf(await ask(operator.cookie))).toBe('signed_out');
    const second = await aDeskSession(site.db, operator);
    const out = await site.as({ cookie: second }).delete('/api/operator/session.php');
    expect([out.status, out.headers.getSetCookie().some((one) => /^__Host-desk=;.*Max-Age=0/.test(one))]).toEqual([204, true]);
    expect(codeOf(await ask(second))).toBe('signed_out');
    const third = await aDeskSession(site.db, operator);
    await site.db.delete(operators).where(eq(operators.memberId, operator.id));
    expect(codeOf(await ask(third))).toBe('signed_out');
  });

  test('that was stolen by another kind of browser is signed out; a newer version of the same browser goes on', async () => {
    const operator = await anOperator(site.db);
    await site.db.update(operatorSessions).set({ device: 'Mozilla/5.0 (X11; Linux) Chrome/140.0' });
    expect((await ask(operator.cookie, { 'User-Agent': 'Mozilla/5.0 (X11; Linux) Chrome/141.2' })).status).toBe(200);
    expect(codeOf(await ask(operator.cookie, { 'User-Agent': 'curl/8' }))).toBe('signed_out');
  });

  test('ends with a new password', async () => {
    const operator = await anOperator(site.db);
    const start = await logIn(operator.email);
    const changed = await site
      .as({ cookie: operator.memberCookie })
      .put('/api/password.php', { old: PASSWORD, password: 'a password of my own' });
    expect(changed.status).toBeLessThan(300);
    expect(codeOf(await ask(operator.cookie))).toBe('signed_out');
    expect(codeOf(await finish(start, operator.passkey))).toBe('passkey_refused');
  });

  test('of a banned operator is refused with the reason, of a deleted one like none', async () => {
    const [banned, deleted] = [await anOperator(site.db), await anOperator(site.db)];
    await site.db.update(members).set({ status: 'banned', banReason: 'scam' }).where(eq(members.id, banned.id));
    await site.db.update(members).set({ status: 'deleted', deletedAt: Date.now() }).where(eq(members.id, deleted.id));
    expect((await ask(banned.cookie)).body).toMatchObject({ error: { code: 'banned', details: { reason: 'scam' } } });
    expect(codeOf(await ask(deleted.cookie))).toBe('signed_out');
  });

  test('is listed with the others of this operator alone, and can be ended from another one', async () => {
    const [operator, other] = [await anOperator(site.db), await anOperator(site.db)];
    const phone = await aDeskSession(site.db, operator);
    const listed = await site.as(operator).get('/api/operator/sessions.php');
    const { sessions } = listed.body as { sessions: { id: string; is_current: boolean; passkey: string }[] };
    expect(sessions.map(({ is_current, passkey }) => [is_current, passkey])).toEqual([
      [true, 'Laptop'],
      [false, 'Laptop'],
    ]);
    const id = sessions[1]?.id;
    const theirs = await site.as(other).delete('/api/operator/sessions.php', { id });
    expect([theirs.status, codeOf(theirs)]).toEqual([404, 'not_found']);
    expect((await ask(phone)).status).toBe(200);
    expect((await site.as(operator).delete('/api/operator/sessions.php', { id })).status).toBe(204);
    expect(codeOf(await ask(phone))).toBe('signed_out');
    expect((await ask(operator.cookie)).status).toBe(200);
    const acts = (await site.as(operator).get('/api/operator/activity.php')).body as { acts: { act: string }[] };
    expect(acts.acts.map(({ act }) => act)).toEqual(['session_ended']);
    expect(((await site.as(other).get('/api/operator/activity.php')).body as { acts: [] }).acts).toEqual([]);
  });
});
