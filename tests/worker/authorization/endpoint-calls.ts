import { ENDPOINTS } from '#contract/all-endpoints';
import { newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { aFile, aPng } from '../../support/files/image-files.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import type { TestSite } from '../../support/product/test-site.ts';
import { aSubscription } from '../../support/servers/push-service.ts';
import type { Owner, RowKind } from './access-columns.ts';
import type { Caller } from './access-fixture.ts';

type Input = (caller: Caller, whose: Owner) => object;
const NO_INPUT: Input = () => ({});
const profile: Input = (caller, whose) => ({ profile: caller.member[whose] });
const conversation: Input = (caller, whose) => ({ conversation: { id: caller.conversation[whose] } });
const transaction: Input = ({ order }, whose) => ({ transaction: order[whose] });
const message = (caller: Caller, whose: Owner, about: object = {}) => ({
  ...conversation(caller, whose),
  message: { client_id: newId(), text: 'hello', ...about },
});
const photoOf = (caller: Caller, whose: Owner) => ({ photo: caller.image[whose] });
/** The photo of somebody else than the one who is named. */
const anothersPhoto = (caller: Caller, whose: Owner) => photoOf(caller, whose === 'other' ? 'paused' : 'other');
const image: Input = (caller, whose) => ({ image: { id: caller.image[whose] } });

const NO_ASSERTION = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };
const assertion: Input = () => ({ challenge: newId(), response: { id: 'AA', rawId: 'AA', type: 'public-key', response: NO_ASSERTION } });
const attestation: Input = () => ({
  challenge: newId(),
  name: 'Phone',
  response: { id: 'AA', rawId: 'AA', type: 'public-key', response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
});

const UNKNOWN_CASE = { number: '0123456789' };
const caseNumber: Input = () => UNKNOWN_CASE;

/** The input of each call that takes one. */
const INPUTS: Readonly<Record<string, Input>> = {
  'operator.startLogIn': ({ email }) => ({ email, password: PASSWORD }),
  'operator.finishLogIn': assertion,
  'operator.enrolPasskey': attestation,
  'operator.confirmOperator': assertion,
  'operator.endDeskSession': () => ({ id: newId() }),
  'operator.addPasskey': attestation,
  'operator.deletePasskey': () => ({ id: 'AA' }),
  'operator.takeCase': caseNumber,
  'operator.assignCase': ({ me }) => ({ ...UNKNOWN_CASE, operator: me.id }),
  'operator.releaseCase': caseNumber,
  'operator.getCase': caseNumber,
  'operator.lookAtPhoto': () => ({ ...UNKNOWN_CASE, photo: newId() }),
  'operator.decideCase': () => ({ ...UNKNOWN_CASE, action: 'dismiss' }),
  'operator.restoreDecision': () => ({ ...UNKNOWN_CASE, facts: 'It was your brother.' }),
  'operator.sendLettersAgain': caseNumber,
  'operator.getFigures': () => ({ from: '2026-01-01', to: '2026-01-02' }),
  'operator.findMembers': ({ me }) => ({ q: me.email }),
  'operator.getMember': ({ me }) => ({ id: me.id }),
  'operator.grantCredits': ({ me }) => ({ member: me.id, amount: 1, reason: 'sorry', nonce: newId() }),
  'operator.recordRefund': ({ order }) => ({ order: order.own, reason: 'paid twice' }),
  'operator.endDiscount': () => ({ code: 'NONE', reason: 'over' }),
  'operator.previewSetting': () => ({ key: 'min_age', typed: '21' }),
  'operator.saveSetting': () => ({ key: 'min_age', typed: '21', seen: '18' }),
  'operator.resetSetting': () => ({ key: 'min_age', seen: '18' }),
  'operator.revertSetting': () => ({ id: newId(), seen: '18' }),
  'signup.signUp': ({ form }) => form,
  'account.updateUser': () => ({ city: 'Gouda' }),
  'session.logIn': ({ email }) => ({ email, password: PASSWORD }),
  'signup.validateEmail': () => ({ email: newEmail() }),
  'account.activateByLink': () => ({ token: 'x' }),
  'account.unsubscribe': ({ unsubscribe }) => ({ token: unsubscribe }),
  'account.requestEmailChange': () => ({ email: newEmail(), password: PASSWORD }),
  'account.confirmEmailChange': () => ({ token: 'x' }),
  'account.undoEmailChange': () => ({ token: 'x' }),
  'account.deleteUser': () => ({ password: PASSWORD }),
  'account.undeleteUser': () => ({ token: 'x' }),
  'session.endSession': ({ session }, whose) => ({ id: session[whose] }),
  'session.requestPasswordReset': ({ email }) => ({ email }),
  'session.checkReset': () => ({ token: 'x' }),
  'session.resetPassword': () => ({ token: 'x', password: 'a password of my own' }),
  'session.changePassword': () => ({ old: PASSWORD, password: 'a password of my own' }),
  'credits.cancelOrder': transaction,
  'credits.withdraw': transaction,
  'discounts.requestStayDiscount': () => ({ stay: true }),
  'chat.openConversation': profile,
  'chat.getConversation': (caller, whose) => ({ conversation: caller.conversation[whose] }),
  'chat.sendMessage': (caller, whose) => message(caller, whose),
  'chat.sendMessage about their photo': (caller, whose) => message(caller, whose, { about: photoOf(caller, whose) }),
  'chat.sendMessage about the photo of another': (caller, whose) => message(caller, whose, { about: anothersPhoto(caller, whose) }),
  'chat.markMessagesRead': (caller, whose) => ({ ...conversation(caller, whose), read_to: 1 }),
  'chat.deleteChat': conversation,
  'credits.createOrder': () => ({ pack: 'pack-50', payment_method: 'ideal', nonce: newId() }),
  'credits.changeSpendingLimits': () => ({ limits: { day: 5000, week: null, month: null } }),
  'credits.getTransaction': ({ order }, whose) => ({ id: order[whose] }),
  'notifications.updateNotifications': () => ({ read_to: '2026-01-01T00:00:00.000Z', settings: { matrix: { like: { push: 'daily' } } } }),
  'likes.likeMember': profile,
  'likes.likeMember about their photo': (caller, whose) => ({ ...profile(caller, whose), about: photoOf(caller, whose) }),
  'likes.likeMember about the photo of another': (caller, whose) => ({ ...profile(caller, whose), about: anothersPhoto(caller, whose) }),
  'likes.unlikeMember': profile,
  'likes.markLikeSeen': profile,
  'notifications.subscribePush': () => ({ subscription: aSubscription() }),
  'notifications.testPush': ({ device }, whose) => ({ id: device[whose], test: true }),
  'notifications.deletePushDevice': ({ device }, whose) => ({ id: device[whose] }),
  'photos.uploadPhoto': () => ({ file: aFile(aPng({ width: 240, height: 300 })) }),
  'photos.deletePhoto': image,
  'photos.changePhotos': (caller, whose) => ({ ...image(caller, whose), is_nude: true }),
  'profile.getProfile': (caller, whose) => ({ id: caller.member[whose] }),
  'profile.getRegions': () => ({ country: 'NL' }),
  'geo.reverseGeocode': () => ({ lat: '52.09', lon: '5.12' }),
  'safety.blockMember': profile,
  'safety.unblockMember': profile,
  'safety.hideMember': profile,
  'safety.unhideMember': profile,
  'cases.makeNotice': ({ email }) => ({
    where: 'https://example.org/members/x',
    law: 'fraud',
    text: newId(),
    name: 'Noor',
    email,
    good_faith: true,
  }),
  'cancellations.cancelContract': ({ email }) => ({ email, kind: 'ordinary', reason: newId() }),
  'complaints.makeComplaint': ({ email }) => ({ email, subject: 'other', text: newId() }),
  'complaints.getComplaint': ({ email }) => ({ number: '0123456789', email }),
  'vitals.recordVitals': () => ({ page: 'index', device: 'phone', source: 'network', values: { lcp: [900] } }),
  'safety.reportMember': (caller, whose) => ({ ...profile(caller, whose), reason: 'spam' }),
  'members.searchMembers': () => ({ facets: 1, pp: 48, gender: '' }),
  'members.countMatches': () => ({ country: 'NL' }),
  'partners.openCam': () => ({ account: 'nova' }),
  'partners.openPartner': () => ({ flow: 'profile-search', redirect: '1' }),
};

/** The statements that take the likes of a member back, with what they quote. */
export const UNDO_LIKES = [
  'delete from likes where liker_id = ?',
  'delete from quotes where author_id = ? and message_id is null',
] as const;

/** What is deleted of each caller before a row, so that its calls are changes. */
export const UNDONE_BEFORE: Readonly<Record<string, readonly string[]>> = {
  'likes.likeMember about their photo': UNDO_LIKES,
  'likes.likeMember about the photo of another': UNDO_LIKES,
};

/** The endpoint of a row, whose name may say more about its calls. */
export const endpointOf = (name: string) => ENDPOINTS[name.split(' ')[0] ?? ''];

/** The calls that answer with members whom nobody has named. */
const LISTS = new Set([
  'account.exportAccount',
  'chat.listChats',
  'credits.listTransactions',
  'likes.listLikes',
  'members.searchMembers',
  'notifications.listNotifications',
  'safety.listBlocked',
  'safety.listHidden',
]);

/** The kind of a call's row: by what its input names, as it is written above, or a list. */
export function rowKindOf(name: string): RowKind {
  if (LISTS.has(name)) return 'list';
  const input = INPUTS[name];
  if (!input || input.length < 2) return 'nothing';
  return name.startsWith('chat.') && input !== profile ? 'conversation' : 'object';
}

/** Makes the call of a row as the caller, with an object of `whose`. Throws if the contract has no such endpoint. */
export function callEndpoint(site: Pick<TestSite, 'url'>, name: string, caller: Caller, whose: Owner): Promise<ApiAnswer> {
  const endpoint = endpointOf(name);
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  const input = (INPUTS[name] ?? NO_INPUT)(caller, whose);
  const client = apiClient(site.url, caller.cookie);
  const isInQuery = endpoint.method === 'GET' || endpoint.bodyKind === 'anything';
  const query = new URLSearchParams(isInQuery ? Object.entries(input) : endpoint.onlyWithQuery ? [[endpoint.onlyWithQuery, '1']] : []);
  const path = `${endpoint.path}?${query}`;
  if (endpoint.method === 'GET') return client.get(path);
  if (endpoint.bodyKind === 'file') return client.upload(path, Object.entries(input));
  return client[endpoint.method === 'POST' ? 'post' : endpoint.method === 'PUT' ? 'put' : 'delete'](path, input);
}
