import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Image, Profile } from '#contract/profile';
import { MemberPhoto } from '../../../cards/member-photo.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { type BlurOverlay, BlurOverlayLabel, useBlurOverlay } from './blur-overlay.tsx';
import { PhotoArrows } from './photo-arrows.tsx';
import { indexForKey, type PhotoStrip, usePhotoStrip } from './photo-strip.ts';
import './gallery.css';

interface GalleryProps {
  profile: Pick<Profile, 'name' | 'images' | 'is_fictional'>;
  /** Shown over the photo on narrow screens: back link and menu. */
  overlay: ReactNode;
}

const lazyViewer = createLazyModule(() => import('./photo-viewer.tsx'));
const SIZES = '(min-width: 1024px) 560px, 100vw';

interface SlidesProps {
  name: string;
  images: readonly Image[];
  strip: PhotoStrip;
  blurOverlay: BlurOverlay;
  onOpen: () => void;
}

/** The photos in a row that scrolls sideways. */
function Slides({ name, images, strip, blurOverlay, onOpen }: SlidesProps) {
  const { t } = useTranslation('members');
  const count = images.length;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = indexForKey(event.key, strip.shownIndex, count);
    if (target === null || target < 0 || target >= count) return;
    event.preventDefault();
    strip.show(target);
    strip.listRef.current?.children[target]?.querySelector('button')?.focus({ preventScroll: true });
  };
  return (
    <ul className="photo-strip" ref={strip.listRef} onScroll={strip.onScroll} onKeyDown={onKeyDown}>
      {images.map((image, i) => {
        const isBlurred = blurOverlay.isBlurred(image);
        return (
          <li key={image.id}>
            <button type="button" tabIndex={i === strip.shownIndex ? 0 : -1} onClick={isBlurred ? () => blurOverlay.reveal(image) : onOpen}>
              <Photo
                image={image}
                alt={t('photo_of', { name, number: i + 1, count })}
                sizes={SIZES}
                priority={i === 0}
                isUnblurred={!isBlurred}
              />
              {isBlurred ? <BlurOverlayLabel /> : <span className="visually-hidden">{t('enlarge')}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Thumbs({ name, images, strip, blurOverlay }: Omit<SlidesProps, 'onOpen'>) {
  const { t } = useTranslation('members');
  return (
    <div className="thumbnails">
      {images.map((image, i) => (
        <button
          type="button"
          key={image.id}
          aria-current={i === strip.shownIndex ? 'true' : undefined}
          aria-label={t('photo_of', { name, number: i + 1, count: images.length })}
          onClick={() => strip.show(i)}
        >
          <Photo image={image} alt="" sizes="140px" isUnblurred={!blurOverlay.isBlurred(image)} />
        </button>
      ))}
    </div>
  );
}

/** A member's photos, to be swiped, paged with buttons and keys, and opened as large as the screen. */
export function Gallery({ profile, overlay }: GalleryProps) {
  const { t } = useTranslation('members');
  const { name, images } = profile;
  const strip = usePhotoStrip(images.length);
  const veil = useBlurOverlay();
  const [isViewerOpen, setIsViewerOpen] = useState(false);
  const viewerModule = useLazyModule(lazyViewer, isViewerOpen);
  const hasMany = images.length > 1;
  return (
    <section aria-label={t('photos')}>
      <div className="gallery">
        {hasMany && (
          <div className="gallery-segments only-phone" aria-hidden="true">
            {images.map(({ id }, i) => (
              <i key={id} className={i === strip.shownIndex ? 'is-current' : undefined} />
            ))}
          </div>
        )}
        <div className="gallery-overlay only-phone">{overlay}</div>
        {images.length > 0 ? (
          <Slides name={name} images={images} strip={strip} blurOverlay={veil} onOpen={() => setIsViewerOpen(true)} />
        ) : (
          <MemberPhoto name={name} image={null} alt="" sizes={SIZES} />
        )}
        {hasMany && <PhotoArrows strip={strip} count={images.length} />}
      </div>
      {hasMany && <Thumbs name={name} images={images} strip={strip} blurOverlay={veil} />}
      {isViewerOpen && viewerModule && (
        <viewerModule.PhotoViewer
          profile={profile}
          startIndex={strip.shownIndex}
          blurOverlay={veil}
          onClose={(shown) => {
            setIsViewerOpen(false);
            strip.show(shown, 'instant');
          }}
        />
      )}
    </section>
  );
}
