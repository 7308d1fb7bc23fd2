import type { QueryClient } from '@tanstack/react-query';
import { followPush, push, syncPush } from '../pwa/push.ts';
import { socketState } from '../realtime/member-events.ts';
import { keys } from '../session/keys.ts';

/** Keeps the subscription of this browser the one the site knows; where no socket brings what a push tells of, it is asked for. */
export function followPushes(queryClient: QueryClient): () => void {
  let last = push.get().lastMessage;
  const hear = () => {
    const { lastMessage } = push.get();
    if (lastMessage === last) return;
    last = lastMessage;
    if (!lastMessage || socketState() === 'open') return;
    for (const queryKey of [keys.user, keys.chats, keys.likes, keys.notices]) void queryClient.invalidateQueries({ queryKey });
  };
  const ends = [followPush(), push.subscribe(hear)];
  void syncPush();
  return () => {
    for (const end of ends) end();
  };
}
