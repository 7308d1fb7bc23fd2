import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Image, Profile } from '#contract/profile';
import { MemberPhoto } from '../../../cards/member-photo.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { createPart, usePart } from '../../../ui/lazy-module.ts';
import { useVeil, type Veil, VeilWords } from './blur-overlay.tsx';
import { PhotoArrows } from './photo-arrows.tsx';
import { keyTarget, type PhotoStrip, usePhotoStrip } from './photo-strip.ts';
import './gallery.css';

interface GalleryProps {
  profile: Pick<Profile, 'name' | 'images' | 'is_fictional'>;
  /** Shown over the photo on narrow screens: back link and menu. */
  over: ReactNode;
}

const viewer = createPart(() => import('./photo-viewer.tsx'));
const SIZES = '(min-width: 1024px) 560px, 100vw';

interface SlidesProps {
  name: string;
  images: readonly Image[];
  strip: PhotoStrip;
  veil: Veil;
  onOpen: () => void;
}

/** The photos in a row that scrolls sideways. */
function Slides({ name, images, strip, veil, onOpen }: SlidesProps) {
  const { t } = useTranslation('members');
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
        const isBlurred = veil.covers(image);
        return (
          <li key={image.id}>
            <button type="button" tabIndex={i === strip.shown ? 0 : -1} onClick={isBlurred ? () => veil.lift(image) : onOpen}>
              <Photo
                image={image}
                alt={t('photo_of', { name, number: i + 1, count })}
                sizes={SIZES}
                priority={i === 0}
                isUnveiled={!isBlurred}
              />
              {isBlurred ? <VeilWords /> : <span className="vh">{t('enlarge')}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Thumbs({ name, images, strip, veil }: Omit<SlidesProps, 'onOpen'>) {
  const { t } = useTranslation('members');
  return (
    <div className="thumbs">
      {images.map((image, i) => (
        <button
          type="button"
          key={image.id}
          aria-current={i === strip.shown ? 'true' : undefined}
          aria-label={t('photo_of', { name, number: i + 1, count: images.length })}
          onClick={() => strip.show(i)}
        >
          <Photo image={image} alt="" sizes="140px" isUnveiled={!veil.covers(image)} />
        </button>
      ))}
    </div>
  );
}

/** A member's photos, to be swiped, paged with buttons and keys, and opened as large as the screen. */
export function Gallery({ profile, over }: GalleryProps) {
  const { t } = useTranslation('members');
  const { name, images } = profile;
  const strip = usePhotoStrip(images.length);
  const veil = useVeil();
  const [isViewerOpen, setIsViewerOpen] = useState(false);
  const viewerModule = usePart(viewer, isViewerOpen);
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
          <Slides name={name} images={images} strip={strip} veil={veil} onOpen={() => setIsViewerOpen(true)} />
        ) : (
          <MemberPhoto name={name} image={null} alt="" sizes={SIZES} />
        )}
        {hasMany && <PhotoArrows strip={strip} count={images.length} />}
      </div>
      {hasMany && <Thumbs name={name} images={images} strip={strip} veil={veil} />}
      {isViewerOpen && viewerModule && (
        <viewerModule.PhotoViewer
          profile={profile}
          start={strip.shown}
          veil={veil}
          onClose={(shown) => {
            setIsViewerOpen(false);
            strip.show(shown, 'instant');
          }}
        />
      )}
    </section>
  );
}
