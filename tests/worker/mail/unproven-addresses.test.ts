import { expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

/** As long as an advertisement, and a valid name. */
const NAME = `Claim your prize at prize.example before midnight ${'and tell all your friends '.repeat(3)}today`;
const TYPED = ['prize.example', 'cheap pills', 'a typed reference'];

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const mailsTo = async (email: string) => (await site.visitor.get(`/_dev/mail.json?to=${email}`)).body as Mail[];
const typedIn = (mails: readonly Mail[]) => TYPED.filter((words) => JSON.stringify(mails).includes(words));
const signUp = async (email: string, n = newId()) => {
  const form = await aSignUpForm({ name: NAME, n });
  const checked = await site.visitor.get(`/api/validate_email.php?email=${email}`);
  return site.visitor.post('/api/user.php?new=1', { ...form, email, token: checked.at('token') });
};
const aStranger = () => aMember(site.db, { status: 'not_confirmed', name: NAME });

test('the mail of a sign-up holds nothing of its form, nor does that to a corrected address', async () => {
  const [address, corrected] = [newEmail(), newEmail()];
  const { cookie } = await signUp(address);
  const me = site.as({ cookie });
  await me.post('/api/mailchange.php', { email: corrected, password: 'a password of my own' });
  const mails = [...(await mailsTo(address)), ...(await mailsTo(corrected))];
  expect([mails.length, typedIn(mails)]).toEqual([2, []]);
});

test('with the strict check, neither the mail of a sign-up nor that about an account that exists does', async () => {
  await saveSetting(site.db, 'email_check', 'strict');
  const address = newEmail();
  await signUp(address);
  await signUp(address);
  await clearSetting(site.db, 'email_check');
  const mails = await mailsTo(address);
  expect([mails.length, typedIn(mails)]).toEqual([2, []]);
});

test('a new password, a deletion and its mail again name nobody while the address is not confirmed', async () => {
  const stranger = await aStranger();
  await site.visitor.post('/api/resetpassword.php', { email: stranger.email });
  await site.as(stranger).delete('/api/user.php', { password: PASSWORD });
  await site.db.$client.execute({ sql: 'update mails set created_at = 1 where member_id = ?', args: [stranger.id] });
  await site.visitor.post('/api/undelete.php', { email: stranger.email, password: PASSWORD });
  const mails = await mailsTo(stranger.email);
  expect([mails.length, typedIn(mails)]).toEqual([3, []]);
});

test('a change of address names nobody to the new address, and the owner to the old one', async () => {
  const member = await aMember(site.db, { name: NAME });
  const address = newEmail();
  await site.as(member).post('/api/mailchange.php', { email: address, password: PASSWORD });
  const [asked] = await mailsTo(address);
  expect(typedIn(asked ? [asked] : [])).toEqual([]);
  const token = /token=([\w.~-]+)/.exec(asked?.text ?? '')?.[1];
  expect((await site.visitor.put('/api/mailchange.php', { token })).status).toBe(204);
  expect(typedIn(await mailsTo(member.email))).toEqual(['prize.example']);
});

test('the receipt of a complaint holds nothing that was typed', async () => {
  const email = newEmail();
  const complaint = { email, subject: 'other', name: NAME, text: 'Buy cheap pills now', reference: 'a typed reference' };
  expect((await site.visitor.post('/api/complaints.php', complaint)).status).toBe(201);
  const mails = await mailsTo(email);
  expect([mails.length, typedIn(mails)]).toEqual([1, []]);
});
