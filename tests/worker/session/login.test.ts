import { describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { countAttempt } from '#db/queries/shared/attempt-counters';
import { sha256 } from '../../../worker/lib/crypto.ts';
import { aMember, newEmail, PASSWORD } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const logIn = (email: string, password = PASSWORD) => site.visitor.post('/api/login.php', { email, password });

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
    expect([answer.status, answer.at('error.code'), answer.at('error.details'), answer.cookie]).toEqual([
      403,
      'banned',
      { reason: 'spam' },
      '',
    ]);
  });

  test.each([
    ['nothing', {}, { email: 'required', password: 'required' }],
    ['an empty password', { email: 'a@example.org', password: '' }, { password: 'required' }],
    ['an invalid address', { email: 'a', password: 'x' }, { email: 'not_allowed' }],
    ['lists', { email: ['a@example.org'], password: ['x'] }, { email: 'wrong_type', password: 'wrong_type' }],
    ['an over-long password', { email: 'a@example.org', password: 'x'.repeat(1001) }, { password: 'too_long' }],
  ])('with %s is refused with the fields at fault', async (_, body, fields) => {
    const answer = await site.visitor.post('/api/login.php', body);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
  });
});

describe('the limit of logins', () => {
  /** Uses up tries of an account in this hour and the next, so that the test is valid across a change of the hour. */
  async function spend(email: string, tries: number): Promise<void> {
    const key = `login:${await sha256(email)}`;
    for (const at of [Date.now(), Date.now() + HOUR]) {
      for (let n = 0; n < tries; n += 1) await countAttempt(site.db, key, HOUR, at);
    }
  }

  test('accepts the tenth try of an hour and refuses the eleventh, right password or not', async () => {
    const [tenth, eleventh] = [await aMember(site.db), await aMember(site.db)];
    await spend(tenth.email, 9);
    await spend(eleventh.email, 10);
    expect((await logIn(tenth.email)).status).toBe(200);
    const refused = await logIn(eleventh.email);
    expect([refused.status, refused.at('error.code'), refused.at('error.details.limit'), refused.cookie]).toEqual([
      429,
      'too_many',
      10,
      '',
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
  });

  test('refuses an unknown address in the same way', async () => {
    const email = newEmail();
    await spend(email, 10);
    expect((await logIn(email)).at('error.code')).toBe('too_many');
  });

  test('is reset by a right password, and does not affect other accounts', async () => {
    const [member, other] = [await aMember(site.db), await aMember(site.db)];
    await spend(member.email, 9);
    expect((await logIn(member.email)).status).toBe(200);
    expect((await logIn(member.email, 'not the password')).at('error.code')).toBe('wrong_credentials');
    await spend(member.email, 10);
    expect((await logIn(other.email)).status).toBe(200);
  });
});
