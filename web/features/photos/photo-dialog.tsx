import { useState } from 'react';
import type { Image } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { Photo } from '../../ui/images/photo.tsx';
import type { OwnPhotos } from './use-photo-changes.ts';

interface PhotoDialogProps {
  image: Image;
  isMain: boolean;
  /** All photos in order; this one is among them. */
  ids: readonly string[];
  photos: OwnPhotos;
  onClose: () => void;
}

/** One of my photos, large, with all that can be done with it. */
export function PhotoDialog({ image, isMain, ids, photos, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('photos');
  const [isAsking, setAsking] = useState(false);
  const place = ids.indexOf(image.id);
  const remove = () => {
    setAsking(false);
    onClose();
    void photos.remove(image.id);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('photo_title', { place: place + 1, count: ids.length })}>
      <div className="photo-frame">
        <Photo image={image} alt="" sizes="300px" isUnveiled />
        {isMain && <span className="flag photo-flag">{t('main')}</span>}
      </div>
      <div className="photo-order">
        <Button tone="soft" small icon="arrow-left" disabled={place === 0} onClick={() => void photos.move(ids, image.id, place - 1)}>
          {t('move_earlier')}
        </Button>
        <Button
          tone="soft"
          small
          icon="arrow-right"
          disabled={place === ids.length - 1}
          onClick={() => void photos.move(ids, image.id, place + 1)}
        >
          {t('move_later')}
        </Button>
      </div>
      <Switch label={t('nude')} hint={t('nude_hint')} isOn={image.is_nude} onChange={(isNude) => void photos.setNude(image.id, isNude)} />
      <p className="vh" role="status">
        {photos.said}
      </p>
      <div className="acts">
        {!isMain && (
          <Button icon="check" onClick={() => void photos.makeMain(image.id)}>
            {t('make_main')}
          </Button>
        )}
        <Button tone="quiet" icon="trash-2" onClick={() => setAsking(true)}>
          {t('delete')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        title={t('delete_title')}
        text={t('delete_text')}
        confirmLabel={t('delete')}
      />
    </Dialog>
  );
}
