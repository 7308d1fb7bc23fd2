import { lazyThread } from './chat-modules.ts';
import * as thread from './thread/thread.tsx';

// The page of a conversation shows it at once, so it is part of what that page loads first.
lazyThread.loaded.set(thread);

export { Chats as Screen } from './chats.tsx';
