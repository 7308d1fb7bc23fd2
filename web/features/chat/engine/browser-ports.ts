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

/** Without the lock two tabs may send the same message; the server stores a client id only once. */
const locks: Locks = { run: withLock };

const events: RoomEvents = {
  subscribe,
  onReconnect(listener) {
    const notifyIfOpen = () => socketState() === 'open' && listener();
    const unsubscribe = onSocketState(notifyIfOpen);
    window.addEventListener('online', listener);
    return () => {
      unsubscribe();
      window.removeEventListener('online', listener);
    };
  },
  isOpen: () => socketState() === 'open',
  send: sendFrame,
};

const keptThreads = () => import('./stored-threads.ts');

const keptThreadsOf = (member: string): KeptThreads => ({
  // If the module cannot be loaded, nothing is stored.
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

/** The ports of a member's chat engine in the browser: server, room, IndexedDB, locks, clock and the query cache of this page. */
export function browserPorts(member: string): ChatPorts {
  // An answer may arrive after another member has signed in on this page.
  const isSignedIn = () => currentUser()?.id === member;
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
      sent: (sent) => isSignedIn() && noteSent(queryClient, sent),
      reading: (conversation) => clearUnread(queryClient, conversation),
      read: (conversation, unread) => isSignedIn() && noteRead(queryClient, conversation, unread),
      arrived: (messages) => noteMessages(queryClient, messages),
    },
    random: { id: randomId, fraction: () => Math.random() },
    pollMs: pollInterval(),
  };
}
