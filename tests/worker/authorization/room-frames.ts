import { type AccessRow, type Answers, toAll } from './access-columns.ts';
import type { AccessTable } from './describe-rows.ts';
import { CARD, IMAGE, MESSAGE } from './shared-shapes.ts';

const NOTHING = 'nothing';
/** Whoever has no session has no socket and no pass. */
const toMembers = (member: Answers, unconfirmed = member): AccessRow => ({ ...toAll(NOTHING), member, unconfirmed });
const GONE = { banned: NOTHING, deleted: NOTHING, blocker: NOTHING } as const;
const UNSEEN = { ...GONE, blocked: NOTHING } as const;

const messageSent = (message: string, further = '') => `message.sent{at,message{${message}},seq,unread{conversation,total${further}}}`;
const messageToBoth = (message: string) => `me ${messageSent(message)} | them ${messageSent(message, ',unseen_notifications')}`;
const UNLIKE = `them like.withdrawn{at,badge{new_likes,unread_messages,unseen_notifications},profile{${CARD}},seq}`;
const CHANGED = 'user.changed{at,seq}';
/** What the room of somebody who is gone receives reaches no device: it admits none. */
const BLOCK = `me chat.deleted{at,conversation,seq} + ${CHANGED} | them ${CHANGED}`;

/**
 * The frames that reach the open sockets of the caller and of the other member, by what the caller does; nobody else gets any. Members who
 * are banned or deleted became so while their sockets were open.
 */
export const ROOM_FRAMES: AccessTable = {
  rows: {
    types: toMembers({ rest: 'them typing{conversation}', ...UNSEEN }),
    'looks at the thread': toMembers({ rest: 'me presence.changed{is_online,profile}', invisible: NOTHING, ...UNSEEN }),
    'sends a message': toMembers({ rest: messageToBoth(MESSAGE), ...UNSEEN }, NOTHING),
    'sends a message about a photo': toMembers({ rest: messageToBoth(`about{photo{${IMAGE}}},${MESSAGE}`), ...UNSEEN }, NOTHING),
    'takes the like back': toMembers({ rest: UNLIKE, ...UNSEEN }, NOTHING),
    blocks: toMembers({ rest: BLOCK, ...UNSEEN }),
  },
  kindOf: () => 'deed',
};
