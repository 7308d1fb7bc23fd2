import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../features/pages/language-switch.tsx';
import { PageLinks } from '../features/pages/page-links.tsx';

/** Below a page that visitors may see too. */
export function SiteFoot() {
  const { t } = useTranslation();
  return (
    <footer className="foot">
      <div className="foot-in foot-row">
        <PageLinks />
        <LanguageSwitch label={t('language.choose')} />
      </div>
    </footer>
  );
}
