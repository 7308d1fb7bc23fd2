import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fieldSentence, useErrorSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email/email-field.tsx';
import type { AccountForm } from './use-account-form.ts';

interface Verdict {
  error: string | null;
  hint: string | undefined;
  /** A link or a button that solves the problem; null if there is none. */
  way: ReactNode;
}

/** What the field says about the address: a refusal of the sign-up, else the result of the latest check. */
function useVerdict({ values, check, refused, isShown, checkAgain }: AccountForm, logInPath: string): Verdict {
  const { t } = useTranslation('signup');
  const sentence = useErrorSentence();
  const nothing = { error: null, hint: undefined, way: null };
  const logInLink = (
    <Link className="link" to={logInPath}>
      {t('log_in')}
    </Link>
  );

  const serviceLink = (
    <Link className="link" to="/pages/service">
      {t('to_service')}
    </Link>
  );
  const wayByStatus = { active: logInLink, not_confirmed: logInLink, deleted: serviceLink, invalid: null };

  if (refused.email) return { ...nothing, error: fieldSentence(refused.email) };
  switch (check.state) {
    case 'empty':
      return { ...nothing, error: isShown('email') && !values.email.trim() ? t('email_required') : null };
    case 'waiting':
      return { ...nothing, hint: t('checking') };
    case 'failed':
      return {
        ...nothing,
        error: sentence(check.error),
        way: (
          <Button tone="soft" small onClick={() => void checkAgain()}>
            {t('check_again')}
          </Button>
        ),
      };
    case 'answered': {
      if (check.status === 'new') return { ...nothing, hint: t('email_new') };
      return { ...nothing, error: t(`email_${check.status}`), way: wayByStatus[check.status] };
    }
  }
}

/** The e-mail field of a sign-up, which is checked while it is typed. */
export function AccountEmail({ form, logInPath }: { form: AccountForm; logInPath: string }) {
  const { t } = useTranslation('signup');
  const { error, hint, way } = useVerdict(form, logInPath);
  return (
    <EmailField
      label={t('email')}
      value={form.values.email}
      error={error}
      hint={hint}
      onType={(address) => form.type('email', address)}
      onBlur={() => form.leave('email')}
    >
      {way}
    </EmailField>
  );
}
