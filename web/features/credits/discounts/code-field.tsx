import { type FormEvent, useState } from 'react';
import { CallError } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';

const CODE_MAX = 40;

interface CodeFieldProps {
  /** The code that is being checked or used; null if there is none. */
  code: string | null;
  error: unknown;
  isBusy: boolean;
  onUse: (code: string | null) => void;
}

/** Why a code is not used: it gives nothing, or it could not be checked. Returns null without an error. */
export function useCodeError(error: unknown): string | null {
  const { t } = useTranslation('credits');
  const sentence = useErrorSentence();
  if (!error) return null;
  const isUnknown = error instanceof CallError && (error.code === 'unknown_code' || error.status === 422);
  return isUnknown ? t('code_unknown') : `${t('code_not_now')} ${sentence(error)}`;
}

/** A button that opens a field for a discount code, and a button that removes the one in use. */
export function CodeField({ code, error, isBusy, onUse }: CodeFieldProps) {
  const { t } = useTranslation('credits');
  const [isOpen, setOpen] = useState(error !== null);
  const [typed, setTyped] = useState(code ?? '');
  const [isMissing, setMissing] = useState(false);
  const fault = useCodeError(error);
  if (code !== null && !fault && !isBusy) {
    return (
      <Button tone="soft" small icon="x" onClick={() => onUse(null)}>
        {t('code_remove')}
      </Button>
    );
  }
  if (!isOpen && !fault && !isBusy) {
    return (
      <Button tone="soft" small icon="gift" onClick={() => setOpen(true)}>
        {t('code_open')}
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typedCode = typed.trim().toUpperCase();
    setMissing(typedCode === '');
    if (typedCode !== '') onUse(typedCode);
  };
  return (
    <form className="discount-code-field" onSubmit={submit} noValidate>
      <Field
        label={t('code_label')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={isOpen && code === null}
        maxLength={CODE_MAX}
        value={typed}
        error={isMissing ? t('code_required') : typed.trim().toUpperCase() === code ? fault : null}
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
