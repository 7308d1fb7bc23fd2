import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/account';
import { HERO_SIZES } from '#contract/pages/hero-photo';
import { countryName, formatDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/images/avatar.tsx';
import { Photo } from '../../ui/images/photo.tsx';

function useWords({ profile, signup_date: signupDate }: User) {
  const { t } = useTranslation('profile');
  const since = t('member_since', { date: formatDate(signupDate) });
  const place = profile.city || (profile.country ? countryName(profile.country) : '');
  return {
    title: profile.age === null ? profile.name : t('name_age', { name: profile.name, age: profile.age }),
    line: place ? t('place_and_since', { place, since }) : since,
  };
}

/**
 * Sets `--letters` to the length of the longest word of the title, from which the style sheet computes the font size. The type of React's
 * style prop takes custom properties only through a cast.
 */
const longestWordStyle = (title: string) =>
  ({ '--letters': Math.max(...title.split(/[\s-]+/).map(({ length }) => length)) }) as CSSProperties;

/** The way to the settings, and to the member's own page as others get it. */
function HeadLinks({ id }: { id: string }) {
  const { t } = useTranslation('profile');
  return (
    <div className="profile-links">
      <ButtonLink small tone="paper" icon="eye" to={`/members/${id}`}>
        {t('as_others')}
      </ButtonLink>
      <Link className="icon-btn profile-gear" to="/profile/settings" aria-label={t('settings_title')} title={t('settings_title')}>
        <Icon name="settings" />
      </Link>
    </div>
  );
}

export function ProfileHead({ user }: { user: User }) {
  const { profile } = user;
  const hasCover = useFeatureFlag('myProfile', 'headerImage');
  const { title, line } = useWords(user);
  const words = (
    <div className="profile-heading">
      <h1 className="display display-40" style={longestWordStyle(title)}>
        {title}
      </h1>
      <p>{line}</p>
    </div>
  );
  if (!hasCover) {
    return (
      <header className="profile-row">
        <Avatar image={profile.main_image} name={profile.name} size={72} />
        {words}
        <HeadLinks id={profile.id} />
      </header>
    );
  }
  const [initial = ''] = profile.name;
  return (
    <header className={profile.main_image ? 'profile-cover' : 'profile-cover without-photo'}>
      {profile.main_image ? (
        <Photo className="profile-cover-photo" image={profile.main_image} alt="" sizes={HERO_SIZES.profile} priority />
      ) : (
        <span className="profile-initial display" aria-hidden="true">
          {initial.toUpperCase()}
        </span>
      )}
      {words}
      <HeadLinks id={profile.id} />
    </header>
  );
}
