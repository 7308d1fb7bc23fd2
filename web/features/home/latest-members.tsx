import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/account';
import { searchMembers } from '#contract/members';
import { COUNTRIES, type CountryCode } from '#contract/primitives';
import sofia from '../../../assets/portraits/site/small/sofia.webp';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { MemberGrid, MemberGridSkeleton } from '../../cards/member-grid.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { searcherParameters } from '../../session/visitor-search.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';

const SHOWN = 8;
/** With fewer than these in the own region, the newest of the saved place are shown instead. */
const MIN_IN_REGION = 4;

interface Region {
  readonly country: CountryCode;
  readonly countryregion: string;
}

/** The query for the newest members of a region; null: of the place that the saved filters name. */
const newestQuery = (region: Region | null) => ({
  queryKey: queryKeys.search({ source: 'home', region }),
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const input = {
      ...searcherParameters(),
      source: 'home',
      auto_load: '1',
      sort: 'new',
      looking_for: '',
      interests: '',
      body_height: '',
      photo: '0',
      online: '0',
      new_here: '0',
      pp: SHOWN,
      do_not_save: '1',
    } as const;
    return call(searchMembers, { ...input, ...region }, { signal });
  },
  staleTime: 5 * 60_000,
});

/** The newest members of the user's own region or, if those are too few, of the saved place (docs/product.md, "Newest members at home"). */
export function useLatestMembers({ profile }: User) {
  const { countryregion, city } = profile;
  const country = COUNTRIES.find((code) => code === profile.country);
  const region = country && countryregion ? { country, countryregion } : null;
  const ofRegion = useQuery({ ...newestQuery(region), enabled: region !== null });
  const isNear = region !== null && (!ofRegion.data || ofRegion.data.profiles.length >= MIN_IN_REGION);
  const ofSavedPlace = useQuery({ ...newestQuery(null), enabled: !isNear });
  return { members: isNear ? ofRegion : ofSavedPlace, isNear, city };
}

function Members({ members, title }: { members: ReturnType<typeof useLatestMembers>['members']; title: string }) {
  const { t } = useTranslation('home');
  // Their cards are rendered in pieces between which the page answers presses.
  const profiles = useDeferredValue(members.data?.profiles);
  if (members.isError)
    return (
      <div className="panel">
        <ErrorPanel error={members.error} onRetry={members.refetch} isRetrying={members.isFetching} />
      </div>
    );
  if (!profiles) return <MemberGridSkeleton count={SHOWN} />;
  if (profiles.length > 0) return <MemberGrid profiles={profiles} label={title} />;
  const action = (
    <ButtonLink to="/members" tone="quiet">
      {t('new_empty_action')}
    </ButtonLink>
  );
  return (
    <div className="panel">
      <EmptyState faces={[sofia]} icon="compass" title={t('new_empty_title')} text={t('new_empty_text')} action={action} />
    </div>
  );
}

export function LatestMembers({ user }: { user: User }) {
  const { t } = useTranslation('home');
  const { members, isNear, city } = useLatestMembers(user);
  const nearby = city ? t('near_title', { place: city }) : t('near_title_you');
  const title = isNear ? nearby : t('new_title');
  return (
    <section className="section" aria-labelledby="new-title">
      <div className="section-head">
        <h2 className="display display-28" id="new-title">
          {title}
        </h2>
        <Link className="link" to="/members">
          {t('see_all')}
        </Link>
      </div>
      <Members members={members} title={title} />
    </section>
  );
}
