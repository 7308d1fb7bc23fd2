import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import tomasz from '../../../../assets/portraits/site/small/tomasz.webp';
import { chatsQuery } from '../../../api/chat/chats-query.ts';
import { formatExact, formatRelative } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EmptyState } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/images/avatar.tsx';
import { useChatName } from '../conversation/chat-name.ts';
import { readLastChat } from '../conversation/last-chat.ts';

/** A link to the conversation opened last on this device, if the list contains it. */
function LastChatLink({ me }: { me: string }) {
  const { t } = useTranslation('chat');
  const nameOf = useChatName();
  const { data } = useQuery(chatsQuery);
  const lastChat = readLastChat(me);
  const item = data?.chats.find(({ conversation }) => conversation.id === lastChat?.conversation);
  if (!lastChat || !item) return null;
  const { profile, conversation } = item;
  return (
    <Link className="last-chat-link" to={`/chats/${conversation.id}`}>
      <Avatar image={profile.main_image} name={profile.name} size={44} isOnline={profile.is_online} />
      <span className="flex-grow">
        <span className="truncate">
          <span className="bold">{t('go_on', { name: nameOf(profile) })}</span>
          {profile.is_fictional && <span className="muted small"> · {t('fictional')}</span>}
        </span>
        <time className="muted small" dateTime={lastChat.openedAt} title={formatExact(lastChat.openedAt)}>
          {t('go_on_at', { when: formatRelative(lastChat.openedAt) })}
        </time>
      </span>
      <Icon name="chevron-right" />
    </Link>
  );
}

/** What stands beside the list while no conversation is open: a hint, and a link to the one opened last. */
export function NoChatSelected({ me }: { me: string }) {
  const { t } = useTranslation('chat');
  const { data } = useQuery(chatsQuery);
  const hasChats = data !== undefined && data.chats.length > 0;
  return (
    <section className="chat-thread">
      <div className="no-chat-selected">
        {hasChats && (
          <EmptyState
            faces={[tomasz]}
            icon="message-circle"
            title={t('nobody_title')}
            text={t('nobody_text')}
            action={<LastChatLink me={me} />}
          />
        )}
      </div>
    </section>
  );
}
