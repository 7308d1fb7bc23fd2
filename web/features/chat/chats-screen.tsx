import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePageParams } from '../../session/page-params.ts';
import { chatsQuery } from '../../session/queries.ts';
import { useSwitch } from '../../session/switches.ts';
import { useUser } from '../../session/user.ts';
import { Empty } from '../../ui/empty.tsx';
import { ChatList } from './chat-list.tsx';
import { memberChat } from './member-chat.ts';
import { ThreadView } from './thread.tsx';
import './messages.css';
import './bubbles.css';
import './chats.css';

function Nobody() {
  const { t } = useTranslation('chat');
  const { data } = useQuery(chatsQuery);
  const hasChats = data !== undefined && data.chats.length > 0;
  return (
    <section className="chat-thread">
      <div className="chat-nobody">{hasChats && <Empty icon="message-circle" title={t('nobody_title')} text={t('nobody_text')} />}</div>
    </section>
  );
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
      {chatId ? <ThreadView key={chatId} member={me} conversation={chatId} /> : hasSide && <Nobody />}
    </main>
  );
}
