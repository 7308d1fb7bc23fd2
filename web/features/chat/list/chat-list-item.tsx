import { memo } from 'react';
import { Link } from 'react-router';
import type { ChatListItem } from '#contract/chat';
import { formatEntryTime, formatExact } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../ui/images/avatar.tsx';
import { ChatMenu } from '../conversation/chat-menu.tsx';
import { useChatName } from '../conversation/chat-name.ts';

interface EntryProps {
  item: ChatListItem;
  me: string;
  isTyping: boolean;
}

function Preview({ item, me, isTyping }: EntryProps) {
  const { t } = useTranslation('chat');
  const { text, sender_id } = item.conversation.last_message;
  const lastMessage = sender_id === me ? t('you_said', { text }) : text;
  const unread = item.num_unread_messages;
  return (
    <span className="list-item-preview">
      <span className="flex-grow truncate">
        <bdi>{isTyping ? t('typing_in_list') : lastMessage}</bdi>
      </span>
      {unread > 0 && (
        <span className="badge">
          <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          <span className="visually-hidden">{t('unread', { count: unread })}</span>
        </span>
      )}
    </span>
  );
}

/** An entry of the conversation list: the other member, the last message, its time, and the number of unread messages. */
export const ChatEntry = memo(function ChatEntry({ item, me, isTyping, isCurrent }: EntryProps & { isCurrent: boolean }) {
  const { t } = useTranslation('chat');
  const { conversation, profile } = item;
  const name = useChatName()(profile);
  const at = conversation.last_message.created_at;
  return (
    <li className="chat-entry">
      <Link
        className={item.num_unread_messages > 0 ? 'list-item unread' : 'list-item'}
        to={`/chats/${conversation.id}`}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Avatar image={profile.main_image} name={profile.name} size={56} isOnline={profile.is_online} />
        <span className="flex-grow">
          <span className="list-item-heading">
            <span className="list-item-name">
              <bdi className="truncate">{name}</bdi>
              {profile.is_fictional && <span className="muted small"> · {t('fictional')}</span>}
            </span>
            <time dateTime={at} title={formatExact(at)}>
              {formatEntryTime(at)}
            </time>
          </span>
          <Preview item={item} me={me} isTyping={isTyping} />
        </span>
      </Link>
      <ChatMenu conversation={conversation.id} profile={profile} />
    </li>
  );
});
