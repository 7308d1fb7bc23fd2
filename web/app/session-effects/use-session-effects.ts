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

// A session that only ran out is often begun anew by the same member, who then finds push as it was.
onSignOut(async (_, reason) => {
  const { forgetPush, leavePush } = await import('../../pwa/push/push.ts');
  return reason === 'signed_out' ? forgetPush() : leavePush();
});

/** The server has said that nobody is signed in here; a page without a connection knows of nobody either way. */
const isNobodyHere = () => queryClient.getQueryData(keys.user) === null;

/** Socket, polling and unsent messages start a second after the login and end with it; their code is not part of the first load. */
export function useMemberLife(): void {
  const me = useUser()?.id;
  // Not a second later like the rest: a setting that is changed within that second would not reach the searches made before.
  useEffect(() => (me ? followHideFictional() : undefined), [me]);
  useEffect(() => {
    let end: (() => void) | null = null;
    const over = new AbortController();
    const untilStarted = new AbortController();
    const start = async () => {
      if (!me) {
        if (isNobodyHere()) await (await loadLeftBehind()).forgetAnswers();
        return;
      }
      const { startMemberLife } = await loadNeeded(() => import('./session-effects.ts'), over.signal);
      untilStarted.abort();
      end = startMemberLife(me);
      const { memberChat } = await loadNeeded(loadChat, over.signal);
      memberChat(me);
    };
    // The page's first calls have marked the member as online; until startMemberLife runs, this alone reports that the page is closed.
    if (me) addEventListener('pagehide', sendLeaveBeacon, { signal: untilStarted.signal });
    const warn = (error: unknown) => {
      if (!over.signal.aborted) console.warn(error);
    };
    const timer = setTimeout(() => void start().catch(warn), START_MS);
    return () => {
      over.abort();
      untilStarted.abort();
      clearTimeout(timer);
      end?.();
    };
  }, [me]);
}
