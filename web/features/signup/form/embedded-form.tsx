import { useSearchParams } from 'react-router';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useSettings } from '../../../session/settings.ts';
import { signIn } from '../../../session/user.ts';
import { usePressNavigate } from '../../../ui/navigation/screen-navigate.ts';
import { AcceptLine } from './accept-terms.tsx';
import { AccountForm } from './account-form.tsx';
import { useWays } from './signup-paths.ts';
import { useDraft, useSentTo } from './use-account-draft.ts';
import { type OnMade, useAccountForm } from './use-account-form.ts';

/** The account form on pages other than the sign-up, such as errors and landing pages. It then leads to the steps of the sign-up page. */
export function JoinHere() {
  const [search] = useSearchParams();
  const navigateAfter = usePressNavigate();
  const { geoip_country: country } = useSettings();
  const { member, logIn } = useWays();
  const [, setSentTo] = useSentTo();
  const onSend = (): OnMade => {
    const navigateOn = navigateAfter();
    return (user, email) => {
      if (user) signIn(user);
      else setSentTo(email);
      const to = { pathname: user ? '/complete-signup' : '/signup', search: member ? `?member=${member}` : '' };
      void navigateOn(to, { state: user ? null : { step: 'check_mail' } });
    };
  };
  const form = useAccountForm(useDraft(), { search, language: currentLocale(), country, member }, onSend);
  return <AccountForm form={form} logInPath={logIn} accept={<AcceptLine />} />;
}
