import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../features/pages/language-switch.tsx';
import { PageLinks } from '../features/pages/page-links.tsx';
import { useSettings } from '../session/settings.ts';
import { useSwitch } from '../session/switches.ts';
import { useUser } from '../session/user.ts';

/** Below a page: the ways to the texts of the site, a visitor's language, and whose the site is where the template says so. */
export function SiteFoot() {
  const { t } = useTranslation();
  const { name } = useSettings();
  const hasCopyright = useSwitch('footer', 'copyright');
  const isVisitor = useUser() === null;
  return (
    <footer className="foot">
      <div className="foot-in">
        <div className="foot-row">
          <PageLinks />
          {isVisitor && <LanguageSwitch label={t('language.choose')} />}
        </div>
        {hasCopyright && <p className="soft small">{t('footer.copyright', { year: new Date().getFullYear(), name })}</p>}
      </div>
    </footer>
  );
}
