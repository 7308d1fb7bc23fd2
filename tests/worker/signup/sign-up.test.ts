import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { memberByEmail } from '#db/queries/account/members';
import { newEmail, newId } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { aSignUpForm, csrfToken, emailCheckToken } from '../../support/product/signup-form.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const signUp = (form: object) => site.visitor.post('/api/user.php?new=1', form);
const memberWith = async (email: string) => (await memberByEmail(site.db, email))[0];

describe('a complete sign-up', () => {
  test('leads from the address check and the mailed link to a confirmed account', async () => {
    const email = newEmail();
    const settings = await site.visitor.get('/api/settings.php');
    const checked = await site.visitor.get(`/api/validate_email.php?email=${encodeURIComponent(` ${email.toUpperCase()} `)}`);
    expect(checked.body).toMatchObject({ status: 'new', email, request_email: ` ${email.toUpperCase()} ` });

    const form = await aSignUpForm({ email, csrf: settings.at('csrf'), token: checked.at('token') });
    const signedUp = await signUp(form);
    expect(signedUp.status).toBe(201);
    expect(signedUp.at('user')).toMatchObject({ email, activated: false, credits: 6, profile: { name: 'Noor', country: 'NL' } });
    const me = apiClient(site.url, signedUp.cookie);
    await expect.poll(async () => (await me.get('/api/activate.php')).body).toEqual({ delivered: true });

    const mails = await site.visitor.get(`/_dev/mail.json?to=${email}`);
    expect(mails.body).toHaveLength(1);
    expect(mails.at('0.subject')).toContain('Vonk');
    const link = String(mails.at('0.links.0'));
    expect(link.startsWith(`${site.url}/api/activate.php?token=`)).toBe(true);

    const opened = await fetch(link, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('Location')]).toEqual([302, '/activate/done']);
    expect(opened.headers.getSetCookie()).toEqual([]);
    expect((await me.get('/api/user.php')).at('user.activated')).toBe(true);
  });

  test('gives the welcome credits as one ledger line', async () => {
    const form = await aSignUpForm();
    const { body } = await signUp(form);
    const member = await memberWith(form.email);
    const { rows } = await site.db.$client.execute({
      sql: 'select amount, reason from ledger_lines where member_id = ?',
      args: [member?.id ?? ''],
    });
    expect(body).toMatchObject({ user: { credits: 6 } });
    expect(rows.map((row) => ({ ...row }))).toEqual([{ amount: 6, reason: 'welcome' }]);
  });

  test('stores where the member came from', async () => {
    const origin = {
      trafficsource: { network: 'radio', ref: 'r1', sub: 's1', sub2: 's2', sub3: 's3' },
      profile: newId(),
      form_path: '/landers/x',
      referrer: 'https://example.net/',
    };
    const form = await aSignUpForm(origin);
    expect((await signUp(form)).status).toBe(201);
    expect((await memberWith(form.email))?.signupOrigin).toEqual(origin);
  });

  test('stores no password and no session token in plain text', async () => {
    const form = await aSignUpForm({ password: 'plainly visible words' });
    const { cookie } = await signUp(form);
    const rows = JSON.stringify(await allRows(site.db));
    expect(rows).not.toContain('plainly visible words');
    expect(rows).not.toContain(cookie.split('.')[1]);
  });

  test('writes its mail in the language of the form', async () => {
    const [dutch, english] = [await aSignUpForm({ language: 'nl' }), await aSignUpForm({ language: 'en' })];
    await Promise.all([signUp(dutch), signUp(english)]);
    const subjectTo = async (email: string) => (await site.visitor.get(`/_dev/mail.json?to=${email}`)).at('0.subject');
    expect(await subjectTo(dutch.email)).not.toBe(await subjectTo(english.email));
  });

  test('sets no country when neither the form nor the network names one', async () => {
    const form = await aSignUpForm({ country: null, language: null, timezone: null });
    expect((await signUp(form)).at('user')).toMatchObject({ payment_country: null, timezone: null, profile: { country: null } });
  });
});

