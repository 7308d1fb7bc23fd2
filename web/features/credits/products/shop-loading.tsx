import { useTranslation } from 'react-i18next';
import './shop-loading.css';

const CARDS = [0, 1, 2];

/** Packs or plans that are on their way, in their own shape; below packs there are the ways to pay. */
export function ShopLoading({ isWide = true }: { isWide?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('status.loading')} className={isWide ? 'packs is-wide is-coming' : 'packs'}>
      {CARDS.map((card) => (
        <div key={card} className="skel pack-coming" aria-hidden="true" />
      ))}
      {isWide && <div className="skel pay-coming" aria-hidden="true" />}
    </div>
  );
}
