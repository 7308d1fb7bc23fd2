import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/toasts/toast.tsx';
import { ChoiceFrame, FailureLine } from './upload-frame.tsx';
import type { Choice } from './use-photo-upload.ts';

interface AddDialogProps {
  choice: Choice;
  onPickOther: () => void;
}

/** Dialog in which the chosen picture is cropped and uploaded. Closing it cancels a running upload, otherwise discards the picture. */
export function AddDialog({ choice, onPickOther }: AddDialogProps) {
  const { t } = useTranslation('photos');
  const isBusy = choice.progress !== null;
  const send = async () => {
    if (await choice.send()) showToast({ tone: 'success', title: t('added') });
  };
  const close = () => (isBusy ? choice.cancel() : choice.drop());
  return (
    <Dialog isOpen onClose={close} title={t('crop_title')}>
      <ChoiceFrame choice={choice} />
      <FailureLine failure={choice.failure} />
      <div className="acts">
        <Button busy={isBusy} data-first-focus onClick={() => void send()}>
          {choice.failure ? t('try_again') : t('use')}
        </Button>
        <Button tone="quiet" disabled={isBusy} onClick={onPickOther}>
          {t('choose_other')}
        </Button>
      </div>
    </Dialog>
  );
}
