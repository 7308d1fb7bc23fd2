import { Link } from 'react-router';
import type { ChatListItem } from '#contract/chat';
import { HERO_SIZES } from '#contract/pages/hero-photo';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { formatExact, formatRelative } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/images/photo.tsx';

export function WaitingChat({ chat }: { chat: ChatListItem }) {
  const { t } = useTranslation('home');
  const { conversation, profile, num_unread_messages: unread } = chat;
  const { text, created_at: sentAt } = conversation.last_message;
  return (
    <Link className={profile.main_image ? 'home-hero' : 'home-hero home-hero-without-photo'} to={`/chats/${conversation.id}`}>
      {profile.main_image && <Photo image={profile.main_image} alt="" sizes={HERO_SIZES.home} priority />}
      <div className="home-hero-text">
        <p className="row small bold home-hero-muted">
          <Icon name="message-circle" size="s" />
          {t('messages', { count: unread })}
          {profile.is_fictional && <FictionalLabel />}
        </p>
        <p className="display display-28 home-hero-quote" lang={profile.language ?? undefined}>
          {t('quote', { text })}
        </p>
        <p className="home-hero-muted">
          <time dateTime={sentAt} title={formatExact(sentAt)}>
            {t('from', { name: profile.name || t('gone_name'), when: formatRelative(sentAt) })}
          </time>
        </p>
      </div>
    </Link>
  );
}
