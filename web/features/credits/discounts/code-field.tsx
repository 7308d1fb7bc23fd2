import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';

const LONGEST = 40;

interface CodeFieldProps {
  /** The code that is looked at or used; null: none. */
  code: string | null;
  error: unknown;
  isBusy: boolean;
  onUse: (code: string | null) => void;
}

/** What is wrong with a code: it gives nothing, or it could not be asked after. */
export function useCodeFault(error: unknown): string | null {
  const { t } = useTranslation('credits');
  const sentence = useErrorSentence();
  if (!error) return null;
  const isUnknown = error instanceof CallError && (error.code === 'unknown_code' || error.status === 422);
  return isUnknown ? t('code_unknown') : `${t('code_not_now')} ${sentence(error)}`;
}

/** A code to type; it stays out of the way of those who have none. */
export function CodeField({ code, error, isBusy, onUse }: CodeFieldProps) {
  const { t } = useTranslation('credits');
  const [isOpen, setOpen] = useState(error !== null);
  const [typed, setTyped] = useState(code ?? '');
  const [isMissing, setMissing] = useState(false);
  const wrong = useCodeFault(error);
  if (code !== null && !wrong && !isBusy) {
    return (
      <Button tone="soft" small icon="x" onClick={() => onUse(null)}>
        {t('code_remove')}
      </Button>
    );
  }
  if (!isOpen && !wrong && !isBusy) {
    return (
      <Button tone="soft" small icon="gift" onClick={() => setOpen(true)}>
        {t('code_open')}
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim().toUpperCase();
    setMissing(wanted === '');
    if (wanted !== '') onUse(wanted);
  };
  return (
    <form className="code-field" onSubmit={submit} noValidate>
      <Field
        label={t('code_label')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={isOpen && code === null}
        maxLength={LONGEST}
        value={typed}
        error={isMissing ? t('code_required') : typed.trim().toUpperCase() === code ? wrong : null}
        onChange={(event) => {
          setMissing(false);
          setTyped(event.target.value);
        }}
      />
      <Button type="submit" tone="soft" busy={isBusy}>
        {t('code_use')}
      </Button>
    </form>
  );
}
