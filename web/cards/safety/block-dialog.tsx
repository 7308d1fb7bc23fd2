import { useQueryClient } from '@tanstack/react-query';
import type { ProfileCard } from '#contract/profile';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { isKeyboardFocus, prepareFocusNeighbor } from '../../ui/lists/focus-neighbor.ts';
import { block, showBlockedToast } from './block-member.ts';

const CONSEQUENCE_KEYS = ['block_meeting', 'block_chat', 'block_silence', 'block_back'] as const;

interface BlockDialogProps {
  profile: ProfileCard;
  item: Element | null;
  onClose: () => void;
}

/** Asks for confirmation of a block and says what it does to both members. */
export function BlockDialog({ profile, item, onClose }: BlockDialogProps) {
  const { t } = useTranslation('safety');
  const client = useQueryClient();
  const { run, isBusy, failure } = useAction();
  const { name } = profile;
  const confirm = async () => {
    const takesFocus = isKeyboardFocus();
    const moveFocus = prepareFocusNeighbor(item);
    const isDone = await run(async () => {
      const restore = await block(client, profile);
      onClose();
      requestAnimationFrame(() => {
        moveFocus();
        showBlockedToast(client, profile, restore, takesFocus);
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
      <ul className="block-consequences muted">
        {CONSEQUENCE_KEYS.map((key) => (
          <li key={key}>{t(key, { name })}</li>
        ))}
      </ul>
      <FailureNote error={failure} />
    </ConfirmDialog>
  );
}
