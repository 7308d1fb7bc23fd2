import { useFeatureFlag } from '../../session/feature-flags.ts';
import { useUser } from '../../session/user.ts';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { usePageParams } from '../../ui/navigation/page-params.ts';
import { memberChat } from './engine/member-chat.ts';
import { ChatList } from './list/chat-list.tsx';
import { ThreadView } from './thread/thread.tsx';
import './thread/messages.css';
import './thread/bubbles.css';
import './list/chats.css';

const lazyNoChatSelected = createLazyModule(() => import('./list/no-chat-selected.tsx'));

/** The place of the thread beside the list while no conversation is open. */
function LazyNoChatSelected({ me }: { me: string }) {
  const part = useLazyModule(lazyNoChatSelected, true);
  return part ? <part.NoChatSelected me={me} /> : <section className="chat-thread" />;
}

/** List and thread of conversations: side by side on wide screens if the template does so, else one of the two. */
export function Screen() {
  const { chatId } = usePageParams();
  const user = useUser();
  const hasSidebar = useFeatureFlag('chat', 'sidebar');
  if (!user) return null;
  const me = user.id;
  // Creating the member's chat also sends what an earlier page left unsent.
  memberChat(me);
  return (
    <main className={`chat ${chatId ? 'is-thread' : 'is-list'} ${hasSidebar ? 'has-sidebar' : 'without-sidebar'}`}>
      {(hasSidebar || !chatId) && <ChatList me={me} current={chatId} />}
      {chatId ? <ThreadView key={chatId} member={me} conversation={chatId} /> : hasSidebar && <LazyNoChatSelected me={me} />}
    </main>
  );
}
