import { useLocation } from 'react-router';
import henk from '../../../../assets/portraits/site/henk.webp';
import mei from '../../../../assets/portraits/site/mei.webp';
import sofia from '../../../../assets/portraits/site/sofia.webp';
import tomasz from '../../../../assets/portraits/site/tomasz.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Picture } from '../../../ui/images/picture.tsx';
import { SignupsClosed } from '../../../ui/signup/signups-closed.tsx';
import './landing-hero.css';

function HeroPortraits() {
  const { t } = useTranslation('landing');
  return (
    <div className="hero-portraits" aria-hidden="true">
      <Picture className="portrait-first" src={sofia} alt="" width={640} height={800} fetchPriority="high" />
      <Picture className="portrait-second" src={tomasz} alt="" width={440} height={550} />
      <Picture className="portrait-third" src={mei} alt="" width={440} height={550} />
      <Picture className="portrait-fourth" src={henk} alt="" width={440} height={550} loading="lazy" />
      <p className="bubble bubble-theirs">{t('question')}</p>
      <p className="bubble bubble-mine">{t('reply')}</p>
    </div>
  );
}

export function LandingHero({ signUpUrl }: { signUpUrl: string | null }) {
  const { t } = useTranslation('landing');
  const { search } = useLocation();
  const { name } = useSettings();
  return (
    <section className="hero">
      <div className="hero-text">
        <h1 className="display display-56">{t('headline')}</h1>
        <p>{t('lead', { site: name })}</p>
        <div className="hero-actions">
          {signUpUrl ? <ButtonLink to={signUpUrl}>{t('join')}</ButtonLink> : <SignupsClosed logInPath="/login" />}
          <ButtonLink tone="quiet" to={{ search, hash: '#how' }}>
            {t('how_it_works')}
          </ButtonLink>
        </div>
      </div>
      <HeroPortraits />
    </section>
  );
}
