import { onSocketState, socketState } from '../realtime/member-events.ts';
import { pollInterval } from '../session/polling.ts';
import { chatsQuery, likesQuery } from '../session/queries.ts';
import { queryClient } from '../session/query-client.ts';
import { refreshUser } from '../session/user.ts';

/** With an open socket each call still runs this often: it keeps the member online and heals what events missed. */
const POLL_WITH_SOCKET_MS = 15 * 60_000;

/** What a screen has asked so lately is not asked again. */
const JUST_ASKED_MS = 5000;

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

/** Polls until the returned function is called; the first time at once. */
export function startPolling(hasPush: () => boolean): () => void {
  let timer = 0;
  let last = 0;
  let wasOpen = false;
  let afterLoss = 0;
  const wait = () => {
    clearTimeout(timer);
    const isOpen = socketState() === 'open';
    const interval = isOpen ? POLL_WITH_SOCKET_MS : pollInterval(hasPush());
    // Until it was lost the socket told all; when a thousand are lost at once, they are soon back and must not all ask meanwhile.
    if (wasOpen && !isOpen) afterLoss = Date.now() + interval * (0.5 + Math.random() / 2);
    wasOpen = isOpen;
    const due = isOpen ? last + interval : Math.max(last + interval, afterLoss);
    timer = window.setTimeout(poll, Math.max(0, due - Date.now()));
  };
  const poll = () => {
    last = Date.now();
    wait();
    void pollOnce();
  };
  const stopFollowing = onSocketState(wait);
  // A sleeping machine or a hidden tab stops timers.
  document.addEventListener('visibilitychange', wait);
  poll();
  return () => {
    clearTimeout(timer);
    stopFollowing();
    document.removeEventListener('visibilitychange', wait);
  };
}
