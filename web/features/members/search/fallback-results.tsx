import { useSearchParams } from 'react-router';
import type { FilterOptions, SearchAnswer } from '#contract/members';
import type { CountryCode } from '#contract/primitives';
import { MemberGrid } from '../../../cards/member-grid.tsx';
import { useProfileCount } from '../../../cards/profile-count.ts';
import { countryName } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { ageRangeValue, neighbourOf } from '../filters/filters.ts';
import { useSearchPreview } from './search-queries.ts';
import { SimilarPageLink, similarPageIn } from './similar-page-link.tsx';

/** Members of the neighbouring country that are shown: one row on a wide screen, three on a phone. */
const NEIGHBOUR_COUNT = 6;
const SIMILAR_PAGE = 12;

interface FallbackResultsProps {
  filters: FilterOptions;
  onSearch: (filters: FilterOptions) => void;
}

/** Members of the neighbouring country who fit the same filters, in a section of their own (docs/product.md, "Neighbouring countries"). */
function NeighbourResults({ filters, country, onSearch }: FallbackResultsProps & { country: CountryCode }) {
  const { t } = useTranslation('members');
  const profileCount = useProfileCount();
  const neighbourFilters: FilterOptions = { ...filters, country, countryregion: '' };
  const { data } = useSearchPreview(neighbourFilters, 'search', 1, NEIGHBOUR_COUNT);
  if (!data || data.profiles.length === 0) return null;
  const title = t('across_border', { country: countryName(country) });
  return (
    <section className="section">
      <h2 className="display display-28">{title}</h2>
      <MemberGrid profiles={data.profiles} label={title} />
      <div className="load-more">
        <Button tone="quiet" onClick={() => onSearch(neighbourFilters)}>
          {t('search_there', { country: countryName(country), profiles: profileCount(data.paging) })}
        </Button>
      </div>
    </section>
  );
}

/** Members close to the filters, outside their ages and region (docs/product.md, "Similar members"). */
function SimilarResults({ filters }: { filters: FilterOptions }) {
  const { t } = useTranslation('members');
  const [query] = useSearchParams();
  const page = similarPageIn(query);
  const { data } = useSearchPreview(filters, 'similar', page, SIMILAR_PAGE);
  if (!data || (data.profiles.length === 0 && page === 1)) return null;
  return (
    <section className="section">
      <div className="section-head">
        <h2 className="display display-28">{t('close_by')}</h2>
        <div className="row">
          {page > 1 && <SimilarPageLink page={page - 1} icon="chevron-left" label={t('similar_before')} />}
          {hasMore(data) && <SimilarPageLink page={page + 1} icon="chevron-right" label={t('similar_next')} />}
        </div>
      </div>
      <p className="muted">{t('close_by_text')}</p>
      <MemberGrid profiles={data.profiles} label={t('close_by')} />
    </section>
  );
}

const hasMore = ({ paging }: SearchAnswer) => paging.page < paging.num_pages;

/** Shown after the last result: members of the neighbouring country, then members a little younger or older or of any region. */
export function FallbackResults({ filters, onSearch }: FallbackResultsProps) {
  const { search_fields: fields, countries, min_age: minAge } = useSettings();
  const neighbour = neighbourOf(filters.country);
  const isServed = fields.includes('country') && countries.some(({ code }) => code === neighbour);
  const isNarrow = ageRangeValue(filters, minAge) !== '' || filters.countryregion !== '';
  return (
    <>
      {neighbour && isServed && <NeighbourResults filters={filters} country={neighbour} onSearch={onSearch} />}
      {isNarrow && <SimilarResults filters={filters} />}
    </>
  );
}
