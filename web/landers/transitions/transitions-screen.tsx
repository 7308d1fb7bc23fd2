import { useEffect, useState } from 'react';
import type { LanderSlug } from '#contract/pages/landers';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { MotionButton } from '../motion-button.tsx';
import { useMotion } from '../use-motion.ts';
import { MOMENTS, type Moment, PICTURES } from './moments.ts';
import './transitions.css';

type TransitionsSlug = LanderSlug<'landers-transitionsvideolanding-slug'>;

const STAY_MS = 4500;
const nextMoment = (moment: Moment): Moment => MOMENTS[(MOMENTS.indexOf(moment) + 1) % MOMENTS.length] ?? 'one';

/** One view at four moments, cross-fading. A button for each moment shows it and stops the motion. */
function CrossFade({ slug }: { slug: TransitionsSlug }) {
  const { t } = useTranslation('lander-transitions');
  const [moment, setMoment] = useState<Moment>('one');
  const [loadsAll, setLoadsAll] = useState(false);
  const [isMoving, setMoving] = useMotion();

  useEffect(() => {
    if (!isMoving) return;
    setLoadsAll(true);
    const timer = setInterval(() => setMoment(nextMoment), STAY_MS);
    return () => clearInterval(timer);
  }, [isMoving]);

  const show = (chosen: Moment) => {
    setLoadsAll(true);
    setMoving(false);
    setMoment(chosen);
  };
  return (
    <section className="crossfade" aria-label={t('moments')}>
      <div className="crossfade-view">
        {MOMENTS.filter((name) => name === 'one' || loadsAll).map((name) => (
          <Picture
            key={name}
            className={name === moment ? 'is-shown' : undefined}
            src={PICTURES[slug][name]}
            alt=""
            width={960}
            height={600}
            fetchPriority={name === 'one' ? 'high' : 'low'}
          />
        ))}
      </div>
      <ol className="crossfade-moments">
        {MOMENTS.map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === moment} onClick={() => show(name)}>
              <strong>{t(`${slug}.when_${name}`)}</strong>
              <span>{t(`${slug}.text_${name}`)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="crossfade-control">
        <MotionButton isMoving={isMoving} setMoving={setMoving} play={t('play')} pause={t('pause')} />
      </div>
    </section>
  );
}

function TransitionsLander({ slug }: { slug: TransitionsSlug }) {
  const { t } = useTranslation('lander-transitions');
  const { name } = useSettings();
  usePageTitle(t(`${slug}.title`));
  return (
    <div className="transitions-lander">
      <div className="transitions-text">
        <h1 className="display display-56">{t(`${slug}.headline`)}</h1>
        <p>{t(`${slug}.lead`, { site: name })}</p>
        <LanderForm submit={t(`${slug}.submit`)} />
      </div>
      <CrossFade key={slug} slug={slug} />
    </div>
  );
}

export const Screen = landerBySlug('landers-transitionsvideolanding-slug', TransitionsLander);
