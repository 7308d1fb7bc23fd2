import { useTranslation } from '../../i18n/use-translation.ts';
import './screen-loading.css';

/** Shown while a screen loads: nothing at first, then a spinner. */
export function ScreenLoading() {
  const { t } = useTranslation();
  return (
    <div className="screen-loading" role="status">
      <span className="spinner" />
      <span className="visually-hidden">{t('status.loading')}</span>
    </div>
  );
}
