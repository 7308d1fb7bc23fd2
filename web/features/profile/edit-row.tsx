import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOnSectionLink } from '../../ui/navigation/hash-target.ts';

interface EditRowProps {
  /** The hash of links that bring the row into view and open it. */
  id: string;
  label: string;
  /** What the profile says; empty where nothing is said. */
  value: ReactNode;
  /** Shown in place of an empty value; by default an invitation to choose. */
  placeholder?: string;
  /** The title of the sheet; by default the label. */
  title?: string;
  /** A further hash that opens the row. */
  alsoOpenedBy?: string | undefined;
  isDisabled?: boolean;
  /** The form in the sheet; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** One line of the profile, which opens a sheet to change it. */
export function EditRow({ id, label, value, placeholder, title, alsoOpenedBy, isDisabled, children }: EditRowProps) {
  const { t } = useTranslation('profile');
  const [isOpen, setOpen] = useState(false);
  const open = () => !isDisabled && setOpen(true);
  const close = () => setOpen(false);
  useOnSectionLink(id, open);
  useOnSectionLink(alsoOpenedBy ?? id, open);
  return (
    <li className="edit-row" id={id}>
      <button type="button" aria-haspopup="dialog" disabled={isDisabled} onClick={open}>
        <span className="edit-row-label">{label}</span>
        <span className={value ? 'edit-row-value' : 'edit-row-value muted'}>{value || (placeholder ?? t('choose'))}</span>
        <Icon name="chevron-right" size="s" />
      </button>
      {isOpen && (
        <Dialog isOpen onClose={close} title={title ?? label}>
          {children(close)}
        </Dialog>
      )}
    </li>
  );
}
