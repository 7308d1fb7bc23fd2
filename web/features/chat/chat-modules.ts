import { createLazyModule } from '../../ui/lazy-module.ts';

/** The list of conversations: /chats brings it along, a conversation loads it only where there is room for both. */
export const lazyChatList = createLazyModule(() => import('./list/chat-list.tsx'));

/** A conversation: the page of one brings it along, /chats loads it a moment later. */
export const lazyThread = createLazyModule(() => import('./thread/thread.tsx'));
