import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';

/** The copyright line. Templates show it by the feature flag `footer.copyright`. */
export function Copyright() {
  const { t } = useTranslation();
  const { name } = useSettings();
  return <p className="muted small">{t('footer.copyright', { year: new Date().getFullYear(), name })}</p>;
}
