import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { PutAsideList } from './put-aside-list.tsx';
import './put-aside.css';

/** Everybody whom I block or hide, each with the way back. */
export function PutAsideDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('safety');
  return (
    <Dialog isOpen onClose={onClose} title={t('put_aside_title')}>
      <div className="put-aside">
        <PutAsideList kind="blocked" />
        <PutAsideList kind="hidden" />
      </div>
    </Dialog>
  );
}
