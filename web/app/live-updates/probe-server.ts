import { isServerReachable } from '../../api/reachability.ts';
import { refreshUser } from '../../session/user.ts';

/** Pause between two probes of an unreachable server, in milliseconds; each page waits up to twice as long at random. */
const PROBE_MS = 15_000;

/**
 * While the server is unreachable, probes it until it answers, so that the offline bar goes away in time. Ends when the returned function
 * is called.
 */
export function probeWhileUnreachable(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const probe = () => {
    if (!isServerReachable.get() && document.visibilityState === 'visible') void refreshUser().catch(() => undefined);
  };
  const reschedule = () => {
    clearInterval(timer);
    if (!isServerReachable.get()) timer = setInterval(probe, PROBE_MS * (1 + Math.random()));
  };
  const stopFollowing = isServerReachable.subscribe(reschedule);
  addEventListener('online', probe);
  document.addEventListener('visibilitychange', probe);
  reschedule();
  return () => {
    clearInterval(timer);
    stopFollowing();
    removeEventListener('online', probe);
    document.removeEventListener('visibilitychange', probe);
  };
}
