import { useTranslation } from 'react-i18next';

export function FictionalLabel() {
  const { t } = useTranslation('cards');
  return <span className="flag">{t('fictional')}</span>;
}
