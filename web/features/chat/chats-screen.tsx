import { usePageParams } from '../../session/page-params.ts';
import { createPart, usePart } from '../../session/part.ts';
import { useSwitch } from '../../session/switches.ts';
import { useUser } from '../../session/user.ts';
import { ChatList } from './chat-list.tsx';
import { memberChat } from './member-chat.ts';
import { ThreadView } from './thread.tsx';
import './messages.css';
import './bubbles.css';
import './chats.css';

const resting = createPart(() => import('./nobody.tsx'));

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
