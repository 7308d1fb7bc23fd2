import { getConversation, markMessagesRead, sendMessage } from '#contract/chat';
import { call } from '../../../api/call.ts';
import { markConversationRead } from '../../../api/chat/cached-chats.ts';
import { queryClient } from '../../../api/query-client.ts';
import { withBirthDate } from '../../../cards/profile/with-birth-date.ts';
import { withLock } from '../../../platform/locks.ts';
import { randomId } from '../../../platform/random-id.ts';
import { followFrames, onSocketState, sendFrame, socketState } from '../../../realtime/member-events.ts';
import { pollInterval } from '../../../realtime/poll-interval.ts';
import { currentUser } from '../../../session/user.ts';
import { applyNewestMessage, applySentMessage, clearUnread } from './chat-cache.ts';
import type { ChatPorts, Clock, Locks, RoomEvents, ThreadStore } from './conversation-ports.ts';
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
  subscribe: followFrames,
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

const loadThreadStore = () => import('./stored-threads.ts');

const threadStoreOf = (member: string): ThreadStore => ({
  // If the module cannot be loaded, nothing is stored.
  read: (id) =>
    loadThreadStore().then(
      ({ readStoredThread }) => readStoredThread(member, id),
      () => null,
    ),
  put: (id, thread) =>
    loadThreadStore().then(
      ({ storeThread }) => storeThread(member, id, thread),
      () => undefined,
    ),
});

/** The ports of a member's chat engine in the browser: server, room, IndexedDB, locks, clock and the query cache of this page. */
export function browserPorts(member: string): ChatPorts {
  // An answer may arrive after another member has signed in on this page.
  const isSignedIn = () => currentUser()?.id === member;
  return {
    calls: {
      read: (input) => call(getConversation, input),
      send: (input) => withBirthDate(() => call(sendMessage, input)),
      markRead: (input) => call(markMessagesRead, input),
    },
    pendingStore: pendingStoreOf(member),
    threadStore: threadStoreOf(member),
    locks,
    clock,
    events,
    observer: {
      messageSent: (sent) => isSignedIn() && applySentMessage(queryClient, sent),
      readingStarted: (conversation) => clearUnread(queryClient, conversation),
      readConfirmed: (conversation, unread) => isSignedIn() && markConversationRead(queryClient, conversation, unread),
      messagesArrived: (messages) => applyNewestMessage(queryClient, messages),
    },
    random: { id: randomId, fraction: () => Math.random() },
    pollMs: pollInterval(),
  };
}
