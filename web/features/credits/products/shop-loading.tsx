import { useTranslation } from '../../../i18n/use-translation.ts';
import './shop-loading.css';

const CARDS = [0, 1, 2];

/** Placeholders of packs or plans; wide ones also have one for the payment methods below the packs. */
export function ShopLoading({ isWide = true }: { isWide?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('status.loading')} className={isWide ? 'packs is-wide is-loading' : 'packs'}>
      {CARDS.map((card) => (
        <div key={card} className="skeleton pack-placeholder" aria-hidden="true" />
      ))}
      {isWide && <div className="skeleton pay-placeholder" aria-hidden="true" />}
    </div>
  );
}
