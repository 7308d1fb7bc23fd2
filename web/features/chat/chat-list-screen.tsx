import { lazyChatList } from './chat-modules.ts';
import * as chatList from './list/chat-list.tsx';

// /chats shows the list at once, so it is part of what that page loads first.
lazyChatList.loaded.set(chatList);

export { Chats as Screen } from './chats.tsx';
