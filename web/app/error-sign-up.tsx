import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { AccountForm } from '../features/signup/account-form.tsx';
import { useAccountForm } from '../features/signup/use-account-form.ts';
import { currentLocale } from '../i18n/i18n.ts';
import { useKeptText } from '../session/kept-text.ts';
import { useSettings } from '../session/settings.ts';

/** Below an error a visitor can join. */
export function ErrorSignUp() {
  const { t } = useTranslation('signup');
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { geoip_country: country } = useSettings();
  const [email, setEmail] = useKeptText('signup-email');
  const [name, setName] = useKeptText('signup-name');
  const origin = { search, path: pathname, referrer: document.referrer, language: currentLocale(), country, member: null };
  const form = useAccountForm({ email, setEmail, name, setName }, origin);
  return (
    <section className="sec er-join">
      <h2 className="d d28">{t('title')}</h2>
      <AccountForm form={form} logInPath="/login" />
    </section>
  );
}
