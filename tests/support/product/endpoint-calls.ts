import type { Database } from '#db/client';
import { saveSetting } from '#db/queries/operator/settings';
import { orders } from '#db/schema/index';
import { signPresenceNote } from '#room/tokens';
import { resetProof } from '../../../worker/features/session/reset-token.ts';
import { createToken } from '../../../worker/lib/tokens.ts';
import {
  aBlock,
  aLike,
  aMember,
  anEmailChange,
  anImage,
  anOrderRow,
  newEmail,
  newId,
  PASSWORD,
  type TestMember,
} from '../database/factories.ts';
import { aFile, aPng } from '../files/image-files.ts';
import { aSubscription } from '../servers/push-service.ts';
import type { ApiAnswer, apiClient } from './api-client.ts';
import { operatorEndpointCalls } from './operator-endpoint-calls.ts';
import { aPaymentWebhook } from './payment-webhook.ts';
import { TEST_SECRETS } from './test-secrets.ts';

const KEY = TEST_SECRETS.SIGNING_KEY;

/** Two members who are a match, their conversation, and clients that call as one of them or, with null, as a visitor. */
export interface EndpointCallFixture {
  readonly db: Database;
  /** The address of the site. */
  readonly url: string;
  readonly as: (member: { readonly cookie: string } | null) => ReturnType<typeof apiClient>;
  readonly noor: TestMember;
  readonly bas: TestMember;
  readonly conversation: string;
}

/** Subscribes a browser of this member to pushes; returns the id of the device. */
async function aPushDevice(me: ReturnType<EndpointCallFixture['as']>): Promise<string> {
  await me.post('/api/user.php?push=1', { subscription: aSubscription() });
  const { devices } = (await me.get('/api/push.php')).body as { devices: readonly [{ id: string }] };
  return devices[0].id;
}

export type EndpointCall = () => Promise<ApiAnswer> | ApiAnswer;
/**
 * For every endpoint a function that creates the rows it needs and returns a call that succeeds. Tests fail for an endpoint without one.
 */
