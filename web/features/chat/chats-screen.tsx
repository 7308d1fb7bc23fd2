import { useSwitch } from '../../session/feature-flags.ts';
import { useUser } from '../../session/user.ts';
import { createPart, usePart } from '../../ui/lazy-module.ts';
import { usePageParams } from '../../ui/navigation/page-params.ts';
import { memberChat } from './engine/member-chat.ts';
import { ChatList } from './list/chat-list.tsx';
import { ThreadView } from './thread/thread.tsx';
import './thread/messages.css';
import './thread/bubbles.css';
import './list/chats.css';

const resting = createPart(() => import('./list/no-chat-selected.tsx'));

/** Beside the list while no chat is open. */
function Beside({ me }: { me: string }) {
  const part = usePart(resting, true);
  return part ? <part.Nobody me={me} /> : <section className="chat-thread" />;
}

/** The chats: list and thread side by side where there is room and the template has it so, one of the two elsewhere. */
export function Screen() {
  const { chatId } = usePageParams();
  const user = useUser();
  const hasSide = useSwitch('chat', 'sidebar');
  if (!user) return null;
  const me = user.id;
  // What an earlier page left unsent goes out as soon as the chats are open.
  memberChat(me);
  return (
    <main className={`chat ${chatId ? 'is-thread' : 'is-list'} ${hasSide ? 'has-side' : 'is-alone'}`}>
      {(hasSide || !chatId) && <ChatList me={me} current={chatId} />}
      {chatId ? <ThreadView key={chatId} member={me} conversation={chatId} /> : hasSide && <Beside me={me} />}
    </main>
  );
}
