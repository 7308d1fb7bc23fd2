import { Link } from 'react-router';
import { PAGES, TEXT_PAGES, type TextPageName } from '#contract/pages/page-routes';
import { useTranslation } from '../../../i18n/use-translation.ts';
import './page-links.css';

/**
 * The links of a footer: the text pages, and also prices, the transparency report, complaints, notices of illegal content and cancellation.
 */
const FOOTER_PAGES = ['pricing', ...TEXT_PAGES, 'pages-transparency', 'complaints', 'pages-notice', 'cancellation'] as const;

/** Links to the text pages, with `current` marked. Without it these are the links of the footer. */
export function PageLinks({ current }: { current?: TextPageName }) {
  const { t } = useTranslation();
  return (
    <ul className="page-links">
      {(current ? TEXT_PAGES : FOOTER_PAGES).map((page) => (
        <li key={page}>
          <Link to={PAGES[page].path} aria-current={page === current ? 'page' : undefined}>
            {t(`titles.${page}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
