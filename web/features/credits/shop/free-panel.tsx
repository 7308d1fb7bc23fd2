import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';

const FREE = ['free_reading', 'free_answering', 'free_matches', 'free_fictional', 'free_liking'] as const;

/** The list of what is always free. */
export function FreePanel() {
  const { t } = useTranslation('credits');
  return (
    <section className="panel credits-panel">
      <h2 className="display display-21">{t('free_title')}</h2>
      <ul className="free-benefits">
        {FREE.map((key) => (
          <li key={key}>
            <Icon name="check" size="s" />
            {t(key)}
          </li>
        ))}
      </ul>
    </section>
  );
}
