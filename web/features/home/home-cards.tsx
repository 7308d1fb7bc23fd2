import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/account';
import type { ChatListItem } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import type { listLikes } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import { useNameInText } from '../../cards/name-in-text.ts';
import { formatList, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/images/avatar.tsx';
import { hasProgress, ProgressCard, type ProgressCardProps } from './progress-card.tsx';

const FACES = 3;
type Likes = OutputOf<typeof listLikes>;
type Person = Pick<ProfileCard, 'id' | 'name' | 'main_image' | 'is_fictional'>;

interface HomeCardProps {
  to: string;
  className?: string;
  art: ReactNode;
  title: string;
  text: string;
}

function HomeCard({ to, art, title, text, className = '' }: HomeCardProps) {
  return (
    <Link className={`panel home-card ${className}`} to={to}>
      {art}
      <span className="flex-grow">
        <b className="home-card-title">{title}</b>
        <span className="muted home-card-text">{text}</span>
      </span>
      <Icon name="chevron-right" />
    </Link>
  );
}

const CardIcon = ({ icon }: { icon: IconName }) => (
  <span className="home-card-icon">
    <Icon name={icon} />
  </span>
);

const NAME_SHOWN = 16;
/** Shortens a name, so that the words after it stay visible. */
const shortenName = (name: string) => ([...name].length > NAME_SHOWN ? `${[...name].slice(0, NAME_SHOWN - 1).join('')}…` : name);

/** "Priya, Kofi (fictional) and 4 others", "Priya and 2 fictional profiles", as the language joins a list. */
function useNames(people: readonly Person[], total: number): string {
  const { t } = useTranslation(['home', 'cards']);
  const nameSaid = useNameInText();
  const shown = people.slice(0, total > FACES ? FACES - 1 : FACES);
  const numFictional = shown.filter(({ is_fictional: isFictional }) => isFictional).length;
  const areCounted = numFictional > 1;
  const named = shown.filter(({ is_fictional: isFictional }) => !(isFictional && areCounted));
  const parts = named.map(({ name, ...profile }) => nameSaid({ ...profile, name: shortenName(name || t('gone_name')) }));
  if (areCounted) parts.push(t('cards:fictional_profiles', { count: numFictional, shown: formatNumber(numFictional) }));
  const more = total - shown.length;
  if (more > 0) parts.push(t('likes_more', { count: more }));
  return formatList(parts);
}

const Faces = ({ people }: { people: readonly Person[] }) => (
  <span className="avatar-stack">
    {people.slice(0, FACES).map(({ id, main_image: image, name }) => (
      <Avatar key={id} image={image} name={name} size={48} />
    ))}
  </span>
);

/** Whose likes are new or, when all have been seen, who likes the member. */
export function LikesCard({ likes }: { likes: Likes }) {
  const { t } = useTranslation('home');
  const { liked_by: likedBy, totals } = likes;
  const isNew = totals.new_likes > 0;
  const people = isNew ? likedBy.filter(({ like_new: isUnseen }) => isUnseen) : likedBy;
  const names = useNames(people, isNew ? totals.new_likes : totals.liked_by);
  if (totals.liked_by === 0) {
    return <HomeCard to="/members" art={<CardIcon icon="heart" />} title={t('no_likes')} text={t('no_likes_text')} />;
  }
  const title = isNew ? t('likes_new', { count: totals.new_likes }) : t('likes', { count: totals.liked_by });
  return <HomeCard to="/likes/liked_by" art={<Faces people={people} />} title={title} text={names} />;
}

/** The conversations with unread messages besides the newest one. */
export function WaitingCard({ chats }: { chats: readonly ChatListItem[] }) {
  const { t } = useTranslation('home');
  const people = chats.map(({ profile }) => profile);
  const names = useNames(people, people.length);
  return <HomeCard to="/chats" art={<Faces people={people} />} title={t('waiting_more', { count: people.length })} text={names} />;
}

function CreditsCard({ user }: { user: User }) {
  const { t } = useTranslation('home');
  const title = t('credits', { count: user.credits, n: formatNumber(user.credits) });
  return <HomeCard className="only-wide" to="/credits" art={<CardIcon icon="coins" />} title={title} text={t('credits_text')} />;
}

function MatchesCard({ matches }: { matches: number }) {
  const { t } = useTranslation('home');
  const [title, text] = matches > 0 ? [t('matches', { count: matches }), t('matches_text')] : [t('liked'), t('liked_text')];
  return (
    <HomeCard
      className="only-wide"
      to={matches > 0 ? '/likes/matches' : '/likes/profiles'}
      art={<CardIcon icon="users" />}
      title={title}
      text={text}
    />
  );
}

/** How complete the account is, while something is left. If fewer than two cards are shown, matches and credits follow. */
export function FurtherCards({ user, isSigningUp, matches, hasWaiting }: ProgressCardProps & { matches: number; hasWaiting: boolean }) {
  const isIncomplete = hasProgress(user);
  const numShown = (isIncomplete ? 1 : 0) + (hasWaiting ? 1 : 0);
  return (
    <>
      {isIncomplete && <ProgressCard user={user} isSigningUp={isSigningUp} />}
      {numShown < 1 && <MatchesCard matches={matches} />}
      {numShown < 2 && <CreditsCard user={user} />}
    </>
  );
}
