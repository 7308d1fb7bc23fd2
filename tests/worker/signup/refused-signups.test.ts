import { describe, expect, test } from 'vitest';
import { memberByEmail } from '#db/queries/account/members';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { storeAttempts } from '../../support/database/attempts.ts';
import { aMember } from '../../support/database/factories.ts';
import { aSignUpForm, emailCheckToken } from '../../support/product/signup-form.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const signUp = (form: object) => site.visitor.post('/api/user.php?new=1', form);
const memberWith = async (email: string) => (await memberByEmail(site.db, email))[0];

describe('a taken address', () => {
  test.each(['active', 'not_confirmed', 'deleted', 'banned'] as const)('is refused while its account is %s', async (status) => {
    const { email } = await aMember(site.db, { status });
    const answer = await signUp(await aSignUpForm({ email, token: await emailCheckToken(email) }));
    expect([answer.status, answer.at('error.code'), answer.cookie]).toEqual([409, 'email_taken', '']);
  });
});

describe('a disposable mailbox', () => {
  test.each(['mailinator.com', 'below.mailinator.com'])('at %s is refused with the field at fault', async (domain) => {
    const email = `noor@${domain}`;
    const answer = await signUp(await aSignUpForm({ email, token: await emailCheckToken(email) }));
    expect([answer.status, answer.at('error.fields'), answer.cookie]).toEqual([422, { email: 'not_allowed' }, '']);
    expect(await memberWith(email)).toBeUndefined();
  });
});

describe('sign-ups that the operator has closed', () => {
  test('are refused for everyone', async () => {
    await saveSetting(site.db, 'signups', 'none');
    const form = await aSignUpForm({ trafficsource: { network: 'radio' } });
    const answer = await signUp(form);
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'signups_closed']);
    expect(await memberWith(form.email)).toBeUndefined();
    await clearSetting(site.db, 'signups');
  });

  test('are open only with a network when they ask for a traffic source', async () => {
    await saveSetting(site.db, 'signups', 'with_trafficsource');
    for (const trafficsource of [undefined, {}, { network: '' }, { network: null }, { ref: 'r1' }]) {
      expect((await signUp(await aSignUpForm({ trafficsource }))).at('error.code')).toBe('signups_closed');
    }
    expect((await signUp(await aSignUpForm({ trafficsource: { network: 'radio' } }))).status).toBe(201);
    await clearSetting(site.db, 'signups');
  });

  test('after too many from one network are refused with the time to wait', async () => {
    await saveSetting(site.db, 'signups_an_hour', 1);
    await storeAttempts(site.db, 'signups_an_hour', ['127.0.0.1'], 1);
    const form = await aSignUpForm();
    const answer = await signUp(form);
    expect([answer.status, answer.at('error.code'), answer.at('error.details.limit')]).toEqual([429, 'too_many', 1]);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
    expect(await memberWith(form.email)).toBeUndefined();
    await clearSetting(site.db, 'signups_an_hour');
  });
});
