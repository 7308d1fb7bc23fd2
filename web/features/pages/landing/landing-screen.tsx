import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { useSettings } from '../../../session/settings.ts';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { SignupsClosed } from '../../../ui/signup/signups-closed.tsx';
import { VisitorResultsSlot } from '../../members/visitors/visitor-results-slot.tsx';
import { Copyright } from '../footer/copyright.tsx';
import { LanguageSwitch } from '../footer/language-switch.tsx';
import { PageLinks } from '../footer/page-links.tsx';
import { LandingHero } from './landing-hero.tsx';
import { LandingPromises } from './landing-promises.tsx';
import { HowItWorks } from './landing-steps.tsx';
import './landing.css';

function LandingHead({ signUpUrl }: { signUpUrl: string | null }) {
  const { t } = useTranslation('landing');
  const { name } = useSettings();
  return (
    <header className="landing-head">
      <Link className="logo" to="/">
        <Logo name={name} />
      </Link>
      <nav className="row">
        <ButtonLink to="/login" small tone="soft">
          {t('log_in')}
        </ButtonLink>
        {signUpUrl && (
          <span className="only-wide">
            <ButtonLink to={signUpUrl} small>
              {t('join')}
            </ButtonLink>
          </span>
        )}
      </nav>
    </header>
  );
}

function LandingFoot() {
  const { t } = useTranslation('landing');
  const { name, min_age: age } = useSettings();
  const hasCopyright = useFeatureFlag('footer', 'copyright');
  return (
    <footer className="site-foot landing-foot">
      <div className="site-foot-inner">
        <div className="site-foot-row">
          <Link className="logo" to="/">
            <Logo name={name} />
          </Link>
          <LanguageSwitch label={t('language')} />
        </div>
        <PageLinks />
        <p className="muted small">{t('foot_note', { site: name, age })}</p>
        {hasCopyright && <Copyright />}
      </div>
    </footer>
  );
}

export function Screen() {
  const { t } = useTranslation('landing');
  const { search } = useLocation();
  // The campaign parameters are passed on to the sign-up, which sends them.
  const signUpUrl = useSignupsOpen() ? `/signup${search}` : null;
  return (
    <>
      <LandingHead signUpUrl={signUpUrl} />
      <main>
        <LandingHero signUpUrl={signUpUrl} />
        <HowItWorks />
        <div className="landing-results">
          <VisitorResultsSlot source="index" />
        </div>
        <LandingPromises />
        <section className="landing-closing">
          <h2 className="display display-40">{t('last_title')}</h2>
          {signUpUrl ? <ButtonLink to={signUpUrl}>{t('join')}</ButtonLink> : <SignupsClosed logInPath="/login" />}
        </section>
      </main>
      <LandingFoot />
    </>
  );
}
