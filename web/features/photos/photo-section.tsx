import { useState } from 'react';
import type { User } from '#contract/account';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AddPhotoDialog } from './add-photo-dialog.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { UploadFailureNote } from './upload-frame.tsx';
import { useFilePicker } from './use-file-picker.tsx';
import { usePhotoChanges } from './use-photo-changes.ts';
import { usePhotoUpload } from './use-photo-upload.ts';
import './photos.css';

/** The photos on the member's own profile page: adding, ordering, marking and deleting them. */
export function PhotoSection({ user }: { user: User }) {
  const { t } = useTranslation('photos');
  const [openId, setOpenId] = useState<string | null>(null);
  const photos = usePhotoChanges();
  const choice = usePhotoUpload();
  const { isOver, openPicker, fileInput, dropZone } = useFilePicker((file) => void choice.choose(file));
  const { images, main_image: main } = user.profile;
  const ids = images.map(({ id }) => id);
  const opened = images.find(({ id }) => id === openId);
  return (
    <section id="photos" className={isOver ? 'profile-section photos is-over' : 'profile-section photos'} {...dropZone}>
      <div className="section-head">
        <h2 className="display display-21">{t('title')}</h2>
        {images.length > 0 && <span className="muted small">{t('count', { count: images.length })}</span>}
      </div>
      {images.length === 0 && <p className="muted">{t('none')}</p>}
      {images.length > 1 && <p className="muted small">{t('sort_hint')}</p>}
      {fileInput}
      <PhotoGrid
        images={images}
        mainId={main?.id}
        onOpen={setOpenId}
        onMove={(id, place) => void photos.move(ids, id, place)}
        onAdd={openPicker}
      />
      {!choice.picture && <UploadFailureNote failure={choice.failure} />}
      {!opened && (
        <p className="visually-hidden" role="status">
          {photos.announcement}
        </p>
      )}
      {choice.picture && <AddPhotoDialog upload={choice} onPickOther={openPicker} />}
      {opened && <PhotoDialog image={opened} isMain={opened.id === main?.id} ids={ids} changes={photos} onClose={() => setOpenId(null)} />}
    </section>
  );
}
