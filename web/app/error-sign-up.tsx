import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { AcceptLine } from '../features/signup/accept-line.tsx';
import { AccountForm } from '../features/signup/account-form.tsx';
import { useAccountForm } from '../features/signup/use-account-form.ts';
import { useDraft, useSentTo } from '../features/signup/use-draft.ts';
import { currentLocale } from '../i18n/i18n.ts';
import { useSettings } from '../session/settings.ts';
import { useSignupsOpen } from '../session/signups-open.ts';
import { signIn } from '../session/user.ts';

/** Below an error a visitor can join, while the site takes new members. */
export const ErrorSignUp = () => (useSignupsOpen() ? <OpenSignUp /> : null);

/** What follows the account is asked where it always is. */
function OpenSignUp() {
  const { t } = useTranslation('signup');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { geoip_country: country } = useSettings();
  const draft = useDraft();
  const [, setSentTo] = useSentTo();
  const form = useAccountForm(draft, { search, language: currentLocale(), country, member: null }, (user, email) => {
    if (user) signIn(user);
    else setSentTo(email);
    void navigate(user ? '/complete-signup' : '/signup', { state: user ? null : { step: 7 } });
  });
  return (
    <section className="sec er-join">
      <h2 className="d d28">{t('title')}</h2>
      <AccountForm form={form} logInPath="/login" accept={<AcceptLine />} />
    </section>
  );
}
