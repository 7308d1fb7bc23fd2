import type { LanderSlug } from '#contract/pages/landers';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { PLACES, PORTRAITS, type Portrait } from './exhibitions.ts';
import './gallery.css';

type GallerySlug = LanderSlug<'landers-gallery-slug'>;

/** A framed portrait. The first one is larger and loaded first. */
function Framed({ portrait: [small, large], isFirst }: { portrait: Portrait; isFirst: boolean }) {
  return (
    <div className="gallery-lander-frame">
      <Picture
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        sizes={`(min-width: 1024px) ${isFirst ? 340 : 220}px, min(62vw - 40px, 220px)`}
        srcSet={`${small} 440w, ${large} 640w`}
        src={small}
        alt=""
        width={640}
        height={800}
      />
    </div>
  );
}

/** The portraits of an exhibition, each with a museum label. */
function Wall({ slug }: { slug: GallerySlug }) {
  const { t } = useTranslation('lander-gallery');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens the wall scrolls sideways, with the arrow keys too.
    <section className="gallery-lander-wall" aria-label={t('wall')} tabIndex={0}>
      {PLACES.map((place, i) => (
        <figure className="gallery-lander-picture" key={place}>
          <Framed portrait={PORTRAITS[slug][place]} isFirst={i === 0} />
          <figcaption>
            <cite>{t(`${slug}.title_${place}`)}</cite>
            <span>{t(`${slug}.medium_${place}`)}</span>
          </figcaption>
        </figure>
      ))}
    </section>
  );
}

function GalleryLander({ slug }: { slug: GallerySlug }) {
  const { t } = useTranslation('lander-gallery');
  const { name } = useSettings();
  usePageTitle(t(`${slug}.title`));
  return (
    <div className={`gallery-lander gallery-${slug}`}>
      <div className="gallery-lander-inner">
        <div className="gallery-lander-text">
          <h1 className="display display-56">{t(`${slug}.headline`)}</h1>
          <p className="gallery-lander-lead">{t(`${slug}.lead`, { site: name })}</p>
          <div className="gallery-lander-form">
            <LanderForm submit={t(`${slug}.submit`)} />
          </div>
        </div>
        <Wall slug={slug} />
        <p className="gallery-lander-note">{t('note')}</p>
      </div>
    </div>
  );
}

export const Screen = landerBySlug('landers-gallery-slug', GalleryLander);
