import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { MemberStrip } from '../../cards/member-strip.tsx';
import { useSimilar } from './member-queries.ts';
import { PageLink, similarPageIn } from './similar-page.tsx';

/** People like this one, below the profile. Where they cannot be read the page does without. */
export function SimilarMembers({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('members');
  const [query] = useSearchParams();
  const page = similarPageIn(query);
  const { data } = useSimilar(id, page);
  if (!data || (data.profiles.length === 0 && page === 1)) return null;
  return (
    <section className="sec">
      <div className="sec-head">
        <h2 className="d d28">{t('similar', { name })}</h2>
        <div className="row">
          {page > 1 && <PageLink page={page - 1} icon="chevron-left" label={t('similar_before')} />}
          {page < data.paging.num_pages && <PageLink page={page + 1} icon="chevron-right" label={t('similar_next')} />}
        </div>
      </div>
      <MemberStrip profiles={data.profiles} />
    </section>
  );
}