describe('a form sent twice', () => {
  test('at once makes one account, one mail and one ledger line, and answers 201 to both', async () => {
    const form = await aSignUpForm();
    const [one, other] = await Promise.all([signUp(form), signUp(form)]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.at('user.id')).toBe(other.at('user.id'));
    expect([one.at('user.credits'), other.at('user.credits')]).toEqual([6, 6]);
    const id = String(one.at('user.id'));
    expect([await countRows(site.db, 'ledger_lines', id), await countRows(site.db, 'mails', id)]).toEqual([1, 1]);
    for (const { cookie } of [one, other]) expect((await apiClient(site.url, cookie).get('/api/user.php')).at('user.id')).toBe(id);
  });

  test('one after the other opens the account it has made', async () => {
    const form = await aSignUpForm();
    const [first, second] = [await signUp(form), await signUp(form)];
    expect([second.status, second.at('user.id')]).toEqual([201, first.at('user.id')]);
  });

  test.each([
    ['n', () => ({ n: newId() })],
    ['password', () => ({ password: 'another password of mine' })],
  ])('with another %s is refused as a taken address', async (_, change) => {
    const form = await aSignUpForm();
    await signUp(form);
    const before = await allRows(site.db);
    const again = await signUp({ ...form, ...change() });
    expect([again.status, again.at('error.code'), again.cookie]).toEqual([409, 'email_taken', '']);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('opens nothing once the account is deleted', async () => {
    const form = await aSignUpForm();
    await signUp(form);
    await site.db.$client.execute({ sql: "update members set status = 'deleted' where email = ?", args: [form.email] });
    expect((await signUp(form)).at('error.code')).toBe('email_taken');
  });
});

describe('an invalid form', () => {
  const long = (length: number) => 'x'.repeat(length);
  test.each([
    ['an empty address', { email: '' }, { email: 'required' }],
    ['an invalid address', { email: 'noor at example' }, { email: 'not_allowed' }],
    ['an over-long address', { email: `${long(250)}@example.org` }, { email: 'too_long' }],
    ['an address with a line break', { email: 'noor@example.org\nBcc: x@example.org' }, { email: 'not_allowed' }],
    ['a list for an address', { email: ['noor@example.org'] }, { email: 'wrong_type' }],
    ['an empty name', { name: '   ' }, { name: 'required' }],
    ['a name of 151 characters', { name: long(151) }, { name: 'too_long' }],
    ['a name that starts with @', { name: '@noor' }, { name: 'not_allowed' }],
    ['a name with control characters', { name: 'No\u0007or' }, { name: 'not_allowed' }],
    ['a name with a lone surrogate', { name: 'No\ud800or' }, { name: 'wrong_type' }],
    ['an object for a name', { name: { $ne: '' } }, { name: 'wrong_type' }],
    ['an empty password', { password: '' }, { password: 'required' }],
    ['a short password', { password: 'seven c' }, { password: 'too_short' }],
    ['a common password', { password: 'Password123' }, { password: 'not_allowed' }],
    ['an over-long password', { password: long(1001) }, { password: 'too_long' }],
    ['a number for a password', { password: 1234567890 }, { password: 'wrong_type' }],
    ['an unknown country', { country: 'JP' }, { country: 'unknown' }],
    ['an unknown language', { language: 'xx' }, { language: 'unknown' }],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, { timezone: 'unknown' }],
    ['an invalid profile id', { profile: '7' }, { profile: 'unknown' }],
    ['a text for a traffic source', { trafficsource: 'radio' }, { trafficsource: 'wrong_type' }],
    ['an over-long network', { trafficsource: { network: long(256) } }, { 'trafficsource.network': 'too_long' }],
    ['an over-long path', { form_path: long(1001) }, { form_path: 'too_long' }],
    ['an over-long referrer', { referrer: long(2001) }, { referrer: 'too_long' }],
    ['an invalid n', { n: '1' }, { n: 'unknown' }],
    ['a forged csrf', { csrf: 'x.y' }, { csrf: 'expired' }],
    ['a forged token', { token: 'x.y' }, { token: 'expired' }],
  ])('with %s is refused with the field at fault and changes nothing', async (_, change, fields) => {
    const form = await aSignUpForm(change);
    const before = await allRows(site.db);
    const answer = await signUp(form);
    expect([answer.status, answer.at('error.code'), answer.at('error.fields')]).toEqual([422, 'invalid', fields]);
    expect(answer.cookie).toBe('');
    expect(await allRows(site.db)).toEqual(before);
  });

  test('without anything names every field that is missing', async () => {
    const answer = await signUp({});
    const required = { email: 'required', name: 'required', password: 'required', csrf: 'required', token: 'required', n: 'required' };
    expect([answer.status, answer.at('error.fields')]).toEqual([422, required]);
  });

  test('with a name equal to the address is refused, however it is written', async () => {
    const form = await aSignUpForm();
    for (const name of [form.email, ` ${form.email.toUpperCase()} `]) {
      expect((await signUp({ ...form, name })).at('error.fields')).toEqual({ name: 'not_allowed' });
    }
  });

  test.each([
    ['csrf', 'expired a day ago', async () => ({ csrf: await csrfToken(Date.now() - DAY - 1) })],
    ['csrf', 'made for something else', async (email: string) => ({ csrf: await emailCheckToken(email) })],
    ['token', 'half an hour old', async (email: string) => ({ token: await emailCheckToken(email, Date.now() - HOUR / 2 - 1) })],
    ['token', 'of another address', async () => ({ token: await emailCheckToken('somebody@example.org') })],
    ['token', 'made for something else', async () => ({ token: await csrfToken() })],
  ])('with a %s %s is refused', async (field, _, change) => {
    const form = await aSignUpForm();
    const before = await allRows(site.db);
    const answer = await signUp({ ...form, ...(await change(form.email)) });
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { [field]: 'expired' }]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('ignores keys it does not know and never takes credits, status or an id from the form', async () => {
    const id = newId();
    const form = await aSignUpForm({
      id,
      credits: 1000,
      status: 'active',
      paid_user: true,
      is_fictional: true,
      premium_until: '2099-01-01T00:00:00Z',
    });
    const answer = await signUp(form);
    expect(answer.body).toMatchObject({
      user: { credits: 6, activated: false, paid_user: false, premium_until: null, profile: { is_fictional: false } },
    });
    expect(answer.at('user.id')).not.toBe(id);
  });
});
