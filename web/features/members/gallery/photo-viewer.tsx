import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Profile } from '#contract/profile';
import { FictionalLabel } from '../../../cards/fictional-label.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { pushModal } from '../../../ui/dialogs/modal-stack.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { type BlurOverlay, BlurOverlayLabel } from './blur-overlay.tsx';
import { PhotoArrows } from './photo-arrows.tsx';
import { indexForKey, usePhotoStrip } from './photo-strip.ts';
import './photo-viewer.css';

interface PhotoViewerProps {
  profile: Pick<Profile, 'name' | 'images' | 'is_fictional'>;
  startIndex: number;
  blurOverlay: BlurOverlay;
  onClose: (shown: number) => void;
}

/** The photos as large as the screen. Esc and the close button close it; `onClose` gets the index of the photo in view. */
export function PhotoViewer({ profile, startIndex, blurOverlay, onClose }: PhotoViewerProps) {
  const { t } = useTranslation('members');
  const { name, images } = profile;
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = usePhotoStrip(images.length);
  const initial = useRef({ start: startIndex, show: strip.show });
  const count = images.length;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    if (!element.open) element.showModal();
    initial.current.show(initial.current.start, 'instant');
    return pushModal(element);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = indexForKey(event.key, strip.shownIndex, count);
    if (target === null) return;
    event.preventDefault();
    strip.show(target);
  };
  return (
    <dialog
      ref={dialog}
      className="photo-viewer"
      aria-label={t('photos_of', { name })}
      onClose={() => onClose(strip.shownIndex)}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard */}
      <ul className="photo-strip" tabIndex={0} aria-label={t('photos')} ref={strip.listRef} onScroll={strip.onScroll}>
        {images.map((image, i) => (
          <li key={image.id}>
            <Photo
              image={image}
              alt={t('photo_of', { name, number: i + 1, count })}
              sizes="100vw"
              priority={i === startIndex}
              isUnblurred={!blurOverlay.isBlurred(image)}
            />
            {blurOverlay.isBlurred(image) && (
              <button
                type="button"
                className="photo-viewer-reveal"
                tabIndex={i === strip.shownIndex ? 0 : -1}
                onClick={() => blurOverlay.reveal(image)}
              >
                <BlurOverlayLabel />
              </button>
            )}
          </li>
        ))}
      </ul>
      {profile.is_fictional && (
        <p className="photo-viewer-label">
          <FictionalLabel />
        </p>
      )}
      <button type="button" className="glass-btn close" aria-label={t('close')} onClick={() => dialog.current?.close()}>
        <Icon name="x" />
      </button>
      {count > 1 && (
        <>
          <PhotoArrows strip={strip} count={count} />
          <p className="photo-viewer-count" aria-live="polite">
            {t('photo_count', { number: strip.shownIndex + 1, count })}
          </p>
        </>
      )}
    </dialog>
  );
}
