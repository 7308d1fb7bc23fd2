import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';

interface ScriptsNeededProps {
  title: string;
  /** The path, if it is an unknown address: then the 404 page is drawn. */
  missingPath?: string;
}

/** Shown to readers without scripts for a page that has no prerendered shell: its title, that it needs scripts, and links. */
export function ScriptsNeeded({ title, missingPath }: ScriptsNeededProps) {
  const { t } = useTranslation('pages');
  const { t: core } = useTranslation();
  return (
    <section className="empty-state">
      {missingPath && <p className="muted bold">{title}</p>}
      <h1 className="display display-40">{missingPath ? core('error_page.not_found') : title}</h1>
      <p>{missingPath ? core('error_page.visitor_text') : t('scripts_needed')}</p>
      {missingPath && (
        <p className="muted error-screen-path">
          <code>{missingPath}</code>
        </p>
      )}
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
