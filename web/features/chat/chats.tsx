import { useState, useSyncExternalStore } from 'react';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { useUser } from '../../session/user.ts';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { usePageParams } from '../../ui/navigation/page-params.ts';
import { lazyChatList, lazyThread } from './chat-modules.ts';
import { memberChat } from './engine/member-chat.ts';
import './thread/messages.css';
import './thread/bubbles.css';
import './list/chats.css';

const lazyNoChatSelected = createLazyModule(() => import('./list/no-chat-selected.tsx'));

/** The place of the thread beside the list while no conversation is open. */
function LazyNoChatSelected({ me }: { me: string }) {
  const part = useLazyModule(lazyNoChatSelected, true);
  return part ? <part.NoChatSelected me={me} /> : <section className="chat-thread" />;
}

const isWide = matchMedia('(min-width: 900px)');

const isWideNow = () => isWide.matches;

function onWidthChange(listener: () => void): () => void {
  isWide.addEventListener('change', listener);
  return () => isWide.removeEventListener('change', listener);
}

/**
 * The list of conversations, loaded when it is first shown: behind a thread on a narrow screen it is not. From then on it stays, with what it
 * has loaded and its place.
 */
function LazyChatList({ me, current, isShown }: { me: string; current: string | undefined; isShown: boolean }) {
  const part = useLazyModule(lazyChatList, isShown);
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return part ? <part.ChatList me={me} current={current} /> : <section className="chat-list" />;
}

/** The open conversation. Its page has loaded the code; /chats loads it ahead. */
function LazyThread({ me, conversation }: { me: string; conversation: string | undefined }) {
  const part = useLazyModule(lazyThread, conversation !== undefined);
  if (conversation === undefined) return null;
  return part ? <part.ThreadView key={conversation} member={me} conversation={conversation} /> : <section className="chat-thread" />;
}

/** List and thread of conversations: side by side on wide screens if the template does so, else one of the two. */
export function Chats() {
  const { chatId } = usePageParams();
  const user = useUser();
  const hasSidebar = useFeatureFlag('chat', 'sidebar');
  const isBesideThread = useSyncExternalStore(onWidthChange, isWideNow, isWideNow) && hasSidebar;
  if (!user) return null;
  const me = user.id;
  // Creating the member's chat also sends what an earlier page left unsent.
  memberChat(me);
  return (
    <main className={`chat ${chatId ? 'is-thread' : 'is-list'} ${hasSidebar ? 'has-sidebar' : 'without-sidebar'}`}>
      {(hasSidebar || !chatId) && <LazyChatList me={me} current={chatId} isShown={!chatId || isBesideThread} />}
      <LazyThread me={me} conversation={chatId} />
      {!chatId && hasSidebar && <LazyNoChatSelected me={me} />}
    </main>
  );
}
