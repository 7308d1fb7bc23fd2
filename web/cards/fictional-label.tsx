import { useTranslation } from '../i18n/use-translation.ts';

export function FictionalLabel() {
  const { t } = useTranslation('cards');
  return <span className="tag">{t('fictional')}</span>;
}
