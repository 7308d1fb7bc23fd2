import { useEffect, useRef } from 'react';
import type { User } from '#contract/account';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { onSignOut, useUser } from '../../session/user.ts';
import { sendPageHiddenBeacon } from '../live-updates/page-hidden-beacon.ts';
import { loadWithRetry } from './load-with-retry.ts';

const START_DELAY_MS = 1000;

const loadChat = () => import('../../features/chat/engine/member-chat.ts');

const loadPurge = () => import('../../offline/purge-member-storage.ts');

onSignOut(async (member, reason) => {
  // A chat whose code cannot be loaded is not running; the purge must not wait for it.
  await loadChat().then(
    ({ endMemberChat }) => endMemberChat(member),
    (error: unknown) => console.warn(error),
  );
  await (await loadPurge()).purgeAfterSession(member, { deletesUnsent: reason !== 'expired' });
});

// After an expired session the same member often signs in again and finds push unchanged; after any other end push is unsubscribed.
onSignOut(async (_, reason) => {
  const { resetPush, unsubscribeOnLogout } = await import('../../pwa/push/push.ts');
  return reason === 'expired' ? resetPush() : unsubscribeOnLogout();
});

/** Whether the server has answered that nobody is signed in; false while it is unknown. */
const isKnownSignedOut = () => queryClient.getQueryData(queryKeys.user) === null;

/**
 * Resolves once it is known that nobody is signed in, which a page that started without a connection learns late. Never resolves if `signal`
 * aborts before.
 */
function untilKnownSignedOut(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (isKnownSignedOut()) resolve();
  };
  const stop = queryClient.getQueryCache().subscribe(check);
  signal.addEventListener('abort', stop);
  check();
  return promise.finally(stop);
}

/** Refetches searches and profiles when the member's setting `hide_fictional` changes, here or on another device. */
function useHideFictional(user: User | null): void {
  const current = user?.hide_fictional;
  const previous = useRef(current);
  useEffect(() => {
    const isChange = previous.current !== undefined && current !== undefined && previous.current !== current;
    previous.current = current;
    if (!isChange) return;
    queryClient.removeQueries({ queryKey: queryKeys.searches, type: 'inactive' });
    for (const queryKey of [queryKeys.searches, queryKeys.profiles]) void queryClient.invalidateQueries({ queryKey });
  }, [current]);
}

/**
 * Starts socket, polling, push, the queues of messages and likes, and the storage of answers one second after the page knows its member, and
 * ends them with the session. Their code is loaded then. Once it is known that nobody is signed in, deletes what is kept of a member.
 */
export function useSessionEffects(): void {
  const user = useUser();
  const me = user?.id;
  useHideFictional(user);
  useEffect(() => {
    let stopEffects: (() => void) | null = null;
    const ended = new AbortController();
    const untilStarted = new AbortController();
    const start = async () => {
      if (!me) {
        await untilKnownSignedOut(ended.signal);
        return (await loadPurge()).purgeWithoutSession();
      }
      const { startSessionEffects } = await loadWithRetry(() => import('./session-effects.ts'), ended.signal);
      untilStarted.abort();
      stopEffects = startSessionEffects(me);
      const { memberChat } = await loadWithRetry(loadChat, ended.signal);
      memberChat(me);
    };
    // The page's first calls have marked the member as online; until startSessionEffects runs, this alone reports that the page is closed.
    if (me) addEventListener('pagehide', sendPageHiddenBeacon, { signal: untilStarted.signal });
    const warn = (error: unknown) => {
      if (!ended.signal.aborted) console.warn(error);
    };
    const timer = setTimeout(() => void start().catch(warn), START_DELAY_MS);
    return () => {
      ended.abort();
      untilStarted.abort();
      clearTimeout(timer);
      stopEffects?.();
    };
  }, [me]);
}
