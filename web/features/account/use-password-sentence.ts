import { useTranslation } from 'react-i18next';
import { PASSWORD_MIN } from '#contract/account';
import type { FieldCode } from '#contract/errors';
import { fieldSentence } from '../../api/error-sentence.ts';
import type { PasswordProblem } from '../../session/password-rules.ts';

/** What is wrong with a chosen password, whether the page or the server found it. */
export function usePasswordSentence() {
  const { t } = useTranslation('account');
  return (problem: PasswordProblem | FieldCode | null | undefined): string | null => {
    if (!problem) return null;
    if (problem === 'too_short') return t('password_too_short', { min: PASSWORD_MIN });
    if (problem === 'not_allowed') return t('password_too_common');
    return problem === 'required' ? t('password_required') : fieldSentence(problem);
  };
}
