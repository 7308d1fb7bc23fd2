import ewa from '../../../../assets/portraits/site/ewa-320.webp';
import henk from '../../../../assets/portraits/site/henk-320.webp';
import marit from '../../../../assets/portraits/site/marit-320.webp';
import mei from '../../../../assets/portraits/site/mei-320.webp';
import nadia from '../../../../assets/portraits/site/nadia-320.webp';
import nadia440 from '../../../../assets/portraits/site/nadia-440.webp';
import tomasz from '../../../../assets/portraits/site/tomasz-320.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Picture } from '../../../ui/images/picture.tsx';
import './landing-steps.css';

const FACES = [tomasz, nadia, mei, henk, marit, ewa];

const Face = ({ src }: { src: string }) => <Picture src={src} alt="" width={320} height={400} loading="lazy" />;

const LookArt = () => (
  <div className="how-it-works-portraits">
    {FACES.map((src) => (
      <Face key={src} src={src} />
    ))}
  </div>
);

const LikeArt = () => (
  <div className="how-it-works-like">
    <Picture src={nadia440} alt="" width={440} height={550} loading="lazy" />
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
