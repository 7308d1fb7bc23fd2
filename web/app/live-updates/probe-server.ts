import { isReached } from '../../api/reachability.ts';
import { refreshUser } from '../../session/user.ts';

/** How often a server that does not answer is asked again, by each page at another time. */
const ASK_MS = 15_000;

/** While nobody answers, asks until somebody does, so that the page says so no longer than it is true; until the returned function is called. */
export function followReach(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const ask = () => {
    if (!isReached.get() && document.visibilityState === 'visible') void refreshUser().catch(() => undefined);
  };
  const look = () => {
    clearInterval(timer);
    if (!isReached.get()) timer = setInterval(ask, ASK_MS * (1 + Math.random()));
  };
  const stopFollowing = isReached.subscribe(look);
  addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
  look();
  return () => {
    clearInterval(timer);
    stopFollowing();
    removeEventListener('online', ask);
    document.removeEventListener('visibilitychange', ask);
  };
}
