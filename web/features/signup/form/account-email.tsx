import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fieldSentence, useErrorSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email/email-field.tsx';
import type { AccountFormState } from './use-account-form.ts';

interface AddressStatus {
  error: string | null;
  hint: string | undefined;
  /** A link or a button that solves the problem; null if there is none. */
  action: ReactNode;
}

/** What the field says about the address: a refusal of the sign-up, else the result of the latest check. */
function useAddressStatus({ values, check, refused, isShown, checkAgain }: AccountFormState, logInPath: string): AddressStatus {
  const { t } = useTranslation('signup');
  const sentence = useErrorSentence();
  const nothing = { error: null, hint: undefined, action: null };
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
  const actionByStatus = { active: logInLink, not_confirmed: logInLink, deleted: serviceLink, invalid: null };

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
        action: (
          <Button tone="soft" small onClick={() => void checkAgain()}>
            {t('check_again')}
          </Button>
        ),
      };
    case 'answered': {
      if (check.status === 'new') return { ...nothing, hint: t('email_new') };
      return { ...nothing, error: t(`email_${check.status}`), action: actionByStatus[check.status] };
    }
  }
}

/** The e-mail field of a sign-up, which is checked while it is typed. */
export function AccountEmail({ form, logInPath }: { form: AccountFormState; logInPath: string }) {
  const { t } = useTranslation('signup');
  const { error, hint, action } = useAddressStatus(form, logInPath);
  return (
    <EmailField
      label={t('email')}
      value={form.values.email}
      error={error}
      hint={hint}
      onType={(address) => form.type('email', address)}
      onBlur={() => form.leave('email')}
    >
      {action}
    </EmailField>
  );
}
