import { useTranslation } from 'react-i18next';
import './screen-loading.css';

/** A screen on its way: nothing for a moment, then a quiet sign. */
export function ScreenLoading() {
  const { t } = useTranslation();
  return (
    <div className="screen-loading" role="status">
      <span className="spin" />
      <span className="vh">{t('status.loading')}</span>
    </div>
  );
}
