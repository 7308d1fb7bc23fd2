import { type ReactNode, useEffect, useRef } from 'react';
import { changePhotos, deletePhoto } from '#contract/photos';
import type { OwnImage } from '#contract/profile';
import { call } from '../../api/call.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/images/photo.tsx';
import { withMainPhoto, withoutPhoto } from './profile-photos.ts';
import { updateOwnProfile } from './update-own-profile.ts';
import { UploadFailureNote, UploadFrame } from './upload-frame.tsx';
import { useFilePicker } from './use-file-picker.tsx';
import { usePhotoUpload } from './use-photo-upload.ts';
import './photos.css';

interface FirstPhotoState {
  isBusy: boolean;
  /** A picture is chosen and waits to be used. */
  hasPicture: boolean;
  /** Crops and uploads the chosen picture. */
  upload: () => void;
  /** Opens the picker of the device. */
  choose: () => void;
}

interface FirstPhotoProps {
  image: OwnImage | null;
  onUploaded: (image: OwnImage) => void;
  /** The buttons below the frame. */
  children?: (state: FirstPhotoState) => ReactNode;
}

/**
 * Makes an uploaded photo the main photo and deletes the old one. If a call fails, both stay on the server. A held one becomes the main photo by
 * itself once it is shown.
 */
async function replacePhoto(old: OwnImage, uploaded: OwnImage): Promise<void> {
  updateOwnProfile((profile) => withoutPhoto(uploaded.is_held ? profile : withMainPhoto(profile, uploaded.id), old.id));
  try {
    if (!uploaded.is_held) await call(changePhotos, { main_image: { id: uploaded.id } });
    await call(deletePhoto, { image: { id: old.id } });
  } catch (error) {
    console.warn(error);
  }
}

/** Field for a single photo: choosing, cropping, uploading and replacing it. */
export function FirstPhoto({ image, onUploaded, children }: FirstPhotoProps) {
  const { t } = useTranslation('photos');
  const choice = usePhotoUpload();
  const box = useRef<HTMLDivElement>(null);
  // The pressed button disappears when a picture is shown; the frame gets the focus instead.
  useEffect(() => {
    if (choice.picture) box.current?.focus();
  }, [choice.picture]);
  const { isOver, openPicker, fileInput, dropZone } = useFilePicker((file) => void choice.choose(file));
  const use = async () => {
    const uploaded = await choice.send();
    if (!uploaded) return;
    if (image) await replacePhoto(image, uploaded);
    onUploaded(uploaded);
  };
  const isBusy = choice.progress !== null;
  return (
    <>
      <div className={isOver ? 'first-photo is-over' : 'first-photo'} ref={box} tabIndex={-1} {...dropZone}>
        {fileInput}
        {choice.picture ? (
          <>
            <UploadFrame choice={choice} />
            {!isBusy && (
              <Button tone="soft" small icon="camera" onClick={openPicker}>
                {t('choose_other')}
              </Button>
            )}
          </>
        ) : image ? (
          <div className="photo-frame">
            <Photo image={image} alt={t('current')} sizes="300px" priority isUnblurred />
            {image.is_held && <span className="tag photo-tag">{t('held')}</span>}
            <Button tone="paper" small icon="camera" className="photo-replace" onClick={openPicker}>
              {t('replace')}
            </Button>
          </div>
        ) : (
          <button type="button" className="photo-placeholder" onClick={openPicker}>
            <Icon name="camera" />
            <span className="bold">{t('choose')}</span>
            <span className="muted small">
              {t('choose_hint')} <span className="photo-drop-hint">{t('choose_drop')}</span>
            </span>
          </button>
        )}
        <UploadFailureNote failure={choice.failure} />
      </div>
      {children?.({ isBusy, hasPicture: choice.picture !== null, upload: () => void use(), choose: openPicker })}
    </>
  );
}
