import type { MouseEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button.tsx';
import { pushModal } from './modal-stack.ts';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  tone?: 'plain' | 'plum' | undefined;
  /** For something to read: wider, and its title stays above what is scrolled. */
  isLong?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Without it the sheet has a button to close it in its corner. */
  withoutClose?: boolean | undefined;
  children?: ReactNode;
}

/** A click beside the box lands on the dialog element itself. */
function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/** Onto the harmless answer; where that lies below the fold onto the title, so that the question is read from its beginning. */
function focusFirst(dialog: HTMLDialogElement): void {
  const answer = dialog.querySelector<HTMLElement>('[data-first-focus]');
  const isLong = dialog.scrollHeight > dialog.clientHeight;
  const first = answer && isLong ? dialog.querySelector<HTMLElement>('h2') : answer;
  first?.focus({ preventScroll: true });
  dialog.scrollTop = 0;
}

/** A modal: a sheet from below on a phone, centred from 600. Its content lives only while it is open. */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return isOpen ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, tone, isLong, role, withoutClose, children }: Omit<DialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    dialog.showModal();
    focusFirst(dialog);
    const drop = pushModal(dialog);
    return () => {
      drop();
      dialog.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape arrives as onCancel
    <dialog
      ref={box}
      className={['dialog', tone === 'plum' && 'dialog-plum', isLong && 'dialog-long'].filter(Boolean).join(' ')}
      role={role}
      aria-labelledby={id}
      onCancel={(event) => {
        // React has it rise from a dialog or a file field inside, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => isBeside(event) && onClose()}
    >
      <div className="dialog-head">
        <h2 className="d d28" id={id} tabIndex={-1}>
          {title}
        </h2>
        {!withoutClose && <IconButton name="x" label={t('action.close')} onClick={onClose} />}
      </div>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  text?: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  busy?: boolean | undefined;
  children?: ReactNode;
}

/** A question before something that cannot be taken back lightly; focus starts on the harmless answer. */
export function ConfirmDialog({ isOpen, onClose, onConfirm, title, text, confirmLabel, cancelLabel, busy, children }: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} role="alertdialog" withoutClose>
      {text && <p className="soft">{text}</p>}
      {children}
      <div className="acts">
        <Button busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button tone="quiet" data-first-focus onClick={onClose}>
          {cancelLabel ?? t('action.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
