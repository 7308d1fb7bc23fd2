import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { placeOf } from '../../../cards/place-name.ts';
import { countryName, formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { useUser } from '../../../session/user.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/images/avatar.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { ChatMenu } from '../conversation/chat-menu.tsx';
import { useChatName } from '../conversation/chat-name.ts';

const lazyEmojiButton = createLazyModule(() => import('../emoji/emoji-button.tsx'));
const lazyLikeButton = createLazyModule(() => import('../../../cards/likes/like-button.tsx'));

function MemberStatusLine({ profile, isDetailed }: { profile: ProfileCard; isDetailed: boolean }) {
  const { t } = useTranslation('chat');
  const { city, country, is_fictional, is_online } = profile;
  const place = isDetailed ? [city, country && countryName(country)].filter(Boolean).join(', ') : !is_online && placeOf(profile);
  const parts = [is_fictional && t('fictional'), place, is_online && t('online_now')];
  return <span className="muted small truncate member-status">{parts.filter(Boolean).join(' · ')}</span>;
}

function ThreadMember({ profile, isDetailed }: { profile: ProfileCard; isDetailed: boolean }) {
  const name = useChatName()(profile);
  const content = (
    <>
      <Avatar image={profile.main_image} name={profile.name} size={44} isOnline={profile.is_online} />
      <div className="flex-grow">
        <h1 className="bold truncate">
          <bdi>{name}</bdi>
          {isDetailed && profile.age !== null && `, ${profile.age}`}
        </h1>
        <MemberStatusLine profile={profile} isDetailed={isDetailed} />
      </div>
    </>
  );
  if (profile.is_gone) return <div className="chat-member flex-grow">{content}</div>;
  return (
    <Link className="chat-member flex-grow" to={`/members/${profile.id}`}>
      {content}
    </Link>
  );
}

/** The heart, only in the template with the detailed head. A placeholder takes its space while it loads. */
function LazyLikeButton({ profile }: { profile: ProfileCard }) {
  const part = useLazyModule(lazyLikeButton, true);
  return part ? <part.LikeButton profile={profile} variant="plain" /> : <span className="icon-btn" />;
}

/** The emoji button. A placeholder takes its space while it loads. */
function LazyEmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const part = useLazyModule(lazyEmojiButton, true);
  return part ? <part.EmojiButton onPick={onPick} /> : <span className="icon-btn" />;
}

function CreditsLink() {
  const { t } = useTranslation('chat');
  const user = useUser();
  if (!user) return null;
  return (
    <Link className="credit-chip" to="/credits" aria-label={t('credits', { count: user.credits })}>
      <Icon name="coins" size="s" />
      {formatNumber(user.credits)}
    </Link>
  );
}

interface ThreadHeadProps {
  profile: ProfileCard | null;
  conversation: string;
  isBlocked: boolean;
  /** Inserts an emoji; undefined if nothing can be written. */
  onEmoji?: ((emoji: string) => void) | undefined;
}

/** The head of a thread: the other member and the menu, with more or fewer details by template (docs/product.md, "Thread view"). */
export function ThreadHead({ profile, conversation, isBlocked, onEmoji }: ThreadHeadProps) {
  const { t } = useTranslation('chat');
  const isDetailed = useFeatureFlag('chat', 'topBar');
  const hasEmoji = useFeatureFlag('chat', 'emojiButton');
  return (
    <header className="thread-head">
      <Link className="icon-btn back-button" to="/chats" aria-label={t('back')} title={t('back')}>
        <Icon name="arrow-left" />
      </Link>
      {profile ? <ThreadMember profile={profile} isDetailed={isDetailed} /> : <span className="flex-grow" />}
      {hasEmoji && onEmoji && <LazyEmojiButton onPick={onEmoji} />}
      {profile && isDetailed && !profile.is_gone && <LazyLikeButton profile={profile} />}
      {!isDetailed && <CreditsLink />}
      {profile && <ChatMenu conversation={conversation} profile={profile} isBlocked={isBlocked} />}
    </header>
  );
}
