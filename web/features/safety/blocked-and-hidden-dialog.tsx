import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { BlockedOrHiddenList } from './blocked-and-hidden-list.tsx';
import './blocked-and-hidden.css';

/** The members whom this member blocks or hides, each with a button to undo it. */
export function BlockedAndHiddenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('safety');
  return (
    <Dialog isOpen onClose={onClose} title={t('put_aside_title')}>
      <div className="blocked-and-hidden">
        <BlockedOrHiddenList kind="blocked" />
        <BlockedOrHiddenList kind="hidden" />
      </div>
    </Dialog>
  );
}
