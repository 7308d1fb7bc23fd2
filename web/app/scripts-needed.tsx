import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

interface ScriptsNeededProps {
  title: string;
}

/** In the place of a page that nothing was drawn of ahead, for whoever reads without scripts: what it is, and where one can go on. */
export function ScriptsNeeded({ title }: ScriptsNeededProps) {
  const { t } = useTranslation('pages');
  const { t: core } = useTranslation();
  return (
    <section className="empty">
      <h1 className="d d40">{title}</h1>
      <p>{t('scripts_needed')}</p>
      <p className="row">
        <Link className="link" to="/login">
          {core('navigation.log_in')}
        </Link>
        <Link className="link" to="/pages/terms">
          {core('titles.pages-terms')}
        </Link>
        <Link className="link" to="/pages/service">
          {core('titles.pages-service')}
        </Link>
      </p>
    </section>
  );
}
