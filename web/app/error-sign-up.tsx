import { useTranslation } from 'react-i18next';
import { JoinHere } from '../features/signup/join-here.tsx';
import { useSignupsOpen } from '../session/signups-open.ts';

/** Below an error a visitor can join, while the site takes new members. */
export function ErrorSignUp() {
  const { t } = useTranslation('signup');
  if (!useSignupsOpen()) return null;
  return (
    <section className="sec er-join">
      <h2 className="d d28">{t('title')}</h2>
      <JoinHere />
    </section>
  );
}
