import { useEffect } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { onSignOut, useUser } from '../../session/user.ts';
import { sendLeaveBeacon } from '../live-updates/leave-beacon.ts';
import { followHideFictional } from './follow-hide-fictional.ts';
import { loadNeeded } from './load-with-retry.ts';

const START_MS = 1000;

const loadChat = () => import('../../features/chat/engine/member-chat.ts');

const loadLeftBehind = () => import('../../offline/purge-member-storage.ts');

onSignOut(async (member, reason) => {
  (await loadChat()).endMemberChat(member);
  await (await loadLeftBehind()).forgetSession(member, { hasLeft: reason !== 'signed_out' });
});

// After an expired session the same member often signs in again and finds push unchanged; after any other end push is unsubscribed.
onSignOut(async (_, reason) => {
  const { forgetPush, leavePush } = await import('../../pwa/push/push.ts');
  return reason === 'signed_out' ? forgetPush() : leavePush();
});

/** Whether the server has answered that nobody is signed in; false while it is unknown. */
const isNobodyHere = () => queryClient.getQueryData(keys.user) === null;

/**
 * Starts socket, polling and the send queue one second after the page knows its member, and ends them with the session. Their code is
 * loaded then.
 */
export function useMemberLife(): void {
  const me = useUser()?.id;
  // At once, unlike the rest: a change of the setting within that second would not refetch the searches made before.
  useEffect(() => (me ? followHideFictional() : undefined), [me]);
  useEffect(() => {
    let stopEffects: (() => void) | null = null;
    const ended = new AbortController();
    const untilStarted = new AbortController();
    const start = async () => {
      if (!me) {
        if (isNobodyHere()) await (await loadLeftBehind()).forgetAnswers();
        return;
      }
      const { startMemberLife } = await loadNeeded(() => import('./session-effects.ts'), ended.signal);
      untilStarted.abort();
      stopEffects = startMemberLife(me);
      const { memberChat } = await loadNeeded(loadChat, ended.signal);
      memberChat(me);
    };
    // The page's first calls have marked the member as online; until startMemberLife runs, this alone reports that the page is closed.
    if (me) addEventListener('pagehide', sendLeaveBeacon, { signal: untilStarted.signal });
    const warn = (error: unknown) => {
      if (!ended.signal.aborted) console.warn(error);
    };
    const timer = setTimeout(() => void start().catch(warn), START_MS);
    return () => {
      ended.abort();
      untilStarted.abort();
      clearTimeout(timer);
      stopEffects?.();
    };
  }, [me]);
}