export const endpointCalls = ({
  db,
  url,
  as,
  noor,
  bas,
  conversation,
}: EndpointCallFixture): Readonly<Record<string, () => Promise<EndpointCall>>> => ({
  ...operatorEndpointCalls({ db, url, as }),
  'account.getUser': async () => () => as(noor).get('/api/user.php'),
  'signup.signUp': async () => {
    const email = newEmail();
    const settings = await as(null).get('/api/settings.php');
    const checked = await as(null).get(`/api/validate_email.php?email=${email}`);
    const body = { email, name: 'Eva', password: PASSWORD, csrf: settings.at('csrf'), token: checked.at('token'), n: newId() };
    return () => as(null).post('/api/user.php?new=1', body);
  },
  'account.updateUser': async () => () =>
    as(noor).put('/api/user.php', { city: 'Utrecht', interests: [], fields: {}, countryregion: 'NL-UT' }),
  'notifications.listNotifications': async () => () => as(noor).get('/api/notifications.php'),
  'notifications.updateNotifications': async () => () =>
    as(noor).put('/api/notifications.php', { read_to: new Date().toISOString(), settings: { quiet_from: '22:00', quiet_to: '07:00' } }),
  'session.logIn': async () => () => as(null).post('/api/login.php', { email: noor.email, password: PASSWORD }),
  'session.logOut': async () => {
    const member = await aMember(db);
    return () => as(member).get('/api/logout.php');
  },
  'signup.validateEmail': async () => () => as(null).get(`/api/validate_email.php?email=${newEmail()}`),
  'account.activateByLink': async () => () => as(null).get('/api/activate.php?token=x'),
  'account.getActivation': async () => () => as(noor).get('/api/activate.php'),
  'account.resendActivation': async () => {
    const unconfirmed = await aMember(db, { status: 'not_confirmed' });
    return () => as(unconfirmed).post('/api/activate.php');
  },
  'account.unsubscribe': async () => {
    const token = await createToken(TEST_SECRETS.SIGNING_KEY, 'unsubscribe', { member: noor.id }, Date.now());
    return () => as(null).post(`/api/unsubscribe.php?token=${token}`);
  },
  'account.openUnsubscribe': async () => () => as(null).get('/api/unsubscribe.php'),
  'account.requestEmailChange': async () => {
    const member = await aMember(db);
    return () => as(member).post('/api/mailchange.php', { email: newEmail(), password: PASSWORD });
  },
  'account.confirmEmailChange': async () => {
    const { id, email } = await aMember(db);
    const change = await anEmailChange(db, { memberId: id, oldEmail: email, newEmail: newEmail() });
    const token = await createToken(KEY, 'mail_change', { change }, Date.now());
    return () => as(null).put('/api/mailchange.php', { token });
  },
  'account.undoEmailChange': async () => {
    const { id, email } = await aMember(db);
    const change = await anEmailChange(db, { memberId: id, oldEmail: newEmail(), newEmail: email, doneAt: Date.now() });
    const token = await createToken(KEY, 'mail_undo', { change }, Date.now());
    return () => as(null).delete('/api/mailchange.php', { token });
  },
  'account.deleteUser': async () => {
    const member = await aMember(db);
    return () => as(member).delete('/api/user.php', { password: PASSWORD });
  },
  'account.undeleteUser': async () => {
    const deleted = await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() });
    return () => as(null).post('/api/undelete.php', { email: deleted.email, password: PASSWORD });
  },
  'account.exportAccount': async () => () => as(noor).get('/api/export.php'),
  'session.reportPageHidden': async () => () => as(noor).post('/api/page-hidden.php', {}),
  'session.reportPresence': async () => {
    const claims = { member: noor.id, is_online: false, at: Date.now(), expires_at: Date.now() + 60_000 };
    const note = await signPresenceNote(TEST_SECRETS.PARTY_SECRET, claims);
    return () => as(null).post('/api/presence.php', { note });
  },
  'session.listSessions': async () => () => as(noor).get('/api/sessions.php'),
  'session.endSession': async () => {
    const member = await aMember(db);
    const { body } = await as(member).get('/api/sessions.php');
    const [{ id }] = (body as { sessions: [{ id: string }] }).sessions;
    return () => as(member).delete('/api/sessions.php', { id });
  },
  'session.requestPasswordReset': async () => () => as(null).post('/api/resetpassword.php', { email: noor.email }),
  'session.checkReset': async () => {
    const member = await aMember(db);
    const token = await createToken(KEY, 'reset', { member: member.id, proof: await resetProof(member) }, Date.now());
    return () => as(null).get(`/api/resetpassword.php?token=${token}`);
  },
  'session.resetPassword': async () => {
    const member = await aMember(db);
    const token = await createToken(KEY, 'reset', { member: member.id, proof: await resetProof(member) }, Date.now());
    return () => as(null).put('/api/resetpassword.php', { token, password: 'a password of my own' });
  },
  'session.changePassword': async () => {
    const member = await aMember(db);
    return () => as(member).put('/api/password.php', { old: PASSWORD, password: 'a password of my own' });
  },
  'chat.listChats': async () => () => as(noor).get('/api/chats.php'),
  'chat.openConversation': async () => {
    const other = await aMember(db);
    return () => as(noor).get(`/api/chat.php?profile=${other.id}`);
  },
  'chat.getConversation': async () => () => as(noor).get(`/api/chat.php?conversation=${conversation}`),
  'chat.sendMessage': async () => () =>
    as(noor).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text: 'Hello' } }),
  'chat.markMessagesRead': async () => () => as(bas).put('/api/chat.php', { conversation: { id: conversation }, read_to: 1 }),
  'chat.deleteChat': async () => {
    const other = await aMember(db);
    const id = (await as(noor).get(`/api/chat.php?profile=${other.id}`)).at('id');
    return () => as(noor).delete('/api/chat.php', { conversation: { id } });
  },
  'chat.getRoom': async () => () => as(noor).get('/api/room.php'),
  'credits.getShop': async () => () => as(noor).get('/api/credits.php'),
  'credits.createOrder': async () => () => as(noor).post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId() }),
  'credits.changeSpendingLimits': async () => () => as(noor).put('/api/credits.php', { limits: { day: null, week: null, month: null } }),
  'credits.getTransaction': async () => {
    const ordered = await as(noor).post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId() });
    return () => as(noor).get(`/api/transactions.php?id=${ordered.at('transaction.id')}`);
  },
  'credits.receiveWebhook': async () => {
    const ordered = await as(noor).post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId() });
    const { body, signature } = await aPaymentWebhook(`test_${ordered.at('transaction.id')}`);
    return () => as(null).post('/api/payment/webhook', body, { 'Stripe-Signature': signature });
  },
  'credits.listTransactions': async () => () => as(noor).get('/api/transactions.php'),
  'credits.cancelOrder': async () => {
    const ordered = await as(noor).post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId() });
    return () => as(noor).delete('/api/transactions.php', { transaction: ordered.at('transaction.id') });
  },
  'credits.stopRenewal': async () => () => as(noor).delete('/api/premium.php'),
  'credits.withdraw': async () => {
    // Withdrawn from and refunded already: the first withdrawal would start a refund, which uses the database beside the calls that follow.
    const order = anOrderRow({ memberId: noor.id, status: 'paid', paidAt: Date.now(), withdrawnAmount: 999, returnedAmount: 999 });
    await db.insert(orders).values(order);
    return () => as(noor).post('/api/withdrawal.php', { transaction: order.id });
  },
  'discounts.getDiscount': async () => () => as(noor).get('/api/discountcode.php?welcome=true'),
  'discounts.requestStayDiscount': async () => {
    await saveSetting(db, 'delete_discount', 20);
    return () => as(noor).post('/api/discountcode.php', { stay: true });
  },
  'likes.listLikes': async () => () => as(noor).get('/api/likes.php'),
  'likes.likeMember': async () => {
    const other = await aMember(db);
    await aLike(db, other.id, noor.id);
    return () => as(noor).post('/api/likes.php', { profile: other.id });
  },
  'likes.unlikeMember': async () => {
    const other = await aMember(db);
    await aLike(db, noor.id, other.id);
    return () => as(noor).delete('/api/likes.php', { profile: other.id });
  },
  'likes.markLikeSeen': async () => {
    const other = await aMember(db);
    await aLike(db, other.id, noor.id);
    return () => as(noor).put('/api/likes.php', { profile: other.id });
  },
  'notifications.subscribePush': async () => () => as(noor).post('/api/user.php?push=1', { subscription: aSubscription() }),
  'notifications.listPushDevices': async () => () => as(noor).get('/api/push.php'),
  'notifications.testPush': async () => {
    const id = await aPushDevice(as(noor));
    return () => as(noor).post('/api/push.php', { id, test: true });
  },
  'notifications.deletePushDevice': async () => {
    const id = await aPushDevice(as(noor));
    return () => as(noor).delete('/api/push.php', { id });
  },
  'profile.getProfile': async () => () => as(noor).get(`/api/profile.php?id=${bas.id}`),
  'profile.getProfileFields': async () => () => as(null).get('/api/profile_fields.php'),
  'profile.getInterests': async () => () => as(null).get('/api/interests.php'),
  'profile.getPrompts': async () => () => as(null).get('/api/prompts.php'),
  'profile.getRegions': async () => () => as(null).get('/api/regions.php?country=NL'),
  'geo.reverseGeocode': async () => () => as(noor).get('/api/geocode.php?lat=52.09&lon=5.12'),
  'members.searchMembers': async () => () => as(noor).get('/api/search.php?manual_search=1&facets=1'),
  'photos.uploadPhoto': async () => () => as(noor).upload('/api/profileimage.php', [['file', aFile(aPng({ width: 240, height: 300 }))]]),
  'photos.deletePhoto': async () => {
    const id = await anImage(db, noor.id);
    return () => as(noor).delete('/api/profileimage.php', { image: { id } });
  },
  'photos.changePhotos': async () => {
    const id = await anImage(db, noor.id);
    return () => as(noor).put('/api/profileimage.php', { main_image: { id } });
  },
  'members.countMatches': async () => () => as(null).get('/api/matchcount.php?country=NL&countryregion=NL-UT'),
  'partners.searchCams': async () => () => as(noor).get('/api/xcams/search.php'),
  'partners.openCam': async () => () => as(noor).get('/api/xcams/redirect.php?account=nova'),
  'partners.openPartner': async () => () => as(noor).get('/api/resellpartner.php?flow=profile-search&redirect=1'),
  'settings.getSettings': async () => () => as(null).get('/api/settings.php', { 'CF-IPCountry': 'NL' }),
  'settings.getCompanyInfo': async () => () => as(null).get('/api/companyinfo.php'),
  'transparency.getTransparency': async () => () => as(null).get('/api/transparency.php'),
  'settings.getHealth': async () => () => as(null).get('/api/health.php'),
  'safety.listBlocked': async () => () => as(noor).get('/api/block.php'),
  'safety.blockMember': async () => {
    const other = await aMember(db);
    return () => as(noor).post('/api/block.php', { profile: other.id });
  },
  'safety.unblockMember': async () => {
    const other = await aMember(db);
    await aBlock(db, noor.id, other.id);
    return () => as(noor).delete('/api/block.php', { profile: other.id });
  },
  'safety.listHidden': async () => () => as(noor).get('/api/hide.php'),
  'safety.hideMember': async () => {
    const other = await aMember(db);
    return () => as(noor).post('/api/hide.php', { profile: other.id });
  },
  'safety.unhideMember': async () => {
    const other = await aMember(db);
    await as(noor).post('/api/hide.php', { profile: other.id });
    return () => as(noor).delete('/api/hide.php', { profile: other.id });
  },
  'cases.makeNotice': async () => () =>
    as(null).post('/api/notice.php', {
      where: `/members/${bas.id}`,
      law: 'fraud',
      text: newId(),
      name: 'Noor',
      email: noor.email,
      good_faith: true,
    }),
  'cases.listDecisions': async () => () => as(noor).get('/api/decisions.php'),
  'cancellations.cancelContract': async () => () =>
    as(null).post('/api/cancellations.php', { email: bas.email, kind: 'ordinary', reason: newId() }),
  'complaints.makeComplaint': async () => () =>
    as(noor).post('/api/complaints.php', { email: noor.email, subject: 'payment', text: newId() }),
  'complaints.getComplaint': async () => {
    const made = await as(null).post('/api/complaints.php', { email: bas.email, subject: 'other', text: newId() });
    return () => as(null).post('/api/complaints.php?status=1', { number: made.at('number'), email: bas.email });
  },
  'vitals.recordVitals': async () => () =>
    as(null).post('/api/vitals.php', { page: 'index', device: 'phone', source: 'network', values: { lcp: [900] } }),
  'safety.reportMember': async () => {
    const other = await aMember(db);
    return () => as(noor).post('/api/report.php', { profile: other.id, reason: 'spam' });
  },
});
