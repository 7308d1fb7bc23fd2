import { useState } from 'react';
import type { OwnImage } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { Photo } from '../../ui/images/photo.tsx';
import type { PhotoChanges } from './use-photo-changes.ts';

interface PhotoDialogProps {
  image: OwnImage;
  isMain: boolean;
  /** The ids of all photos in order, including this one. */
  ids: readonly string[];
  changes: PhotoChanges;
  onClose: () => void;
}

/** One photo of the member, large, with the buttons to move, mark and delete it. */
export function PhotoDialog({ image, isMain, ids, changes, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('photos');
  const [isConfirming, setConfirming] = useState(false);
  const place = ids.indexOf(image.id);
  const remove = () => {
    setConfirming(false);
    onClose();
    void changes.remove(image.id);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('photo_title', { place: place + 1, count: ids.length })}>
      <div className="photo-frame">
        <Photo image={image} alt="" sizes="300px" isUnblurred />
        {isMain && <span className="tag photo-tag">{t('main')}</span>}
        {image.is_held && <span className="tag photo-tag">{t('held')}</span>}
      </div>
      {image.is_held && <p className="muted small">{t('held_hint')}</p>}
      <div className="photo-order">
        <Button tone="soft" small icon="arrow-left" disabled={place === 0} onClick={() => void changes.move(ids, image.id, place - 1)}>
          {t('move_earlier')}
        </Button>
        <Button
          tone="soft"
          small
          icon="arrow-right"
          disabled={place === ids.length - 1}
          onClick={() => void changes.move(ids, image.id, place + 1)}
        >
          {t('move_later')}
        </Button>
      </div>
      {image.is_nude_by_check ? (
        <p className="muted small">{t('nude_by_check')}</p>
      ) : (
        <Switch
          label={t('nude')}
          hint={t('nude_hint')}
          isOn={image.is_nude}
          onChange={(isNude) => void changes.setNude(image.id, isNude)}
        />
      )}
      <p className="visually-hidden" role="status">
        {changes.announcement}
      </p>
      <div className="dialog-actions">
        {!isMain && !image.is_held && (
          <Button icon="check" onClick={() => void changes.makeMain(image.id)}>
            {t('make_main')}
          </Button>
        )}
        <Button tone="quiet" icon="trash-2" onClick={() => setConfirming(true)}>
          {t('delete')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={remove}
        title={t('delete_title')}
        text={t('delete_text')}
        confirmLabel={t('delete')}
      />
    </Dialog>
  );
}
