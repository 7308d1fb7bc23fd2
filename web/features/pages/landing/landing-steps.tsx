import ewa from '../../../../assets/portraits/site/ewa.webp';
import henk from '../../../../assets/portraits/site/henk.webp';
import marit from '../../../../assets/portraits/site/marit.webp';
import mei from '../../../../assets/portraits/site/mei.webp';
import nadia from '../../../../assets/portraits/site/nadia.webp';
import tomasz from '../../../../assets/portraits/site/tomasz.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Picture } from '../../../ui/images/picture.tsx';
import './landing-steps.css';

const FACES = [tomasz, nadia, mei, henk, marit, ewa];

function Face({ src }: { src: string }) {
  return <Picture src={src} alt="" width={440} height={550} loading="lazy" />;
}

const LookArt = () => (
  <div className="how-it-works-portraits">
    {FACES.map((src) => (
      <Face key={src} src={src} />
    ))}
  </div>
);

const LikeArt = () => (
  <div className="how-it-works-like">
    <Face src={nadia} />
    <span>
      <Icon name="heart" />
    </span>
  </div>
);

function WriteArt() {
  const { t } = useTranslation('landing');
  return (
    <div className="how-it-works-chat">
      <p>{t('talk_question')}</p>
      <p>{t('talk_reply')}</p>
      <p>{t('talk_answer')}</p>
    </div>
  );
}

/** The steps, each with an illustration made of parts of the interface. */
const STEPS = [
  { step: 'step_look', Art: LookArt },
  { step: 'step_like', Art: LikeArt },
  { step: 'step_write', Art: WriteArt },
] as const;

export function HowItWorks() {
  const { t } = useTranslation('landing');
  return (
    <section className="how-it-works" id="how" aria-labelledby="how-title">
      <h2 className="display display-40" id="how-title">
        {t('steps_title')}
      </h2>
      <ol>
        {STEPS.map(({ step, Art }, i) => (
          <li key={step}>
            <div className="how-it-works-art" aria-hidden="true">
              <Art />
            </div>
            <h3 className="display display-28">
              <span className="how-it-works-number" aria-hidden="true">
                {i + 1}
              </span>
              {t(step)}
            </h3>
            <p className="muted">{t(`${step}_text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
