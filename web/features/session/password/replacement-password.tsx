import type { FieldCode } from '#contract/errors';
import { PASSWORD_MIN } from '#contract/passwords';
import { fieldSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PasswordField } from '../../../ui/forms/field.tsx';
import type { PasswordProblem } from '../../../ui/forms/password-problem.ts';

type ReplacementPasswordProblem = PasswordProblem | FieldCode | null | undefined;

interface ReplacementPasswordFieldProps {
  value: string;
  problem: ReplacementPasswordProblem;
  onChange: (password: string) => void;
}

/** Returns the sentence for a problem with the password that the page or the server found; null without one. */
function usePasswordProblemText() {
  const { t } = useTranslation('account');
  return (problem: ReplacementPasswordProblem): string | null => {
    if (!problem) return null;
    if (problem === 'too_short') return t('password_too_short', { min: PASSWORD_MIN });
    if (problem === 'not_allowed') return t('password_too_common');
    return problem === 'required' ? t('password_required') : fieldSentence(problem);
  };
}

/** The field for the password that replaces the present one. */
export function ReplacementPasswordField({ value, problem, onChange }: ReplacementPasswordFieldProps) {
  const { t } = useTranslation('account');
  return (
    <PasswordField
      label={t('password_chosen')}
      name="password"
      autoComplete="new-password"
      value={value}
      error={usePasswordProblemText()(problem)}
      hint={t('password_hint', { min: PASSWORD_MIN })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
