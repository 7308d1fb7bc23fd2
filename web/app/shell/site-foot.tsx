import { Copyright } from '../../features/pages/footer/copyright.tsx';
import { LanguageSwitch } from '../../features/pages/footer/language-switch.tsx';
import { PageLinks } from '../../features/pages/footer/page-links.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { useUser } from '../../session/user.ts';

/** The footer: links to the texts of the site, the choice of language for visitors, and the copyright if the template has one. */
export function SiteFoot() {
  const { t } = useTranslation();
  const hasCopyright = useFeatureFlag('footer', 'copyright');
  const isVisitor = useUser() === null;
  return (
    <footer className="site-foot">
      <div className="site-foot-inner">
        <div className="site-foot-row">
          <PageLinks />
          {isVisitor && <LanguageSwitch label={t('language.choose')} />}
        </div>
        {hasCopyright && <Copyright />}
      </div>
    </footer>
  );
}
