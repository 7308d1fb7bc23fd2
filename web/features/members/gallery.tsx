import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Image } from '#contract/profile';
import { MemberPhoto } from '../../cards/member-photo.tsx';
import { createPart, usePart } from '../../session/part.ts';
import { Photo } from '../../ui/photo.tsx';
import { PhotoArrows } from './photo-arrows.tsx';
import { keyTarget, type PhotoStrip, usePhotoStrip } from './photo-strip.ts';
import './gallery.css';

interface GalleryProps {
  name: string;
  images: readonly Image[];
  /** What lies over the photo on a phone: the way back. */
  over: ReactNode;
}

const viewer = createPart(() => import('./photo-viewer.tsx'));
const SIZES = '(min-width: 1024px) 560px, 100vw';

interface SlidesProps extends Pick<GalleryProps, 'name' | 'images'> {
  strip: PhotoStrip;
  onOpen: () => void;
}

/** The photos side by side. One that shows nudity stays blurred until it is asked for. */
function Slides({ name, images, strip, onOpen }: SlidesProps) {
  const { t } = useTranslation('members');
  const [unveiled, setUnveiled] = useState<readonly string[]>([]);
  const count = images.length;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, strip.shown, count);
    if (target === null || target < 0 || target >= count) return;
    event.preventDefault();
    strip.show(target);
    strip.strip.current?.children[target]?.querySelector('button')?.focus({ preventScroll: true });
  };
  return (
    <ul className="strip" ref={strip.strip} onScroll={strip.onScroll} onKeyDown={onKeyDown}>
      {images.map((image, i) => {
        const isVeiled = image.is_nude && !unveiled.includes(image.id);
        const alt = t('photo_of', { name, number: i + 1, count });
        return (
          <li key={image.id} className={isVeiled ? 'veiled' : undefined}>
            <button
              type="button"
              tabIndex={i === strip.shown ? 0 : -1}
              onClick={isVeiled ? () => setUnveiled([...unveiled, image.id]) : onOpen}
            >
              <Photo image={image} alt={alt} sizes={SIZES} priority={i === 0} />
              {isVeiled ? <span className="flag">{t('unveil')}</span> : <span className="vh">{t('enlarge')}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Thumbs({ name, images, strip }: Pick<GalleryProps, 'name' | 'images'> & { strip: PhotoStrip }) {
  const { t } = useTranslation('members');
  return (
    <div className="thumbs">
      {images.map((image, i) => (
        <button
          type="button"
          key={image.id}
          className={image.is_nude ? 'veiled' : undefined}
          aria-current={i === strip.shown ? 'true' : undefined}
          aria-label={t('photo_of', { name, number: i + 1, count: images.length })}
          onClick={() => strip.show(i)}
        >
          <Photo image={image} alt="" sizes="140px" />
        </button>
      ))}
    </div>
  );
}

/** A member's photos: swiped, walked with arrows and keys, opened large. */
export function Gallery({ name, images, over }: GalleryProps) {
  const { t } = useTranslation('members');
  const strip = usePhotoStrip(images.length);
  const [isLarge, setIsLarge] = useState(false);
  const part = usePart(viewer, isLarge);
  const hasMany = images.length > 1;
  return (
    <section aria-label={t('photos')}>
      <div className="gallery">
        {hasMany && (
          <div className="segs only-phone" aria-hidden="true">
            {images.map(({ id }, i) => (
              <i key={id} className={i === strip.shown ? 'on' : undefined} />
            ))}
          </div>
        )}
        <div className="ovr only-phone">{over}</div>
        {images.length > 0 ? (
          <Slides name={name} images={images} strip={strip} onOpen={() => setIsLarge(true)} />
        ) : (
          <MemberPhoto name={name} image={null} alt="" sizes={SIZES} />
        )}
        {hasMany && <PhotoArrows strip={strip} count={images.length} />}
      </div>
      {hasMany && <Thumbs name={name} images={images} strip={strip} />}
      {isLarge && part && (
        <part.PhotoViewer
          name={name}
          images={images}
          start={strip.shown}
          onClose={(shown) => {
            setIsLarge(false);
            strip.show(shown, 'instant');
          }}
        />
      )}
    </section>
  );
}
