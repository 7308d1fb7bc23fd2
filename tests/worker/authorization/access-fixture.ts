import { ENDPOINTS } from '#contract/all-endpoints';
import { insertOrder } from '#db/queries/credits/orders';
import { createToken } from '../../../worker/lib/tokens.ts';
import { aMember, anImage, anOrderRow, aSession, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { aFile, aPng } from '../../support/files/image-files.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import type { TestSite } from '../../support/product/test-site.ts';
import { aSubscription } from '../../support/servers/push-service.ts';

export const ROLES = ['visitor', 'unconfirmed', 'member', 'deleted', 'banned', 'expired'] as const;
export type Role = (typeof ROLES)[number];

/** Whose object a call names: the caller's own, another member's, one of strangers, one of a member who blocks the caller, or an unknown id. */
export type ObjectOwner = 'own' | 'other' | 'strangers' | 'blocker' | 'nobody';

export interface Caller {
  readonly role: Role;
  readonly cookie: string;
  readonly member: Readonly<Record<ObjectOwner, string>>;
  readonly conversation: Readonly<Record<ObjectOwner, string>>;
  readonly session: Readonly<Record<ObjectOwner, string>>;
  readonly image: Readonly<Record<ObjectOwner, string>>;
  /** A push subscription. */
  readonly device: Readonly<Record<ObjectOwner, string>>;
  readonly order: Readonly<Record<ObjectOwner, string>>;
  /** The address of the account that every caller logs in to, and a sign-up form that was never sent. */
  readonly email: string;
  readonly form: object;
  /** The token of the link that unsubscribes the caller from mails. */
  readonly unsubscribe: string;
}

const STATUS = {
  visitor: 'active',
  unconfirmed: 'not_confirmed',
  member: 'active',
  deleted: 'deleted',
  banned: 'banned',
  expired: 'active',
} as const;

/** The statements for a conversation in which `writer` has written once, so that `reader` may answer free of charge. */
function conversationStatements(id: string, writer: string, reader: string): { sql: string; args: string[] }[] {
  const [first = '', second = ''] = [writer, reader].toSorted();
  const participant = `insert into participants (member_id, conversation_id, other_id, last_seq, last_text, last_sender_id, last_at, is_listed)
    values (?, ?, ?, 1, 'a word', ?, 1, 1)`;
  return [
    {
      sql: 'insert into conversations (id, lower_member_id, higher_member_id, first_sender_id, created_at) values (?, ?, ?, ?, 1)',
      args: [id, first, second, writer],
    },
    { sql: participant, args: [writer, id, reader, writer] },
    { sql: participant, args: [reader, id, writer, writer] },
    {
      sql: "insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at) values (?, ?, 1, ?, ?, 'a word', 1)",
      args: [newId(), id, writer, newId()],
    },
  ];
}

/** The members that the callers of all roles share, and a conversation of two of them. */
async function sharedMembers(site: TestSite) {
  const [other, stranger, blocker, account] = await Promise.all([aMember(site.db), aMember(site.db), aMember(site.db), aMember(site.db)]);
  const talkOfStrangers = newId();
  await site.db.$client.batch(conversationStatements(talkOfStrangers, other.id, stranger.id));
  return { other, stranger, blocker, account, talkOfStrangers };
}
type SharedMembers = Awaited<ReturnType<typeof sharedMembers>>;

/** A caller of a role. `other` and `blocker` like the caller and have written to them; `blocker` has blocked them since. */
async function aCaller(site: TestSite, { other, stranger, blocker, account, talkOfStrangers }: SharedMembers, role: Role): Promise<Caller> {
  const { db } = site;
  const me = await aMember(db, { status: STATUS[role], banReason: role === 'banned' ? 'scam' : null });
  const [own, withBlocker, nobody] = [newId(), newId(), newId()];
  const like = 'insert into likes (liker_id, liked_id, created_at) values (?, ?, 1)';
  await db.$client.batch([
    ...conversationStatements(own, other.id, me.id),
    ...conversationStatements(withBlocker, blocker.id, me.id),
    ...[other, blocker].map(({ id }) => ({ sql: like, args: [id, me.id] })),
    { sql: 'insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)', args: [blocker.id, me.id] },
  ]);
  const session = await sessionsOf(site, { own: me.id, other: other.id, strangers: stranger.id, blocker: blocker.id, nobody });
  return {
    role,
    cookie: role === 'visitor' ? '' : role === 'expired' ? await aSession(db, me.id, { endsIn: -1 }) : me.cookie,
    member: { own: me.id, other: other.id, strangers: stranger.id, blocker: blocker.id, nobody },
    conversation: { own, other: own, strangers: talkOfStrangers, blocker: withBlocker, nobody },
    session,
    device: await devicesOf(site, session),
    image: {
      own: await anImage(db, me.id),
      other: await anImage(db, other.id),
      strangers: await anImage(db, stranger.id),
      blocker: await anImage(db, blocker.id),
      nobody,
    },
    order: await ordersOf(site, { own: me.id, other: other.id, strangers: stranger.id, blocker: blocker.id, nobody }),
    email: account.email,
    form: await aSignUpForm(),
    unsubscribe: await createToken(TEST_SECRETS.SIGNING_KEY, 'unsubscribe', { member: me.id }, Date.now()),
  };
}

/** A caller of each role; all of them share the same other members. */
export async function aCallerOfEachRole(site: TestSite): Promise<Readonly<Record<Role, Caller>>> {
  const shared = await sharedMembers(site);
  const callerOf = (role: Role) => aCaller(site, shared, role);
  const [visitor, unconfirmed, member] = [await callerOf('visitor'), await callerOf('unconfirmed'), await callerOf('member')];
  return {
    visitor,
    unconfirmed,
    member,
    deleted: await callerOf('deleted'),
    banned: await callerOf('banned'),
    expired: await callerOf('expired'),
  };
}

/** The id of a session of each of these members; for `nobody` an id that no session has. */
async function sessionsOf(site: TestSite, members: Caller['member']): Promise<Caller['session']> {
  const { rows } = await site.db.$client.execute('select member_id, id from sessions');
  const idOf = (memberId: string) => String(rows.find(({ member_id }) => member_id === memberId)?.id ?? memberId);
  const { own, other, strangers, blocker, nobody } = members;
  return { own: idOf(own), other: idOf(other), strangers: idOf(strangers), blocker: idOf(blocker), nobody };
}

/** Adds a push subscription to each of these sessions that has none yet; returns their ids. */
async function devicesOf(site: TestSite, sessions: Caller['session']): Promise<Caller['device']> {
  const aDevice = ([whose, session]: [string, string]) => {
    const { endpoint, keys } = aSubscription();
    return {
      sql: `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, created_at, seen_at)
        select ?, member_id, id, ?, ?, ?, 1, 1 from sessions where id = ? and ? <> 'nobody' on conflict do nothing`,
      args: [newId(), endpoint, keys.p256dh, keys.auth, session, whose],
    };
  };
  await site.db.$client.batch(Object.entries(sessions).map(aDevice));
  const { rows } = await site.db.$client.execute('select session_id, id from push_subscriptions');
  const idOf = (session: string) => String(rows.find(({ session_id }) => session_id === session)?.id ?? session);
  const { own, other, strangers, blocker, nobody } = sessions;
  return { own: idOf(own), other: idOf(other), strangers: idOf(strangers), blocker: idOf(blocker), nobody };
}

/** The id of an unpaid order of each of these members; for `nobody` an id that no order has. */
async function ordersOf(site: TestSite, members: Caller['member']): Promise<Caller['order']> {
  const { own, other, strangers, blocker, nobody } = members;
  const anOrder = async (memberId: string) =>
    (await insertOrder(site.db, anOrderRow({ memberId, status: 'expired' }), 0))[0]?.id ?? memberId;
  const neighbour = async (memberId: string) =>
    (await site.db.$client.execute({ sql: 'select id from orders where member_id = ?', args: [memberId] })).rows[0]?.id ??
    (await anOrder(memberId));
  return {
    own: await anOrder(own),
    other: String(await neighbour(other)),
    strangers: String(await neighbour(strangers)),
    blocker: String(await neighbour(blocker)),
    nobody,
  };
}

type Input = (caller: Caller, whose: ObjectOwner) => object;
const NO_INPUT: Input = () => ({});
const profile: Input = (caller, whose) => ({ profile: caller.member[whose] });
const conversation: Input = (caller, whose) => ({ conversation: { id: caller.conversation[whose] } });
const transaction: Input = ({ order }, whose) => ({ transaction: order[whose] });
const image: Input = (caller, whose) => ({ image: { id: caller.image[whose] } });

/** The input of each call that takes one. */
const INPUTS: Readonly<Record<string, Input>> = {
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
  'chat.sendMessage': (caller, whose) => ({ ...conversation(caller, whose), message: { client_id: newId(), text: 'hello' } }),
  'chat.markMessagesRead': (caller, whose) => ({ ...conversation(caller, whose), read_to: 1 }),
  'chat.deleteChat': conversation,
  'credits.createOrder': () => ({ pack: 'pack-50', payment_method: 'ideal', nonce: newId() }),
  'credits.changeSpendingLimits': () => ({ limits: { day: 5000, week: null, month: null } }),
  'credits.getTransaction': ({ order }, whose) => ({ id: order[whose] }),
  'notifications.updateNotifications': () => ({ read_to: '2026-01-01T00:00:00.000Z', settings: { matrix: { like: { push: 'daily' } } } }),
  'likes.likeMember': profile,
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
  'complaints.makeComplaint': ({ email }) => ({ email, subject: 'other', text: newId() }),
  'complaints.getComplaint': ({ email }) => ({ number: '0123456789', email }),
  'safety.reportMember': (caller, whose) => ({ ...profile(caller, whose), reason: 'spam' }),
  'members.searchMembers': () => ({ facets: 1 }),
  'members.countMatches': () => ({ country: 'NL' }),
  'partners.openCam': () => ({ account: 'nova' }),
  'partners.openPartner': () => ({ flow: 'profile-search', redirect: '1' }),
};

/** Makes one call of the contract as the caller, with an object of `whose`. Throws if the contract has no such endpoint. */
export function callEndpoint(site: TestSite, name: string, caller: Caller, whose: ObjectOwner): Promise<ApiAnswer> {
  const endpoint = ENDPOINTS[name];
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
