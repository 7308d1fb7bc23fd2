import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PAGES, TEXT_PAGES, type TextPageName } from '#contract/pages/page-routes';
import './page-links.css';

/** Below a page there are also the ways to the prices and to whoever listens to a complaint. */
const BELOW = ['pricing', ...TEXT_PAGES, 'complaints'] as const;

/** The ways to the texts of the site; the one that is open is marked. */
export function PageLinks({ current }: { current?: TextPageName }) {
  const { t } = useTranslation();
  return (
    <ul className="page-links">
      {(current ? TEXT_PAGES : BELOW).map((page) => (
        <li key={page}>
          <Link to={PAGES[page].path} aria-current={page === current ? 'page' : undefined}>
            {t(`titles.${page}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
