import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../session/settings.ts';

/** Whose the site is, where the template says so. */
export function Copyright() {
  const { t } = useTranslation();
  const { name } = useSettings();
  return <p className="soft small">{t('footer.copyright', { year: new Date().getFullYear(), name })}</p>;
}
