import { eq } from 'drizzle-orm';
import { HOUR } from '#contract/durations';
import type { LimitName, LimitSubject } from '#contract/limits';
import { saveSetting } from '#db/queries/operator/settings';
import { conversations, mails } from '#db/schema/index';
import {
  aConversation,
  aDiscountCode,
  aMember,
  anImage,
  newEmail,
  newId,
  PASSWORD,
  type TestMember,
} from '../../support/database/factories.ts';
import { aFile, aPng } from '../../support/files/image-files.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import type { TestSite } from '../../support/product/test-site.ts';
import { aSubscription } from '../../support/servers/push-service.ts';

/** Who makes a call, and about what, as far as a limit can count it. */
export interface Subject {
  readonly member: TestMember;
  readonly network: string;
  /** The address that the call names; it belongs to an account. */
  readonly email: string;
  readonly conversation: string;
}

export async function aSubject({ db }: TestSite, traits: Parameters<typeof aMember>[1] = {}): Promise<Subject> {
  const [member, other, named] = [await aMember(db, { credits: 1000, ...traits }), await aMember(db), await aMember(db)];
  return { member, network: aNetwork(), email: named.email, conversation: await aConversation(db, member.id, other.id) };
}

const aNetwork = () =>
  `2001:db8:${newId()
    .replaceAll(/[^a-f\d]/g, '')
    .slice(0, 4)
    .padEnd(4, '7')}:${Math.floor(Math.random() * 0xffff).toString(16)}::1`;

/** The same call of others: the subjects that share everything with the first one except what the limit counts by. */
export async function othersOf(site: TestSite, subject: LimitSubject, first: Subject): Promise<Readonly<Record<string, Subject>>> {
  const other = await aSubject(site);
  const conversation = await aConversation(site.db, first.member.id, (await aMember(site.db)).id);
  const network = { ...other, member: first.member, conversation: first.conversation, email: first.email };
  switch (subject) {
    case 'network':
      return { 'another network': network };
    case 'address_and_network':
      return { 'another network': network, 'another address': { ...first, email: other.email } };
    case 'account':
      return { 'another account': { ...other, network: first.network, email: first.email } };
    case 'conversation':
      return { 'another conversation': { ...first, conversation }, 'another account': { ...other, network: first.network } };
    default:
      throw new Error(`nobody is refused by ${subject}`);
  }
}

type LimitedCall = (subject: Subject, limit: LimitName) => Promise<ApiAnswer>;

/** Further calls of an endpoint: the name of the endpoint, and words that describe the call. */
export const FURTHER_CALLS = ['chat.sendMessage about a photo', 'likes.likeMember about a photo'] as const;

/** A photo of the other member of a conversation. */
async function photoOfOther({ db }: TestSite, { member, conversation }: Subject): Promise<string> {
  const [pair] = await db.select().from(conversations).where(eq(conversations.id, conversation));
  if (!pair) throw new Error(`no conversation ${conversation}`);
  return anImage(db, pair.lowerMemberId === member.id ? pair.higherMemberId : pair.lowerMemberId);
}

/**
 * For each endpoint with limits a call that is counted, and that succeeds or is refused for another reason than a limit. With
 * the further calls.
 */
