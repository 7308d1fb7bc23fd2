import { ENDPOINTS } from '#contract/all-endpoints';
import { newId, PASSWORD } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { type AccessRow, type Answers, type Owner, toAll } from './access-columns.ts';
import type { AccessFixture, Caller } from './access-fixture.ts';
import { withFields } from './answer-shape.ts';
import type { AccessTable } from './describe-rows.ts';
import { UNDO_LIKES } from './endpoint-calls.ts';
import { CARD, IMAGE, MESSAGE, OFFLINE, QUOTED_PROMPT } from './shared-shapes.ts';

type Act = (caller: Caller, whose: Owner) => Readonly<Record<string, unknown>>;
const toMember: Act = (caller, whose) => ({ profile: caller.member[whose] });
const conversation: Act = (caller, whose) => ({ conversation: { id: caller.conversation[whose] } });

interface Deed {
  readonly endpoint: string;
  readonly input: Act;
  /** What is deleted before, so that the deed is a change. */
  readonly undo?: readonly string[];
}

/** What a member does, by the words of its row. */
export const DEEDS: Readonly<Record<string, Deed>> = {
  'sends a message': {
    endpoint: 'chat.sendMessage',
    input: (caller, whose) => ({ ...conversation(caller, whose), message: { client_id: newId(), text: 'hello' } }),
  },
  'sends a message about a photo': {
    endpoint: 'chat.sendMessage',
    input: (caller, whose) => ({
      ...conversation(caller, whose),
      message: { client_id: newId(), text: 'hello', about: { photo: caller.image[whose] } },
    }),
  },
  'sends a message about a photo of another': {
    endpoint: 'chat.sendMessage',
    input: (caller, whose) => ({
      ...conversation(caller, whose),
      message: { client_id: newId(), text: 'hello', about: { photo: caller.image.stranger } },
    }),
  },
  'reads messages': { endpoint: 'chat.markMessagesRead', input: (caller, whose) => ({ ...conversation(caller, whose), read_to: 1 }) },
  'deletes the conversation': { endpoint: 'chat.deleteChat', input: conversation },
  'opens the conversation': { endpoint: 'chat.openConversation', input: toMember },
  likes: { endpoint: 'likes.likeMember', input: toMember, undo: UNDO_LIKES },
  'likes a photo': {
    endpoint: 'likes.likeMember',
    input: (caller, whose) => ({ ...toMember(caller, whose), about: { photo: caller.image[whose] } }),
    undo: UNDO_LIKES,
  },
  'likes a photo of another': {
    endpoint: 'likes.likeMember',
    input: (caller, whose) => ({ ...toMember(caller, whose), about: { photo: caller.image.stranger } }),
    undo: UNDO_LIKES,
  },
  'takes the like back': { endpoint: 'likes.unlikeMember', input: toMember },
  'opens the like': { endpoint: 'likes.markLikeSeen', input: toMember },
  blocks: { endpoint: 'safety.blockMember', input: toMember },
  'lifts the block': { endpoint: 'safety.unblockMember', input: toMember },
  hides: { endpoint: 'safety.hideMember', input: toMember },
  'shows again': { endpoint: 'safety.unhideMember', input: toMember },
  reports: { endpoint: 'safety.reportMember', input: (caller, whose) => ({ ...toMember(caller, whose), reason: 'spam' }) },
  'changes the profile': { endpoint: 'account.updateUser', input: () => ({ city: 'Gouda' }) },
  'hides the online state': { endpoint: 'account.updateUser', input: () => ({ hide_presence: true }) },
  'changes the password': { endpoint: 'session.changePassword', input: () => ({ old: PASSWORD, password: 'a password of my own' }) },
  'asks for another address': {
    endpoint: 'account.requestEmailChange',
    input: () => ({ email: `${newId()}@example.org`, password: PASSWORD }),
  },
  'changes notifications': { endpoint: 'notifications.updateNotifications', input: () => ({ settings: { quiet_hours: null } }) },
  'logs out': { endpoint: 'session.logOut', input: () => ({}) },
  'deletes the account': { endpoint: 'account.deleteUser', input: () => ({ password: PASSWORD }) },
};

/** Does a deed as the caller. Throws if the table has no such deed. */
export async function act({ site }: AccessFixture, name: string, caller: Caller, whose: Owner): Promise<void> {
  const deed = DEEDS[name];
  const endpoint = ENDPOINTS[deed?.endpoint ?? ''];
  if (!deed || !endpoint) throw new Error(`no deed ${name}`);
  const input = deed.input(caller, whose);
  const client = apiClient(site.url, caller.cookie);
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  if (endpoint.method === 'GET') await client.get(`${endpoint.path}?${query}`);
  else await client[endpoint.method === 'POST' ? 'post' : endpoint.method === 'PUT' ? 'put' : 'delete'](endpoint.path, input);
}

const NOTHING = 'nothing';
/** Deeds that only an account of its own is told of, or that nobody is. */
const toMe = (events: string): AccessRow => ({ ...toAll(NOTHING), member: events, unconfirmed: events });
/** Deeds towards somebody; signed-out and banned callers do none. */
const towards = (member: Answers, unconfirmed: Answers): AccessRow => ({ ...toAll(NOTHING), member, unconfirmed });
const to = (recipient: 'me' | 'them', ...events: readonly string[]) => `${recipient} ${events.join(' + ')}`;
const GONE = { banned: NOTHING, deleted: NOTHING, blocker: NOTHING } as const;
const UNSEEN = { ...GONE, blocked: NOTHING } as const;

const messageSent = (message: string, further = '') => `message.sent{message{${message}},unread{conversation,total${further}}}`;
const messageToBoth = (message: string) =>
  `${to('me', messageSent(message))} | ${to('them', messageSent(message, ',unseen_notifications'))}`;
