import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'react-router';
import * as v from 'valibot';
import type { User } from '#contract/account';
import { ageInput, type SearchAnswer, searchMembers } from '#contract/members';
import { Gender } from '#contract/primitives';
import marit from '../../../../assets/portraits/site/small/marit.webp';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { MemberGrid, MemberGridSkeleton } from '../../../cards/member-grid.tsx';
import { usePeopleCount } from '../../../cards/profile-count.ts';
import { countryName, formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { loginPath } from '../../../session/login-redirect.ts';
import { useSettings } from '../../../session/settings.ts';
import { useUser } from '../../../session/user.ts';
import { searcherParameters } from '../../../session/visitor-search.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { useRegionChoices } from '../../../ui/forms/place-choices.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { VisitorResultsSlot } from '../../members/visitors/visitor-results-slot.tsx';
import { LogInOrSignUp } from '../form/login-or-signup.tsx';
import './signup-matches.css';

/**
 * The first page of members of the user's own place whom the user wants to meet. As long as that is not known, they are of all ages and, if
 * the address names one with `looking`, of one gender.
 */
function useMatches({ profile, search_preference: preference }: User) {
  const [query] = useSearchParams();
  const looking = query.get('looking');
  const { min_age: minAge } = useSettings();
  const people = preference
    ? { gender: preference.gender, ...ageInput(preference, minAge) }
    : ({ gender: v.is(Gender, looking) ? looking : '', min_age: '', max_age: '' } as const);
  const filters = {
    ...people,
    country: profile.country ?? '',
    countryregion: profile.country ? (profile.countryregion ?? '') : '',
  } as const;
  return useQuery({
    queryKey: queryKeys.search({ source: 'signup-matches', ...filters }),
    queryFn: ({ signal }) =>
      call(
        searchMembers,
        {
          ...searcherParameters(),
          ...filters,
          source: 'signup-matches',
          auto_load: '1',
          ...(filters.country ? {} : { searchAllCountries: '1' }),
        },
        { signal },
      ),
  });
}

/** The name of the member's region, else of the country, else an empty text. */
function usePlaceName({ profile }: User): string {
  const regions = useRegionChoices(profile.country ?? '');
  const region = regions.find(({ value }) => value === profile.countryregion);
  return region?.label ?? (profile.country ? countryName(profile.country) : '');
}

/** The country, if the matches come from one region of it; else null. */
const widerCountryOf = ({ profile: { country, countryregion } }: User) => (country && countryregion ? country : null);

function ConfirmFirst() {
  const { t } = useTranslation('signup');
  return (
    <div className="note signup-matches-note">
      <Icon name="mail" />
      <p>
        {t('matches_wait')}{' '}
        <Link className="link" to="/profile/settings#account">
          {t('matches_resend')}
        </Link>
      </p>
    </div>
  );
}

function useTitle(user: User, { paging }: SearchAnswer): string {
  const { t } = useTranslation('signup');
  const { name } = user.profile;
  const { num_results: found, num_fictional: fictional, is_capped: isCapped } = paging;
  if (isCapped) return t('matches_title_more', { shown: formatNumber(found), name });
  const people = found - fictional;
  return people === 0 ? t('matches_title_fictional', { name }) : t('matches_title', { count: people, shown: formatNumber(people), name });
}

function Found({ user, answer }: { user: User; answer: SearchAnswer }) {
  const { t } = useTranslation('signup');
  const place = usePlaceName(user);
  const profiles = usePeopleCount()(answer.paging);
  const wider = widerCountryOf(user);
  return (
    <>
      <div className="signup-matches-head">
        <h1 className="display display-40">{useTitle(user, answer)}</h1>
        <p className="muted">{place ? t('matches_lead', { place, profiles }) : t('matches_lead_anywhere', { profiles })}</p>
      </div>
      {!user.activated && <ConfirmFirst />}
      <MemberGrid profiles={answer.profiles} label={t('matches_list')} />
      <div className="signup-matches-actions">
        <ButtonLink to="/members">{t('matches_on')}</ButtonLink>
        {wider && answer.paging.num_pages === 1 && (
          <ButtonLink tone="quiet" className="signup-matches-wider" to={`/members?country=${wider}`}>
            {t('matches_wider', { country: countryName(wider) })}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** The empty result: it offers the whole country after a region, and all members after a country. */
function NoMatches({ user }: { user: User }) {
  const { t } = useTranslation('signup');
  const { name } = user.profile;
  const wider = widerCountryOf(user);
  return (
    <>
      <h1 className="visually-hidden">{t('matches_list')}</h1>
      <section className="panel">
        <EmptyState
          faces={[marit]}
          icon="compass"
          title={t('matches_nobody')}
          text={t('matches_nobody_text', { name })}
          action={
            <ButtonLink to={wider ? `/members?country=${wider}` : '/members?country='}>
              {wider ? t('matches_wider', { country: countryName(wider) }) : t('matches_on')}
            </ButtonLink>
          }
        />
      </section>
      {!user.activated && <ConfirmFirst />}
    </>
  );
}

function Matches({ user }: { user: User }) {
  const { t } = useTranslation('signup');
  const { data, error, isFetching, refetch } = useMatches(user);
  if (data) return data.profiles.length > 0 ? <Found user={user} answer={data} /> : <NoMatches user={user} />;
  if (error) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  return (
    <>
      <h1 className="display display-40 signup-matches-head">{t('matches_loading')}</h1>
      <MemberGridSkeleton />
    </>
  );
}

/** Visitors, who have given no answers: links to the login and the sign-up, and the visitors' search. */
function ForVisitors() {
  const { t } = useTranslation('signup');
  const location = useLocation();
  return (
    <>
      <div className="signup-matches-head">
        <h1 className="display display-40">{t('matches_visitor_title')}</h1>
        <p className="muted">{t('matches_visitor_text')}</p>
      </div>
      <div className="signup-matches-visitor-actions">
        <LogInOrSignUp logInPath={loginPath(location)} />
      </div>
      <VisitorResultsSlot source="signup-matches" />
    </>
  );
}

/** Where a sign-up ends: members who fit the answers that were just given (docs/product.md, "Sign-up matches page"). */
export function Screen() {
  const user = useUser();
  const { name } = useSettings();
  return (
    <main className="page signup-matches">
      <div className="top-bar">
        <Link className="logo" to={user ? '/home' : '/'}>
          <Logo name={name} />
        </Link>
      </div>
      {user ? <Matches user={user} /> : <ForVisitors />}
    </main>
  );
}
