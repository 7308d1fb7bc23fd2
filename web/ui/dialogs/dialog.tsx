import type { MouseEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../button.tsx';
import { pushModal } from './modal-stack.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  tone?: 'plain' | 'plum' | undefined;
  /** For long texts: wider, and the title stays visible while the text scrolls. */
  isLong?: boolean | undefined;
  /** For a moment of its own: as high as the screen where dialogs are sheets. */
  isFull?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Leaves out the close button in the corner. */
  withoutClose?: boolean | undefined;
  children?: ReactNode;
}

/** Whether a click hit the backdrop. The event's target is then the dialog element itself, which also covers the dialog's padding. */
function isBackdropClick(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/** Focuses the element marked with `data-first-focus`; if there is one and the dialog is taller than the screen, the title instead. */
function focusFirst(dialog: HTMLDialogElement): void {
  const marked = dialog.querySelector<HTMLElement>('[data-first-focus]');
  const isScrollable = dialog.scrollHeight > dialog.clientHeight;
  const first = marked && isScrollable ? dialog.querySelector<HTMLElement>('h2') : marked;
  first?.focus({ preventScroll: true });
  dialog.scrollTop = 0;
}

/** A modal dialog: a sheet at the bottom below 600 px, else a centred box. Its content is mounted only while it is open. */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return isOpen ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, tone, isLong, isFull, role, withoutClose, children }: Omit<DialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const grabber = useSheetDrag(box, onClose);

  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return undefined;
    const previousFocus = document.activeElement;
    dialog.showModal();
    focusFirst(dialog);
    const removeFromStack = pushModal(dialog);
    return () => {
      removeFromStack();
      dialog.close();
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape arrives as onCancel
    <dialog
      ref={box}
      className={['dialog', tone === 'plum' && 'dialog-plum', isLong && 'dialog-long', isFull && 'dialog-full'].filter(Boolean).join(' ')}
      role={role}
      aria-labelledby={id}
      onCancel={(event) => {
        // React lets this event bubble from a dialog or file field inside.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => isBackdropClick(event) && onClose()}
    >
      <div className="dialog-grabber" aria-hidden="true" {...grabber} />
      <div className="dialog-head">
        <h2 className="display display-28" id={id} tabIndex={-1}>
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

/** Asks for confirmation of an action that cannot easily be undone. The focus starts on the cancel button. */
export function ConfirmDialog({ isOpen, onClose, onConfirm, title, text, confirmLabel, cancelLabel, busy, children }: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} role="alertdialog" withoutClose>
      {text && <p className="muted">{text}</p>}
      {children}
      <div className="dialog-actions">
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
