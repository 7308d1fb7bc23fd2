import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../session/page-title.ts';
import { LanderForm } from '../lander-form.tsx';
import { LanderHead } from '../lander-head.tsx';

export function Screen() {
  const { t } = useTranslation('member-landing');
  usePageTitle(t('title'));
  return (
    <main>
      <LanderHead />
      <h1 className="d d56">{t('headline')}</h1>
      <p>{t('lead')}</p>
      <LanderForm submit={t('submit')} />
    </main>
  );
}
