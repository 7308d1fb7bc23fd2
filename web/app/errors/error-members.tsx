import { useQuery } from '@tanstack/react-query';
import { searchMembers } from '#contract/members';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { MemberStrip } from '../../cards/member-strip.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { searcherParameters } from '../../session/visitor-search.ts';

const SHOWN_MEMBERS = 5;
const FILTERS = { source: 'error', pp: SHOWN_MEMBERS, auto_load: '1', do_not_save: '1' } as const;

/** A strip of members below an error; nothing if they cannot be loaded. */
export function ErrorMembers() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: queryKeys.search(FILTERS),
    queryFn: ({ signal }) => call(searchMembers, { ...searcherParameters(), ...FILTERS }, { signal }),
  });
  if (!data?.profiles.length) return null;
  return (
    <section className="section">
      <div className="section-head">
        <h2 className="display display-21">{t('error_page.these_exist')}</h2>
      </div>
      <MemberStrip profiles={data.profiles} />
    </section>
  );
}