export function limitedCalls(site: TestSite): Readonly<Record<string, LimitedCall>> {
  const { db } = site;
  const from = ({ network }: Subject) => ({ 'CF-Connecting-IP': network });
  const as = ({ member }: Subject) => apiClient(site.url, member.cookie);
  const visitor = () => site.visitor;
  let calls = 0;
  /** Nothing for every second call of a test, otherwise what it is about: both count alike. */
  const everySecond = async (photo: () => Promise<string>) => {
    calls += 1;
    return calls % 2 === 0 ? undefined : { photo: await photo() };
  };
  const wrong = (subject: Subject) => ({ email: subject.email, password: 'not the password' });
  return {
    'account.resendActivation': async (subject) => {
      const answer = await as(subject).post('/api/activate.php', {}, from(subject));
      // Two mails are at least a minute apart: the mails so far are made older.
      await db.update(mails).set({ createdAt: Date.now() - HOUR });
      return answer;
    },
    'account.requestEmailChange': (subject, limit) => {
      // The right password starts the count of password tries again.
      const password = limit === 'password_tries_an_hour' ? 'not the password' : PASSWORD;
      return as(subject).post('/api/mailchange.php', { email: newEmail(), password }, from(subject));
    },
    'account.deleteUser': (subject) => as(subject).delete('/api/user.php', { password: 'not the password' }, from(subject)),
    'account.undeleteUser': (subject) => visitor().post('/api/undelete.php', wrong(subject), from(subject)),
    'account.exportAccount': (subject) => as(subject).get('/api/export.php', from(subject)),
    'chat.openConversation': async (subject) => as(subject).get(`/api/chat.php?profile=${(await aMember(db)).id}`, from(subject)),
    'chat.sendMessage': (subject) => {
      const body = { conversation: { id: subject.conversation }, message: { client_id: newId(), text: newId() } };
      return as(subject).post('/api/chat.php', body, from(subject));
    },
    'chat.sendMessage about a photo': async (subject) => {
      const about = await everySecond(() => photoOfOther(site, subject));
      const body = { conversation: { id: subject.conversation }, message: { client_id: newId(), text: newId(), about } };
      return as(subject).post('/api/chat.php', body, from(subject));
    },
    'chat.getRoom': (subject) => as(subject).get('/api/room.php', from(subject)),
    'cases.makeNotice': (subject) =>
      as(subject).post(
        '/api/notice.php',
        { where: 'https://example.org', law: 'fraud', text: newId(), name: 'Noor', email: subject.email, good_faith: true },
        from(subject),
      ),
    'cancellations.cancelContract': (subject) =>
      visitor().post('/api/cancellations.php', { email: subject.email, kind: 'ordinary', reason: newId() }, from(subject)),
    'complaints.makeComplaint': (subject) =>
      as(subject).post('/api/complaints.php', { email: subject.email, subject: 'payment', text: newId() }, from(subject)),
    'vitals.recordVitals': async (subject) => {
      await saveSetting(db, 'vitals_sample', 100);
      const report = { page: 'index', device: 'phone', source: 'network', values: { lcp: [900] } };
      return visitor().post('/api/vitals.php', report, from(subject));
    },
    'complaints.getComplaint': (subject) =>
      visitor().post('/api/complaints.php?status=1', { number: 'K7Q2M9XR4T', email: subject.email }, from(subject)),
    'credits.createOrder': async (subject) => {
      const discount_code = await aDiscountCode(db);
      return as(subject).post(
        '/api/credits.php',
        { pack: 'pack-50', payment_method: 'ideal', nonce: newId(), discount_code },
        from(subject),
      );
    },
    'discounts.getDiscount': (subject) => as(subject).get('/api/discountcode.php?code=NOTHING', from(subject)),
    'likes.likeMember': async (subject) => as(subject).post('/api/likes.php', { profile: (await aMember(db)).id }, from(subject)),
    'likes.likeMember about a photo': async (subject) => {
      const { id } = await aMember(db);
      const about = await everySecond(() => anImage(db, id));
      return as(subject).post('/api/likes.php', { profile: id, about }, from(subject));
    },
    'members.countMatches': (subject) => visitor().get('/api/matchcount.php?country=NL', from(subject)),
    'notifications.testPush': async (subject) => {
      await as(subject).post('/api/user.php?push=1', { subscription: aSubscription() });
      const { devices } = (await as(subject).get('/api/push.php')).body as { devices: readonly [{ id: string }] };
      return as(subject).post('/api/push.php', { id: devices[0].id, test: true }, from(subject));
    },
    'photos.uploadPhoto': (subject) =>
      as(subject).upload('/api/profileimage.php', [['file', aFile(aPng({ width: 240, height: 300 }))]], from(subject)),
    'safety.reportMember': async (subject) =>
      as(subject).post('/api/report.php', { profile: (await aMember(db)).id, reason: 'spam' }, from(subject)),
    'session.logIn': (subject) => visitor().post('/api/login.php', wrong(subject), from(subject)),
    'operator.startLogIn': (subject) => visitor().post('/api/operator/login.php', wrong(subject), from(subject)),
    'session.requestPasswordReset': (subject) => visitor().post('/api/resetpassword.php', { email: subject.email }, from(subject)),
    'session.changePassword': (subject) =>
      as(subject).put('/api/password.php', { old: 'not the password', password: 'a password of my own' }, from(subject)),
    'signup.signUp': async (subject) => visitor().post('/api/user.php?new=1', await aSignUpForm(), from(subject)),
    'signup.validateEmail': (subject) => visitor().get(`/api/validate_email.php?email=${newEmail()}`, from(subject)),
  };
}
