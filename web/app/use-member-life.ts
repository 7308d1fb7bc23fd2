import { useEffect } from 'react';
import { onSignOut, useUser } from '../session/user.ts';

const START_MS = 1000;

const loadChat = () => import('../features/chat/member-chat.ts');

onSignOut(async (member, reason) => (await loadChat()).endMemberChat(member, reason));
// A session that only ran out is often begun anew by the same member, who then finds push as it was.
onSignOut(async (_, reason) => (reason === 'signed_out' ? undefined : (await import('../pwa/push.ts')).leavePush()));

/** Socket, polling and unsent messages start a second after the login and end with it; their code is not part of the first load. */
export function useMemberLife(): void {
  const me = useUser()?.id;
  useEffect(() => {
    if (!me) return undefined;
    let end: (() => void) | null = null;
    let isOver = false;
    const start = async () => {
      const { startMemberLife } = await import('./member-life.ts');
      if (!isOver) end = startMemberLife(me);
      const { memberChat } = await loadChat();
      if (!isOver) memberChat(me);
    };
    const timer = setTimeout(() => void start().catch((error: unknown) => console.warn(error)), START_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [me]);
}
