import { useSearchParams } from 'react-router';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useSettings } from '../../../session/settings.ts';
import { startSession } from '../../../session/user.ts';
import { usePressNavigate } from '../../../ui/navigation/screen-navigate.ts';
import { AcceptLine } from './accept-terms.tsx';
import { AccountForm } from './account-form.tsx';
import { useSignUpPaths } from './signup-paths.ts';
import { useAccountDraft, useSentToAddress } from './use-account-draft.ts';
import { type OnAccountMade, useAccountForm } from './use-account-form.ts';

/** The account form on pages other than the sign-up, such as errors and landing pages. It then leads to the steps of the sign-up page. */
export function EmbeddedSignUpForm() {
  const [search] = useSearchParams();
  const navigateAfter = usePressNavigate();
  const { geoip_country: country } = useSettings();
  const { member, logInPath } = useSignUpPaths();
  const [, setSentTo] = useSentToAddress();
  const onSend = (): OnAccountMade => {
    const navigateOn = navigateAfter();
    return (user, email) => {
      if (user) startSession(user);
      else setSentTo(email);
      const to = { pathname: user ? '/complete-signup' : '/signup', search: member ? `?member=${member}` : '' };
      void navigateOn(to, { state: user ? null : { step: 'check_mail' } });
    };
  };
  const form = useAccountForm(useAccountDraft(), { search, language: currentLocale(), country, member }, onSend);
  return <AccountForm form={form} logInPath={logInPath} accept={<AcceptLine />} />;
}
