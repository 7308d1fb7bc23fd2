import type { User } from '#contract/account';
import { chatsQuery, likesQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { orNothing } from '../../platform/safe-storage.ts';
import { withinLimit } from '../../platform/storage-timeout.ts';
import type { Answers, OtherTabs } from '../../platform/tab-channel.ts';
import { onSocketState, socketState } from '../../realtime/member-events.ts';
import { pollInterval } from '../../realtime/poll-interval.ts';
import { refreshUser } from '../../session/user.ts';
import { Poller, type PollerPorts } from './poll-leader.ts';

/** With an open socket each call still runs this often: it keeps the member online and heals what events missed. */
const POLL_WITH_SOCKET_MS = 15 * 60_000;

/** What a screen has asked so lately is not asked again. */
const JUST_ASKED_MS = 5000;

const LOCK = 'poller';

/** User first: when it says that the session is over, nothing else is asked. */
async function pollOnce(): Promise<void> {
  try {
    if (!(await refreshUser())) return;
    const fresh = { staleTime: JUST_ASKED_MS };
    await Promise.all([queryClient.fetchQuery({ ...chatsQuery, ...fresh }), queryClient.fetchQuery({ ...likesQuery, ...fresh })]);
  } catch {
    // The queries have logged it; the next poll asks again.
  }
}

const heldIn = <T>(state: { readonly data: T | undefined; readonly dataUpdatedAt: number } | undefined) =>
  state?.data ? { at: state.dataUpdatedAt, data: state.data } : null;

const answers = (): Answers => ({
  user: heldIn(queryClient.getQueryState<User | null>(keys.user)),
  chats: heldIn(queryClient.getQueryState(chatsQuery.queryKey)),
  likes: heldIn(queryClient.getQueryState(likesQuery.queryKey)),
});

/** What another tab was told, unless this one knows better by now. */
function take({ user, chats, likes }: Answers): void {
  const put = (queryKey: readonly string[], answer: { readonly at: number; readonly data: unknown } | null) => {
    const isNews = answer && answer.at > (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0);
    if (isNews) queryClient.setQueryData<unknown>(queryKey, answer.data, { updatedAt: answer.at });
  };
  put(keys.user, user);
  put(keys.chats, chats);
  put(keys.likes, likes);
}

/** Holds the lock that one tab of the browser can hold, until the returned function is called; waits for it, or takes it away. */
const lead: NonNullable<PollerPorts['lead']> = ({ steal, gained, lost }) => {
  const waiting = new AbortController();
  const held = Promise.withResolvers<void>();
  let isOver = false;
  const hold = () => {
    if (!isOver) gained();
    return isOver ? undefined : held.promise;
  };
  const isTaken = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
  // Where locks are refused every tab asks for itself.
  const refused = (error: unknown) => isOver || (isTaken(error) ? lost() : gained());
  const request = async () => navigator.locks.request(LOCK, steal ? { steal } : { signal: waiting.signal }, hold);
  request().catch(refused);
  return () => {
    isOver = true;
    waiting.abort();
    held.resolve();
  };
};

/** Whether a tab of this browser can be seen: it holds the lock then, or waits for it. */
export async function isAnyTabSeen(): Promise<boolean> {
  const found = await orNothing(() => withinLimit(async () => navigator.locks?.query()));
  return [...(found?.held ?? []), ...(found?.pending ?? [])].some(({ name }) => name === LOCK);
}

/** The socket tells all while it is open; when a thousand are lost at once, they are soon back and must not all ask meanwhile. */
function followSocket(interval: () => number) {
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

/** Polls for this browser's tabs until the returned function is called; the first time at once. */
export function startPolling(hasPush: () => boolean, tabs: Pick<OtherTabs, 'say' | 'hear'>): () => void {
  const interval = () => (socketState() === 'open' ? POLL_WITH_SOCKET_MS : pollInterval(hasPush()));
  const { notBefore, note } = followSocket(interval);
  const poller = new Poller({
    now: Date.now,
    after: (ms, job) => {
      const timer = setTimeout(job, ms);
      return () => clearTimeout(timer);
    },
    interval,
    notBefore,
    isVisible: () => document.visibilityState === 'visible',
    ask: pollOnce,
    answers,
    take,
    tabs,
    lead: typeof navigator !== 'undefined' && 'locks' in navigator ? lead : null,
  });
  const look = () => {
    note();
    poller.look();
  };
  const stopFollowing = onSocketState(look);
  // A sleeping machine or a hidden tab stops timers.
  document.addEventListener('visibilitychange', look);
  return () => {
    poller.stop();
    stopFollowing();
    document.removeEventListener('visibilitychange', look);
  };
}
