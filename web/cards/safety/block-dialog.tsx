import { useQueryClient } from '@tanstack/react-query';
import type { ProfileCard } from '#contract/profile';
import { useAct } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { isByKeyboard, placeBeside } from '../../ui/lists/focus-neighbor.ts';
import { block, tellBlocked } from './block-member.ts';

const HAPPENS = ['block_meeting', 'block_chat', 'block_silence', 'block_back'] as const;

interface BlockDialogProps {
  profile: ProfileCard;
  item: Element | null;
  onClose: () => void;
}

/** Asks for confirmation of a block and says what it does to both members. */
export function BlockDialog({ profile, item, onClose }: BlockDialogProps) {
  const { t } = useTranslation('safety');
  const client = useQueryClient();
  const { run, isBusy, failure } = useAct();
  const { name } = profile;
  const confirm = async () => {
    const takesFocus = isByKeyboard();
    const moveFocus = placeBeside(item);
    const isDone = await run(async () => {
      const restore = await block(client, profile);
      onClose();
      requestAnimationFrame(() => {
        moveFocus();
        tellBlocked(client, profile, restore, takesFocus);
      });
    });
    if (!isDone) document.querySelector<HTMLElement>('dialog [data-first-focus]')?.focus();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t('block_title', { name })}
      confirmLabel={t('block')}
      cancelLabel={t('block_keep')}
      busy={isBusy}
    >
      <ul className="happens soft">
        {HAPPENS.map((key) => (
          <li key={key}>{t(key, { name })}</li>
        ))}
      </ul>
      <FailureNote error={failure} />
    </ConfirmDialog>
  );
}
