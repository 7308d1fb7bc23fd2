import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { nameLineOf } from '#contract/pages/featured-member';
import type { Profile } from '#contract/profile';
import { CallError } from '../../../api/call.ts';
import { growFromCard } from '../../../cards/grow-from-card.ts';
import { LanguageBadge } from '../../../cards/language-badge.tsx';
import { useIsLiked } from '../../../cards/likes/like-mutation.ts';
import { NameAge, useNameAge } from '../../../cards/name-age.tsx';
import { useNameInText } from '../../../cards/name-in-text.ts';
import { tintOf } from '../../../cards/paper-tint.ts';
import { placeOf } from '../../../cards/place-name.ts';
import { MemberMenu } from '../../../cards/safety/member-menu.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { useSettings } from '../../../session/settings.ts';
import { useUser } from '../../../session/user.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { AfterFirstFrame } from '../../../ui/navigation/after-first-frame.tsx';
import { MarkPageNotFound } from '../../../ui/navigation/page-not-found.ts';
import { usePageParams } from '../../../ui/navigation/page-params.ts';
import { usePageTitle } from '../../../ui/navigation/page-title.ts';
import { BackLink } from './back-link.tsx';
import { Letter, PhotoBlock, useLetterPhotos } from './letter.tsx';
import { LikerNavigation } from './liker-navigation.tsx';
import { useMarkLikeSeen } from './mark-like-seen.ts';
import { MemberBar } from './member-bar.tsx';
import { useMember } from './member-queries.ts';
import { MemberSkeleton } from './member-skeleton.tsx';
import { Answerable } from './reply-mark.tsx';
import { SignUpInvitation } from './signup-invitation.tsx';
import { SimilarMembers } from './similar-members.tsx';
import './member-screen.css';

function NameLine({ profile }: { profile: Profile }) {
  const { t } = useTranslation('members');
  const { visible_profile_fields: visible } = useSettings();
  const shown = nameLineOf(profile, visible);
  const hasCity = useFeatureFlag('memberDetails', 'city');
  const isLiked = useIsLiked(profile);
  const place = placeOf(hasCity ? shown : { ...shown, city: null });
  return (
    <div>
      <div className="name-row">
        <h1 className="display display-40" lang={profile.language ?? undefined}>
          <NameAge profile={shown} />
        </h1>
        <span className="only-wide">
          <MemberMenu profile={profile} className="icon-btn" isBlocked={profile.blocked} />
        </span>
      </div>
      <p className="row muted member-place">
        {profile.is_online && (
          <>
            <i className="online-dot" />
            {t('online_now')}
          </>
        )}
        {profile.is_online && place && <span aria-hidden="true">·</span>}
        {place}
        <LanguageBadge profile={shown} />
      </p>
      {profile.liked_me && (
        <p className="row likes-me">
          <Icon name="heart" size="s" />
          {isLiked ? t('you_match') : t('likes_you', { name: profile.name })}
        </p>
      )}
    </div>
  );
}

function FictionalNote({ name }: { name: string }) {
  const { t } = useTranslation('members');
  return (
    <p className="note">
      <Icon name="info" />
      <span>
        <b>{t('fictional')}</b> {t('fictional_means', { name })}
      </span>
    </p>
  );
}

/** Stands for the words of the letter until the profile has arrived. */
function LetterSkeleton() {
  return (
    <div className="letter" aria-hidden="true">
      <div>
        <i className="skeleton skeleton-line about-skeleton-line" />
        <i className="skeleton skeleton-line about-skeleton-line" />
        <i className="skeleton skeleton-line about-skeleton-line is-short" />
      </div>
    </div>
  );
}

/** The head of the page: the first photo, or a band of paper, with back link and menu on narrow screens. */
function Head({ profile, backPath, photos }: { profile: Profile; backPath: string; photos: ReturnType<typeof useLetterPhotos> }) {
  const hasPhoto = profile.images.length > 0;
  const head = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (head.current) growFromCard(profile.id, head.current);
  }, [profile.id]);
  return (
    <div ref={head} className={hasPhoto ? 'letter-head' : `letter-head is-paper ${tintOf(profile.id)}`}>
      <div className="letter-head-actions only-phone">
        <BackLink to={backPath} isOnPhoto={hasPhoto} />
        <MemberMenu profile={profile} className={hasPhoto ? 'glass-btn' : 'icon-btn'} isBlocked={profile.blocked} />
      </div>
      {hasPhoto ? (
        <PhotoBlock profile={profile} index={0} photos={photos} />
      ) : (
        <span className="paper-initial display" aria-hidden="true">
          {[...profile.name][0]?.toUpperCase()}
        </span>
      )}
      {photos.viewer}
    </div>
  );
}

function Page({
  profile,
  isComplete,
  backPath,
  isFromLikes,
}: {
  profile: Profile;
  isComplete: boolean;
  backPath: string;
  isFromLikes: boolean;
}) {
  const photos = useLetterPhotos(profile);
  const user = useUser();
  return (
    <>
      <div className="only-wide">
        <BackLink to={backPath} isOnPhoto={false} />
      </div>
      <Answerable profile={profile}>
        <article className="member">
          <Head profile={profile} backPath={backPath} photos={photos} />
          <div className="member-info">
            <NameLine profile={profile} />
            {profile.is_fictional && <FictionalNote name={profile.name} />}
            {!user && <SignUpInvitation profile={profile} />}
            <MemberBar profile={profile} />
          </div>
          <AfterFirstFrame placeholder={<LetterSkeleton />}>
            {isComplete ? <Letter profile={profile} photos={photos} /> : <LetterSkeleton />}
          </AfterFirstFrame>
        </article>
      </Answerable>
      {isFromLikes && <LikerNavigation id={profile.id} />}
      {!profile.blocked && (
        <AfterFirstFrame>
          <SimilarMembers id={profile.id} name={profile.name} />
        </AfterFirstFrame>
      )}
    </>
  );
}

/** Sets the page title: "Vera, 32 (fictional)". */
function useTitleOf(profile: Profile | undefined): void {
  const nameAge = useNameAge();
  const nameSaid = useNameInText();
  const { visible_profile_fields: visible } = useSettings();
  usePageTitle(profile ? nameSaid({ name: nameAge(nameLineOf(profile, visible)), is_fictional: profile.is_fictional }) : '');
}

export function Screen() {
  const { memberId = '' } = usePageParams();
  const isFromLikes = useLocation().pathname.startsWith('/likes/');
  const member = useMember(memberId);
  useTitleOf(member.data);
  useMarkLikeSeen(memberId, isFromLikes, member.data?.liked_me ?? false);
  const user = useUser();
  const backPath = isFromLikes ? '/likes' : user ? '/members' : '/';

  if (member.error instanceof CallError && member.error.code === 'not_found') return <MarkPageNotFound />;
  if (member.isError && !member.data) return <ErrorPanel error={member.error} onRetry={() => void member.refetch()} />;
  if (!member.data) return <MemberSkeleton />;
  return <Page key={memberId} profile={member.data} isComplete={!member.isPlaceholderData} backPath={backPath} isFromLikes={isFromLikes} />;
}
