import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { FailureNote } from './failure-note.tsx';
import { useTriedForm } from './focus-invalid-field.ts';

interface SectionFormProps {
  isBusy: boolean;
  failure: unknown;
  /** Resolves when the answer is there; the first field that is wrong then gets the focus. */
  onSave: () => Promise<unknown>;
  onCancel?: () => void;
  /** What the button says, where it is more than saving. */
  saveLabel?: string;
  /** Its buttons end a dialog, where saving is what one has come for. */
  isInDialog?: boolean;
  children: ReactNode;
}

/** Fields with one save button; a failure is said above it. */
export function SectionForm({ isBusy, failure, onSave, onCancel, saveLabel, isInDialog = false, children }: SectionFormProps) {
  const { t } = useTranslation();
  const { form, tried } = useTriedForm();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await onSave();
    tried();
  };
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {children}
      <FailureNote error={failure} />
      <div className={isInDialog ? 'acts' : 'row'}>
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
