import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '../../api/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWrongField } from '../../ui/use-wrong-field.ts';

interface SectionFormProps {
  isBusy: boolean;
  failure: unknown;
  /** Resolves when the answer is there; the first field that is wrong then gets the focus. */
  onSave: () => Promise<unknown>;
  onCancel?: () => void;
  children: ReactNode;
}

/** Fields with one save button; a failure is said above it. */
export function SectionForm({ isBusy, failure, onSave, onCancel, children }: SectionFormProps) {
  const { t } = useTranslation();
  const sentence = useErrorSentence();
  const [saves, setSaves] = useState(0);
  const form = useWrongField(saves);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await onSave();
    setSaves((count) => count + 1);
  };
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {children}
      {failure !== null && (
        <div className="note" role="alert">
          <Icon name="triangle-alert" />
          <p>{sentence(failure)}</p>
        </div>
      )}
      <div className="row">
        <Button type="submit" tone="soft" small busy={isBusy}>
          {t('action.save')}
        </Button>
        {onCancel && (
          <Button tone="quiet" small onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
