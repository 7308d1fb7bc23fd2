import { readConversation, readMessages, sendMessage } from '#contract/chat';
import { call } from '../../../api/call.ts';
import { noteRead } from '../../../api/chat/cached-chats.ts';
import { queryClient } from '../../../api/query-client.ts';
import { withLock } from '../../../platform/locks.ts';
import { randomId } from '../../../platform/random-id.ts';
import { onSocketState, sendFrame, socketState, subscribe } from '../../../realtime/member-events.ts';
import { pollInterval } from '../../../realtime/poll-interval.ts';
import { currentUser } from '../../../session/user.ts';
import { clearUnread, noteMessages, noteSent } from './chat-cache.ts';
import type { ChatPorts, Clock, KeptThreads, Locks, RoomEvents } from './conversation-ports.ts';
import { pendingStoreOf } from './pending-store.ts';

const clock: Clock = {
  now: () => Date.now(),
  after(ms, job) {
    const timer = setTimeout(job, ms);
    return () => clearTimeout(timer);
  },
};

/** Without the lock two tabs may send the same message; its id makes the server keep one. */
const locks: Locks = { run: withLock };

const events: RoomEvents = {
  subscribe,
  onReconnect(listener) {
    const opened = () => socketState() === 'open' && listener();
    const endSocket = onSocketState(opened);
    window.addEventListener('online', listener);
    return () => {
      endSocket();
      window.removeEventListener('online', listener);
    };
  },
  isOpen: () => socketState() === 'open',
  send: sendFrame,
};

const keptThreads = () => import('./stored-threads.ts');

const keptThreadsOf = (member: string): KeptThreads => ({
  // A part of the code that cannot be had keeps nothing.
  read: (id) =>
    keptThreads().then(
      ({ readThread }) => readThread(member, id),
      () => null,
    ),
  put: (id, thread) =>
    keptThreads().then(
      ({ putThread }) => putThread(member, id, thread),
      () => undefined,
    ),
});

/** The machines' way to the server, the room, the disk and the caches of this page. */
export function browserPorts(member: string): ChatPorts {
  // An answer may come when its member has left, and another is here.
  const isHere = () => currentUser()?.id === member;
  return {
    calls: {
      read: (input) => call(readConversation, input),
      send: (input) => call(sendMessage, input),
      markRead: (input) => call(readMessages, input),
    },
    store: pendingStoreOf(member),
    threads: keptThreadsOf(member),
    locks,
    clock,
    events,
    followers: {
      sent: (sent) => isHere() && noteSent(queryClient, sent),
      reading: (conversation) => clearUnread(queryClient, conversation),
      read: (conversation, unread) => isHere() && noteRead(queryClient, conversation, unread),
      arrived: (messages) => noteMessages(queryClient, messages),
    },
    random: { id: randomId, fraction: () => Math.random() },
    pollMs: pollInterval(),
  };
}
