import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { UploadFailureNote, UploadFrame } from './upload-frame.tsx';
import type { PhotoUpload } from './use-photo-upload.ts';

interface AddPhotoDialogProps {
  upload: PhotoUpload;
  onPickOther: () => void;
}

/** Dialog in which the chosen picture is cropped and uploaded. Closing it cancels a running upload, otherwise discards the picture. */
export function AddPhotoDialog({ upload, onPickOther }: AddPhotoDialogProps) {
  const { t } = useTranslation('photos');
  const isBusy = upload.progress !== null;
  const send = async () => {
    const image = await upload.send();
    if (image) showToast({ tone: 'success', title: t(image.is_held ? 'added_held' : 'added') });
  };
  const close = () => (isBusy ? upload.cancel() : upload.discard());
  return (
    <Dialog isOpen onClose={close} title={t('crop_title')}>
      <UploadFrame choice={upload} />
      <UploadFailureNote failure={upload.failure} />
      <div className="dialog-actions">
        <Button busy={isBusy} data-first-focus onClick={() => void send()}>
          {upload.failure ? t('try_again') : t('use')}
        </Button>
        <Button tone="quiet" disabled={isBusy} onClick={onPickOther}>
          {t('choose_other')}
        </Button>
      </div>
    </Dialog>
  );
}
