import { Link } from 'react-router';
import { useTexts } from '../texts.ts';
import { CASE_LISTS, type CaseList } from './case-queries.ts';

/** The lists of cases, each with an address of its own. */
export function ListTabs({ list }: { readonly list: CaseList }) {
  const t = useTexts('cases');
  return (
    <nav className="case-lists" aria-label={t('lists')}>
      {CASE_LISTS.map((one) => (
        <Link
          key={one}
          className="chip"
          to={one === 'queue' ? '/cases' : `/cases?list=${one}`}
          aria-current={one === list ? 'page' : undefined}
        >
          {t(`list_${one}`)}
        </Link>
      ))}
    </nav>
  );
}
