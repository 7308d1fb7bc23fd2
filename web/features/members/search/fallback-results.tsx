import { useSearchParams } from 'react-router';
import type { SearchAnswer } from '#contract/members';
import { MemberGrid } from '../../../cards/member-grid.tsx';
import { countryName } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { type Filters, neighbourOf } from '../filters/filters.ts';
import { useCountWords } from './result-count.ts';
import { useSearchPreview } from './search-queries.ts';
import { SimilarPageLink, similarPageIn } from './similar-page-link.tsx';

/** Members of the neighbouring country that are shown: one row on a wide screen, three on a phone. */
const NEIGHBOUR_COUNT = 6;
const SIMILAR_PAGE = 12;

interface FallbackResultsProps {
  filters: Filters;
  onSearch: (filters: Filters) => void;
}

/** Members of the neighbouring country who fit the same filters, in a section of their own (docs/product.md, "Neighbouring countries"). */
function NeighbourResults({ filters, country, onSearch }: FallbackResultsProps & { country: string }) {
  const { t } = useTranslation('members');
  const countWords = useCountWords();
  const neighbourFilters = { ...filters, country, countryregion: '' };
  const { data } = useSearchPreview(neighbourFilters, 'search', 1, NEIGHBOUR_COUNT);
  if (!data || data.profiles.length === 0) return null;
  const title = t('across_border', { country: countryName(country) });
  return (
    <section className="sec">
      <h2 className="d d28">{title}</h2>
      <MemberGrid profiles={data.profiles} label={title} />
      <div className="more">
        <Button tone="quiet" onClick={() => onSearch(neighbourFilters)}>
          {t('search_there', { country: countryName(country), members: countWords(data.paging) })}
        </Button>
      </div>
    </section>
  );
}

/** Members close to the filters, outside their ages and region (docs/product.md, "Similar members"). */
function SimilarResults({ filters }: { filters: Filters }) {
  const { t } = useTranslation('members');
  const [query] = useSearchParams();
  const page = similarPageIn(query);
  const { data } = useSearchPreview(filters, 'similar', page, SIMILAR_PAGE);
  if (!data || (data.profiles.length === 0 && page === 1)) return null;
  return (
    <section className="sec">
      <div className="sec-head">
        <h2 className="d d28">{t('close_by')}</h2>
        <div className="row">
          {page > 1 && <SimilarPageLink page={page - 1} icon="chevron-left" label={t('similar_before')} />}
          {hasMore(data) && <SimilarPageLink page={page + 1} icon="chevron-right" label={t('similar_next')} />}
        </div>
      </div>
      <p className="soft">{t('close_by_text')}</p>
      <MemberGrid profiles={data.profiles} label={t('close_by')} />
    </section>
  );
}

const hasMore = ({ paging }: SearchAnswer) => paging.page < paging.num_pages;

/** Shown after the last result: members of the neighbouring country, then members a little younger or older or of any region. */
export function FallbackResults({ filters, onSearch }: FallbackResultsProps) {
  const { search_fields: fields, countries } = useSettings();
  const neighbour = neighbourOf(filters.country);
  const isServed = fields.includes('country') && countries.some(({ code }) => code === neighbour);
  const isNarrow = filters.min_age !== null || filters.max_age !== null || filters.countryregion !== '';
  return (
    <>
      {neighbour && isServed && <NeighbourResults filters={filters} country={neighbour} onSearch={onSearch} />}
      {isNarrow && <SimilarResults filters={filters} />}
    </>
  );
}
