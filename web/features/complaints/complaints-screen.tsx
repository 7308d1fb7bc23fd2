import { useTranslation } from 'react-i18next';
import './complaints.css';

export function Screen() {
  const { t } = useTranslation('complaints');
  return (
    <div className="complaints">
      <h1 className="d d40">{t('title')}</h1>
      <p className="soft">{t('lead')}</p>
    </div>
  );
}
