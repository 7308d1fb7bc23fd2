import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialogs/dialog.tsx';
import { showToast } from '../ui/toasts/toast-list.ts';
import { DEVELOPER_TEXTS } from './developer-texts.ts';
import type { DialogSample } from './dialog-samples.tsx';

const { close, confirm, text, nested, nestedToast, title } = DEVELOPER_TEXTS.dialogs;

/** A dialog above a dialog, and a toast above both. */
const Nested: DialogSample = ({ onClose }) => {
  const [isNestedOpen, setNestedOpen] = useState(false);
  const showSample = () => showToast({ tone: 'success', title: DEVELOPER_TEXTS.toasts.said, text });
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <p className="muted">{text}</p>
      <div className="dialog-actions">
        <Button onClick={() => setNestedOpen(true)}>{nested}</Button>
        <Button tone="quiet" onClick={showSample}>
          {nestedToast}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isNestedOpen}
        onClose={() => setNestedOpen(false)}
        onConfirm={showSample}
        title={nested}
        confirmLabel={nestedToast}
      />
    </Dialog>
  );
};

/** The dialogs of `web/ui`, without content of the product. */
export const PLAIN_DIALOGS: Readonly<Record<string, DialogSample>> = {
  plain: ({ onClose }) => (
    <Dialog isOpen onClose={onClose} title={title}>
      <p className="muted">{text}</p>
    </Dialog>
  ),
  plum: ({ onClose }) => (
    <Dialog isOpen onClose={onClose} title={title} tone="plum">
      <p className="muted">{text}</p>
    </Dialog>
  ),
  long: ({ onClose }) => (
    <Dialog isOpen onClose={onClose} title={title} isLong>
      <p>{text.repeat(40)}</p>
    </Dialog>
  ),
  'without a cross': ({ onClose }) => (
    <Dialog isOpen onClose={onClose} title={title} withoutClose>
      <div className="dialog-actions">
        <Button onClick={onClose}>{close}</Button>
      </div>
    </Dialog>
  ),
  confirm: ({ onClose }) => <ConfirmDialog isOpen onClose={onClose} onConfirm={onClose} title={title} text={text} confirmLabel={confirm} />,
  'confirm, busy': ({ onClose }) => (
    <ConfirmDialog isOpen onClose={onClose} onConfirm={onClose} title={title} text={text} confirmLabel={confirm} busy />
  ),
  nested: Nested,
};
