import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../i18n/use-translation.ts';
import { useFeatureFlag } from '../session/feature-flags.ts';
import { useHidesNudity } from '../session/nudity-setting.ts';
import { Icon } from '../ui/icon.tsx';
import { cardMenuGestures } from './card-menu-gestures.ts';
import { ChatButton } from './chat/chat-button.tsx';
import { FictionalLabel } from './fictional-label.tsx';
import { notePressedCard } from './grow-from-card.ts';
import { LanguageBadge } from './language-badge.tsx';
import { LikeButton } from './likes/like-button.tsx';
import { MemberPhoto } from './member-photo.tsx';
import { TruncatedNameAge } from './name-age.tsx';
import { tintOf } from './paper-tint.ts';
import { placeOf } from './place-name.ts';
import { MemberMenu } from './safety/member-menu.tsx';
import './caption-card.css';
import './member-card.css';

export interface MemberCardProps {
  profile: ProfileCard;
  /** Visible without scrolling: the photo is loaded at once, with high priority. */
  priority?: boolean;
  /** Target of the link; by default the member's page. */
  to?: string;
  onOpen?: () => void;
  /** Shown before the other flags, such as "New". */
  mark?: ReactNode;
  /** Shown below the place, such as the time of a like. */
  note?: ReactNode;
}

/** A longer name may be cut: so many characters fit beside the age on two lines of the narrowest card. */
const LONG_NAME_LENGTH = 18;
const nameClass = (className: string, profile: ProfileCard) =>
  profile.name.length > LONG_NAME_LENGTH ? `${className} is-long` : className;
const SIZES = '(min-width: 1280px) 280px, (min-width: 600px) 33vw, 50vw';

function CardPhoto({ profile, priority = false }: Pick<MemberCardProps, 'profile' | 'priority'>) {
  const { t } = useTranslation('cards');
  const { name, main_image: image } = profile;
  return <MemberPhoto name={name} image={image} alt={t('portrait_of', { name })} sizes={SIZES} priority={priority} />;
}

/** The place, then whether the profile is fictional, and the language where it is another one than the page's. */
function CardPlace({ profile, note }: Pick<MemberCardProps, 'profile' | 'note'>) {
  const { t } = useTranslation('cards');
  const place = placeOf(profile);
  return (
    <>
      <span className="card-place">
        {profile.is_online && (
          <>
            <i className="online-dot" />
            <span className="visually-hidden">{t('online_then')}</span>
          </>
        )}
        {place && <span>{place}</span>}
        {profile.is_fictional && <FictionalLabel />}
        <LanguageBadge profile={profile} />
      </span>
      {note && <span className="card-place card-note">{note}</span>}
    </>
  );
}

/** A line of the member's own words. */
function CardLine({ profile }: Pick<MemberCardProps, 'profile'>) {
  if (!profile.opening_line) return null;
  return (
    <span className="card-line" lang={profile.language ?? undefined} dir="auto">
      {profile.opening_line}
    </span>
  );
}

/** The one flag over a photo: that the like is new, else that the photo shows nudity. */
function CardFlag({ profile, mark }: Pick<MemberCardProps, 'profile' | 'mark'>) {
  const { t } = useTranslation('cards');
  const hidesNudity = useHidesNudity();
  const isNude = hidesNudity && profile.main_image?.is_nude;
  if (!mark && !isNude) return null;
  return <span className="card-tags">{mark ?? <span className="tag">{t('nude')}</span>}</span>;
}

interface CardProps extends MemberCardProps {
  to: string;
  onPress: (event: MouseEvent<HTMLElement>) => void;
}

/** The card of the template classic: name and place below the photo, and with its feature flag the chat button in words. */
function CaptionCard({ profile, priority = false, to, onPress, mark, note }: CardProps) {
  const hasChatInWords = useFeatureFlag('profileSearchProfile', 'startConversationInWords');
  return (
    <article className="caption-card" {...cardMenuGestures}>
      <div className="caption-photo">
        <Link to={to} onClick={onPress} tabIndex={-1} aria-hidden="true">
          <CardPhoto profile={profile} priority={priority} />
        </Link>
        <CardFlag profile={profile} mark={mark} />
        <MemberMenu profile={profile} className="card-menu-button" isOnCard />
      </div>
      <div className="caption-text">
        <Link to={to} onClick={onPress}>
          <b className={nameClass('caption-name', profile)} lang={profile.language ?? undefined}>
            <TruncatedNameAge profile={profile} />
          </b>
          <CardPlace profile={profile} note={note} />
          {!note && <CardLine profile={profile} />}
        </Link>
        <LikeButton profile={profile} variant="plain" />
      </div>
      {hasChatInWords && <ChatButton profile={profile} variant="words" />}
    </article>
  );
}

/** The card of the template social: name, place and buttons on the photo. */
function PhotoCard({ profile, priority = false, to, onPress, mark, note }: CardProps) {
  return (
    <article className={profile.main_image ? 'card' : `card is-paper ${tintOf(profile.id)}`} {...cardMenuGestures}>
      <Link to={to} onClick={onPress}>
        {profile.main_image && <CardPhoto profile={profile} priority={priority} />}
        <span className="card-text">
          <span className={nameClass('card-name', profile)} lang={profile.language ?? undefined}>
            <TruncatedNameAge profile={profile} />
          </span>
          <CardPlace profile={profile} note={note} />
          {!note && <CardLine profile={profile} />}
        </span>
      </Link>
      <CardFlag profile={profile} mark={mark} />
      <span className="card-actions">
        <ChatButton profile={profile} />
        <LikeButton profile={profile} />
      </span>
      <MemberMenu profile={profile} className="card-menu-button" isOnCard />
    </article>
  );
}

function GoneCard() {
  const { t } = useTranslation('cards');
  return (
    <article className="card card-gone">
      <Icon name="user-round" />
      <p className="muted small">{t('gone')}</p>
    </article>
  );
}

/** A member's card (docs/product.md, "Card content"). Its layout follows its own width, so it fits grids, strips and landing pages. */
export function MemberCard(props: MemberCardProps) {
  const isCaptioned = !useFeatureFlag('ui', 'imageDesign');
  if (props.profile.is_gone) return <GoneCard />;
  const { id } = props.profile;
  const onPress = (event: MouseEvent<HTMLElement>) => {
    notePressedCard(id, event);
    props.onOpen?.();
  };
  const link = { to: props.to ?? `/members/${id}`, onPress };
  return isCaptioned ? <CaptionCard {...props} {...link} /> : <PhotoCard {...props} {...link} />;
}
