import type { User } from '#contract/account';
import { chatsQuery } from '../../api/chat/chats-query.ts';
import { likesQuery } from '../../api/likes/likes-query.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { safely } from '../../platform/safe-storage.ts';
import { withTimeout } from '../../platform/storage-timeout.ts';
import type { SharedAnswers, TabChannel } from '../../platform/tab-channel.ts';
import { onSocketState, socketState } from '../../realtime/member-events.ts';
import { pollInterval } from '../../realtime/poll-interval.ts';
import { recordConfirmation, refreshUser, sessionConfirmedAt } from '../../session/user.ts';
import { Poller, type PollerPorts } from './poll-leader.ts';

/** The interval while the socket is open, in milliseconds: polling keeps the member online and corrects missed events. */
const POLL_WITH_SOCKET_MS = 15 * 60_000;

/** Chats and likes that a screen has loaded within this many milliseconds are not polled again. */
const RECENTLY_LOADED_MS = 5000;

const LOCK = 'poller';

/** Asks for the user first: if the session is over, nothing else is asked. */
async function pollOnce(): Promise<void> {
  try {
    if (!(await refreshUser())) return;
    const ifStale = { staleTime: RECENTLY_LOADED_MS };
    await Promise.all([queryClient.fetchQuery({ ...chatsQuery, ...ifStale }), queryClient.fetchQuery({ ...likesQuery, ...ifStale })]);
  } catch {
    // The queries have logged it; the next poll asks again.
  }
}

const cachedAnswerOf = <T>(state: { readonly data: T | undefined; readonly dataUpdatedAt: number } | undefined) =>
  state?.data ? { at: state.dataUpdatedAt, data: state.data } : null;

const cachedAnswers = (): SharedAnswers => ({
  confirmedAt: sessionConfirmedAt(),
  user: cachedAnswerOf(queryClient.getQueryState<User | null>(queryKeys.user)),
  chats: cachedAnswerOf(queryClient.getQueryState(chatsQuery.queryKey)),
  likes: cachedAnswerOf(queryClient.getQueryState(likesQuery.queryKey)),
});

/** Takes over the answers of another tab that are newer than this tab's own. */
function applyAnswers({ confirmedAt, user, chats, likes }: SharedAnswers): void {
  const put = (queryKey: readonly string[], answer: { readonly at: number; readonly data: unknown } | null) => {
    const isNewer = answer && answer.at > (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0);
    if (isNewer) queryClient.setQueryData<unknown>(queryKey, answer.data, { updatedAt: answer.at });
  };
  // First, because it is stored with the user.
  if (confirmedAt !== null) recordConfirmation(confirmedAt);
  put(queryKeys.user, user);
  put(queryKeys.chats, chats);
  put(queryKeys.likes, likes);
}

/**
 * Waits for the lock that one tab of the browser can hold, or steals it, and holds it until the returned function is called. `gained` is
 * also called if the browser refuses locks.
 */
const requestLeadership: NonNullable<PollerPorts['requestLeadership']> = ({ steal, gained, lost }) => {
  const abort = new AbortController();
  const released = Promise.withResolvers<void>();
  let isReleased = false;
  const hold = () => {
    if (!isReleased) gained();
    return isReleased ? undefined : released.promise;
  };
  const isStolen = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
  // If locks are refused, every tab polls by itself.
  const onFailure = (error: unknown) => isReleased || (isStolen(error) ? lost() : gained());
  const request = async () => navigator.locks.request(LOCK, steal ? { steal } : { signal: abort.signal }, hold);
  request().catch(onFailure);
  return () => {
    isReleased = true;
    abort.abort();
    released.resolve();
  };
};

/** Whether a tab of this browser is visible: visible tabs hold the lock or wait for it. False if locks are missing or late. */
export async function isAnyTabVisible(): Promise<boolean> {
  const locks = await safely(() => withTimeout(async () => navigator.locks?.query()));
  return [...(locks?.held ?? []), ...(locks?.pending ?? [])].some(({ name }) => name === LOCK);
}

/**
 * After the loss of an open socket, delays the next poll by a random part of the interval, so that pages that lost a server together do not
 * all poll at once.
 */
function trackSocketLoss(interval: () => number) {
  let wasOpen = false;
  let notBefore = 0;
  return {
    notBefore: () => notBefore,
    note: () => {
      const isOpen = socketState() === 'open';
      if (isOpen) notBefore = 0;
      else if (wasOpen) notBefore = Date.now() + interval() * (0.5 + Math.random() / 2);
      wasOpen = isOpen;
    },
  };
}

/** Polls until the returned function is called, the first time at once; one tab polls for all tabs of this browser. */
export function startPolling(hasPush: () => boolean, tabs: Pick<TabChannel, 'send' | 'listen'>): () => void {
  const interval = () => (socketState() === 'open' ? POLL_WITH_SOCKET_MS : pollInterval(hasPush()));
  const { notBefore, note } = trackSocketLoss(interval);
  const poller = new Poller({
    now: Date.now,
    schedule: (ms, job) => {
      const timer = setTimeout(job, ms);
      return () => clearTimeout(timer);
    },
    interval,
    notBefore,
    isVisible: () => document.visibilityState === 'visible',
    poll: pollOnce,
    cachedAnswers,
    applyAnswers,
    tabs,
    requestLeadership: typeof navigator !== 'undefined' && 'locks' in navigator ? requestLeadership : null,
  });
  const onChange = () => {
    note();
    poller.reschedule();
  };
  const stopFollowing = onSocketState(onChange);
  // Timers stop while the machine sleeps or the tab is hidden.
  document.addEventListener('visibilitychange', onChange);
  return () => {
    poller.stop();
    stopFollowing();
    document.removeEventListener('visibilitychange', onChange);
  };
}
