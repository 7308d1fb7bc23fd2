import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { FailureNote } from './failure-note.tsx';
import { useFocusInvalidField } from './focus-invalid-field.ts';

interface SectionFormProps {
  isBusy: boolean;
  failure: unknown;
  /** Resolves when the save has ended; then the first invalid field gets the focus. */
  onSave: () => Promise<unknown>;
  onCancel?: () => void;
  /** Label of the save button; by default "Save". */
  saveLabel?: string;
  /** In a dialog the buttons are large and saving is the main action. */
  isInDialog?: boolean;
  children: ReactNode;
}

/** A form with a save button, and a cancel button if `onCancel` is given. An error is shown above them. */
export function SectionForm({ isBusy, failure, onSave, onCancel, saveLabel, isInDialog = false, children }: SectionFormProps) {
  const { t } = useTranslation();
  const { form, focusInvalid } = useFocusInvalidField();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await onSave();
    focusInvalid();
  };
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {children}
      <FailureNote error={failure} />
      <div className={isInDialog ? 'dialog-actions is-sticky' : 'row'}>
        <Button type="submit" tone={isInDialog ? 'ember' : 'soft'} small={!isInDialog} busy={isBusy}>
          {saveLabel ?? t('action.save')}
        </Button>
        {onCancel && (
          <Button tone="quiet" small={!isInDialog} onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