const QUOTED_PHOTO = `photo{${IMAGE}}`;
const READ = 'messages.read{conversation,reader,to}';
const READ_BY_ME = 'messages.read{conversation,reader,to,unread{conversation,total,unseen_notifications}}';
const like = (card: string, about = '') => `like.received{${about}badge{new_likes,unread_messages,unseen_notifications},profile{${card}}}`;
/** What the two of a match like of each other: the other has liked an answer of the caller. */
const likedBy = (mine: string, theirs: string) => `liked{${mine},${theirs}}`;
const matchOfThem = (quote = '-theirs') => `match.made{${likedBy(`mine{${QUOTED_PROMPT}}`, quote)},profile{${CARD}}}`;
const matchOfMe = (card: string, quote = '-mine') =>
  to('me', `match.made{by_me,${likedBy(quote, `theirs{${QUOTED_PROMPT}}`)},profile{${card}}}`);
const MATCHED = to('them', like(CARD), matchOfThem());
const ABOUT_PHOTO = `about{${QUOTED_PHOTO}},`;
const MATCHED_BY_PHOTO = to('them', like(CARD, ABOUT_PHOTO), matchOfThem(`theirs{${QUOTED_PHOTO}}`));
const matchByPhoto = (card: string) => `${matchOfMe(card, `mine{${QUOTED_PHOTO}}`)} | ${MATCHED_BY_PHOTO}`;
const UNLIKE = to('them', `like.withdrawn{badge{new_likes,unread_messages,unseen_notifications},profile{${CARD}}}`);
const READ_BOTH = { rest: `${to('me', READ_BY_ME)} | ${to('them', READ)}`, blocked: NOTHING, blocker: to('me', READ_BY_ME) } as const;
const CHANGED = 'user.changed{}';
// What a room forgets and revokes is not sent to its devices.
const BLOCK = [
  to('me', 'pass.revoked{conversation}', 'chat.deleted{conversation}', 'forget{profile}', CHANGED),
  to('them', 'pass.revoked{conversation}', 'forget{profile}', CHANGED),
].join(' | ');
const BLOCKS = { rest: BLOCK, ...UNSEEN } as const;
const LIFTED = { rest: NOTHING, blocked: `${to('me', CHANGED)} | ${to('them', CHANGED)}` } as const;
const HIDES = { rest: to('me', CHANGED), ...GONE, hidden: NOTHING } as const;
const SHOWN_AGAIN = { rest: NOTHING, hidden: to('me', CHANGED) } as const;
const OPENED = {
  rest: to('me', 'badge.changed{new_likes,unread_messages,unseen_notifications}'),
  ...UNSEEN,
  unconfirmed: NOTHING,
} as const;
/** Those with whom a caller who leaves has conversations get the same signal as after a block. */
const LEFT = ['blocked', 'blocker', 'hidden', 'invisible', 'me', 'other', 'paused', 'unconfirmed']
  .map((name) => (name === 'me' ? 'me session.ended{session}' : `${name} ${CHANGED}`))
  .join(' | ');

/** Which events each deed writes for whose room: the recipients in alphabetical order, each with their events in order. */
export const ROOM_EVENTS: AccessTable = {
  rows: {
    'sends a message': towards({ rest: messageToBoth(MESSAGE), ...UNSEEN }, NOTHING),
    'sends a message about a photo': towards({ rest: messageToBoth(`${ABOUT_PHOTO}${MESSAGE}`), ...UNSEEN }, NOTHING),
    'sends a message about a photo of another': towards(NOTHING, NOTHING),
    'reads messages': towards(READ_BOTH, READ_BOTH),
    'deletes the conversation': toMe(to('me', 'chat.deleted{conversation}')),
    'opens the conversation': toMe(NOTHING),
    // The like of an unconfirmed member shows to themselves alone, and makes no match.
    likes: towards(
      {
        rest: `${matchOfMe(CARD)} | ${MATCHED}`,
        invisible: `${matchOfMe(withFields(CARD, OFFLINE))} | ${MATCHED}`,
        unconfirmed: to('them', like(CARD)),
        ...UNSEEN,
      },
      NOTHING,
    ),
    'likes a photo': towards(
      {
        rest: matchByPhoto(CARD),
        invisible: matchByPhoto(withFields(CARD, OFFLINE)),
        unconfirmed: to('them', like(CARD, ABOUT_PHOTO)),
        ...UNSEEN,
      },
      NOTHING,
    ),
    'likes a photo of another': towards(NOTHING, NOTHING),
    'takes the like back': towards({ rest: UNLIKE, ...UNSEEN }, NOTHING),
    'opens the like': towards(OPENED, OPENED),
    blocks: towards(BLOCKS, BLOCKS),
    'lifts the block': towards(LIFTED, LIFTED),
    hides: towards(HIDES, HIDES),
    'shows again': towards(SHOWN_AGAIN, SHOWN_AGAIN),
    reports: toMe(NOTHING),
    'changes the profile': toMe(to('me', CHANGED)),
    'hides the online state': toMe(to('me', CHANGED, 'presence.revoked{}')),
    'changes the password': toMe(to('me', CHANGED)),
    'asks for another address': { ...toMe(to('me', CHANGED)), member: NOTHING },
    'changes notifications': toMe(to('me', CHANGED)),
    'logs out': { ...toMe('me session.ended{session}'), banned: 'me session.ended{session}' },
    'deletes the account': toMe(LEFT),
  },
  kindOf: (name) => (DEEDS[name]?.input.length === 2 ? 'deed' : 'nothing'),
};
