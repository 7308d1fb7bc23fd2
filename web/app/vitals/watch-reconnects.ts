import { onSocketState, socketState } from '../../realtime/member-events.ts';

/**
 * Calls `record` with the milliseconds for which the member's connection was lost: from its loss, from the return of the network or from the
 * return of the member to the page, whichever was last, until it is open again. Not while the page is hidden.
 */
export function watchReconnects(record: (ms: number) => void): void {
  let wasOpen = socketState() === 'open';
  let lostAt: number | null = null;
  onSocketState(() => {
    const state = socketState();
    if (state === 'connecting' && wasOpen) lostAt = performance.now();
    if (state === 'open' && lostAt !== null && document.visibilityState === 'visible') record(performance.now() - lostAt);
    if (state !== 'connecting') lostAt = null;
    wasOpen = state === 'open';
  });
  const startAgain = () => {
    if (lostAt !== null) lostAt = performance.now();
  };
  addEventListener('online', startAgain);
  document.addEventListener('visibilitychange', startAgain);
}
