import { useLocation } from 'react-router';
import henk320 from '../../../../assets/portraits/site/henk-320.webp';
import mei from '../../../../assets/portraits/site/mei.webp';
import mei320 from '../../../../assets/portraits/site/mei-320.webp';
import sofia from '../../../../assets/portraits/site/sofia.webp';
import sofia440 from '../../../../assets/portraits/site/sofia-440.webp';
import tomasz from '../../../../assets/portraits/site/tomasz.webp';
import tomasz320 from '../../../../assets/portraits/site/tomasz-320.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Picture } from '../../../ui/images/picture.tsx';
import { SignupsClosed } from '../../../ui/signup/signups-closed.tsx';
import './landing-hero.css';

/** The widths of the portraits in the styles: of the screen of a phone, then of the picture beside the words. */
const FIRST_SIZES = '(min-width: 1024px) 358px, 56vw';
const OTHER_SIZES = '(min-width: 1024px) 205px, 40vw';

function HeroPortraits() {
  const { t } = useTranslation('landing');
  return (
    <div className="hero-portraits" aria-hidden="true">
      <Picture
        className="portrait-first"
        sizes={FIRST_SIZES}
        srcSet={`${sofia440} 440w, ${sofia} 640w`}
        src={sofia}
        alt=""
        width={640}
        height={800}
        fetchPriority="high"
      />
      <Picture
        className="portrait-second"
        sizes={OTHER_SIZES}
        srcSet={`${tomasz320} 320w, ${tomasz} 440w`}
        src={tomasz}
        alt=""
        width={440}
        height={550}
      />
      <Picture
        className="portrait-third"
        sizes={OTHER_SIZES}
        srcSet={`${mei320} 320w, ${mei} 440w`}
        src={mei}
        alt=""
        width={440}
        height={550}
      />
      <Picture className="portrait-fourth" src={henk320} alt="" width={320} height={400} loading="lazy" />
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
