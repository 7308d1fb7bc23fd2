import { Link } from 'react-router';
import type { ChatListItem } from '#contract/chat';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { formatExact, formatRelative } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/images/photo.tsx';

const SIZES = '(min-width: 1024px) 320px, 100vw';

/** The conversations with unread messages, in the order of `chats`, without message requests. */
export function unreadChatsIn(chats: readonly ChatListItem[]): ChatListItem[] {
  return chats.filter(({ num_unread_messages: unread, conversation }) => unread > 0 && !conversation.is_aside);
}

export function WaitingChat({ chat }: { chat: ChatListItem }) {
  const { t } = useTranslation('home');
  const { conversation, profile, num_unread_messages: unread } = chat;
  const { text, created_at: sentAt } = conversation.last_message;
  return (
    <Link className={profile.main_image ? 'lead' : 'lead home-lead-faceless'} to={`/chats/${conversation.id}`}>
      {profile.main_image && <Photo image={profile.main_image} alt="" sizes={SIZES} priority />}
      <div className="home-lead-words">
        <p className="row small b home-lead-soft">
          <Icon name="message-circle" size="s" />
          {t('messages', { count: unread })}
          {profile.is_fictional && <FictionalLabel />}
        </p>
        <p className="d d28 home-lead-quote" lang={profile.language ?? undefined}>
          {t('quote', { text })}
        </p>
        <p className="home-lead-soft">
          <time dateTime={sentAt} title={formatExact(sentAt)}>
            {t('from', { name: profile.name || t('gone_name'), when: formatRelative(sentAt) })}
          </time>
        </p>
      </div>
    </Link>
  );
}
