import { useEffect, useRef } from 'react';
import type { LanderSlug } from '#contract/pages/landers';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { MotionButton } from '../motion-button.tsx';
import { useMotion } from '../use-motion.ts';
import { FILMS } from './films.ts';
import './video.css';

type VideoSlug = LanderSlug<'landers-video-slug'>;

/** A silent film with two lines of dialogue below it. A still is shown until it plays. */
function SilentFilm({ slug }: { slug: VideoSlug }) {
  const { t } = useTranslation('lander-video');
  const film = useRef<HTMLVideoElement>(null);
  const [isMoving, setMoving] = useMotion();
  const { src, poster } = FILMS[slug];

  useEffect(() => {
    if (!isMoving) return film.current?.pause();
    // A browser that saves power may refuse to play: the still stays, and the button offers to start.
    film.current?.play().catch(() => setMoving(false));
  }, [isMoving, setMoving]);

  return (
    <figure className="silent-video">
      <Picture src={poster} alt="" width={960} height={600} fetchPriority="high" />
      <video ref={film} src={src} width={960} height={600} preload="none" muted playsInline loop aria-hidden="true" tabIndex={-1} />
      <figcaption>
        <p>– {t(`${slug}.line_one`)}</p>
        <p>– {t(`${slug}.line_two`)}</p>
      </figcaption>
      <div>
        <MotionButton isMoving={isMoving} setMoving={setMoving} play={t('play')} pause={t('pause')} />
      </div>
    </figure>
  );
}

function VideoLander({ slug }: { slug: VideoSlug }) {
  const { t } = useTranslation('lander-video');
  const { name } = useSettings();
  usePageTitle(t(`${slug}.title`));
  return (
    <div>
      <SilentFilm key={slug} slug={slug} />
      <div className="video-text">
        <div className="video-head">
          <h1 className="display display-56">{t(`${slug}.headline`)}</h1>
          <p>{t(`${slug}.lead`, { site: name })}</p>
        </div>
        <LanderForm submit={t(`${slug}.submit`)} />
      </div>
    </div>
  );
}

export const Screen = landerBySlug('landers-video-slug', VideoLander);
