import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { CallError } from '../../../api/call.ts';
import { MemberStrip } from '../../../cards/member-strip.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { useVisitorSearch } from '../../../session/visitor-search.ts';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { SimilarPageLink, similarPageIn } from '../search/similar-page-link.tsx';
import { useSimilarMembers } from './member-queries.ts';

interface SimilarMembersProps {
  id: string;
  name: string;
}

const lazySignupForMore = createLazyModule(() => import('../visitors/signup-for-more.tsx'), 'visitor-results');

function Section({ name, links, children }: { name: string; links?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('members');
  return (
    <section className="section">
      <div className="section-head">
        <h2 className="display display-28">{t('similar', { name })}</h2>
        {links && <div className="row">{links}</div>}
      </div>
      {children}
    </section>
  );
}

function ForMembers({ id, name }: SimilarMembersProps) {
  const { t } = useTranslation('members');
  const [query] = useSearchParams();
  const page = similarPageIn(query);
  const { data } = useSimilarMembers(id, page);
  if (!data || (data.profiles.length === 0 && page === 1)) return null;
  const links = (
    <>
      {page > 1 && <SimilarPageLink page={page - 1} icon="chevron-left" label={t('similar_before')} />}
      {page < data.paging.num_pages && <SimilarPageLink page={page + 1} icon="chevron-right" label={t('similar_next')} />}
    </>
  );
  return (
    <Section name={name} links={links}>
      <MemberStrip profiles={data.profiles} />
    </Section>
  );
}

/** A visitor sees the first page. A later one named by the address is refused with `members_only`; then only the offer to join is shown. */
function ForVisitors({ id, name }: SimilarMembersProps) {
  const [query] = useSearchParams();
  const { data, error } = useSimilarMembers(id, similarPageIn(query));
  const signupModule = useLazyModule(lazySignupForMore, true);
  const isForMembers = error instanceof CallError && error.code === 'members_only';
  if (!isForMembers && !data?.profiles.length) return null;
  const hasMore = isForMembers || (data?.paging.num_pages ?? 1) > 1;
  return (
    <Section name={name}>
      {data && <MemberStrip profiles={data.profiles} />}
      {signupModule && <signupModule.JoinForMore hasMore={hasMore} signupPath={`/signup?member=${id}`} isQuiet />}
    </Section>
  );
}

/** Members like this one, for whoever may search. Nothing is shown if they cannot be loaded, unless a visitor is refused a later page. */
export function SimilarMembers(props: SimilarMembersProps) {
  const user = useUser();
  const mayVisitorSearch = useVisitorSearch();
  if (user) return <ForMembers {...props} />;
  return mayVisitorSearch ? <ForVisitors {...props} /> : null;
}
