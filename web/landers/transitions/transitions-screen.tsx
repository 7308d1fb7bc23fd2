import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slug } from '#contract/pages/landers';
import { useSettings } from '../../session/settings.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { bySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { MotionButton } from '../motion-button.tsx';
import { useMotion } from '../use-motion.ts';
import { MOMENTS, type Moment, PICTURES } from './moments.ts';
import './transitions.css';

type FadingSlug = Slug<'landers-transitionsvideolanding-slug'>;

const STAY_MS = 4500;
const after = (moment: Moment): Moment => MOMENTS[(MOMENTS.indexOf(moment) + 1) % MOMENTS.length] ?? 'one';

/** One view at four moments, fading over; each moment can be called up, which stops the turning. */
function Fading({ slug }: { slug: FadingSlug }) {
  const { t } = useTranslation('lander-transitions');
  const [moment, setMoment] = useState<Moment>('one');
  const [hasBegun, setBegun] = useState(false);
  const [isMoving, setMoving] = useMotion();

  useEffect(() => {
    if (!isMoving) return;
    setBegun(true);
    const timer = setInterval(() => setMoment(after), STAY_MS);
    return () => clearInterval(timer);
  }, [isMoving]);

  const show = (one: Moment) => {
    setBegun(true);
    setMoving(false);
    setMoment(one);
  };
  return (
    <section className="fading" aria-label={t('moments')}>
      <div className="fading-view">
        {MOMENTS.filter((one) => one === 'one' || hasBegun).map((one) => (
          <Picture
            key={one}
            className={one === moment ? 'is-shown' : undefined}
            src={PICTURES[slug][one]}
            alt=""
            width={960}
            height={600}
            fetchPriority={one === 'one' ? 'high' : 'low'}
          />
        ))}
      </div>
      <ol className="fading-moments">
        {MOMENTS.map((one) => (
          <li key={one}>
            <button type="button" aria-pressed={one === moment} onClick={() => show(one)}>
              <strong>{t(`${slug}.when_${one}`)}</strong>
              <span>{t(`${slug}.text_${one}`)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="fading-stop">
        <MotionButton isMoving={isMoving} setMoving={setMoving} play={t('play')} pause={t('pause')} />
      </div>
    </section>
  );
}

function TransitionsLander({ slug }: { slug: FadingSlug }) {
  const { t } = useTranslation('lander-transitions');
  const { name } = useSettings();
  usePageTitle(t(`${slug}.title`));
  return (
    <div className="turning">
      <div className="turning-words">
        <h1 className="d d56">{t(`${slug}.headline`)}</h1>
        <p>{t(`${slug}.lead`, { site: name })}</p>
        <LanderForm submit={t(`${slug}.submit`)} />
      </div>
      <Fading key={slug} slug={slug} />
    </div>
  );
}

export const Screen = bySlug('landers-transitionsvideolanding-slug', TransitionsLander);
