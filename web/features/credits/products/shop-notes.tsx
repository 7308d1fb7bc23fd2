import { Link } from 'react-router';
import type { Shop } from '#contract/credits';
import { countryName, formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { LIMITS_SECTION_ID } from '../limits/spending-limits.tsx';
import { UnpaidOrderNote } from '../orders/unpaid-order.tsx';
import { formatPrice } from '../prices/format-price.ts';

function ShopNote({ icon, title, children }: { icon: IconName; title: string; children: React.ReactNode }) {
  return (
    <div className="note shop-note">
      <Icon name={icon} />
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
    </div>
  );
}

/** Notes before buying: nothing sold here, shop closed, an open order, owed credits, unusual spending. */
export function ShopNotes({ shop }: { shop: Shop }) {
  const { t } = useTranslation('credits');
  const { owed, unusual, open_order: waiting, is_open: isOpen, packs, plans, payment_country: country } = shop;
  const isEmpty = packs.length === 0 && plans.length === 0;
  return (
    <>
      {isEmpty && (
        <ShopNote icon="info" title={t('nothing_title', { country: countryName(country) })}>
          {t('nothing_text')}
        </ShopNote>
      )}
      {!isEmpty && !isOpen && (
        <ShopNote icon="clock" title={t('closed_title')}>
          {t('closed_text')}
        </ShopNote>
      )}
      {waiting && <UnpaidOrderNote key={waiting.id} order={waiting} />}
      {owed > 0 && (
        <ShopNote icon="info" title={t('owed', { count: owed, n: formatNumber(owed) })}>
          {t('owed_text')}
        </ShopNote>
      )}
      {unusual && (
        <ShopNote icon="info" title={t('unusual_title', { amount: formatPrice(unusual.today) })}>
          {t('unusual_text')}{' '}
          <Link className="link" to={`#${LIMITS_SECTION_ID}`}>
            {t('unusual_limit')}
          </Link>
        </ShopNote>
      )}
    </>
  );
}

/** Whether the prices contain VAT, of which country and how much. */
export function VatLine({ shop: { vat_percent: percent, payment_country: code } }: { shop: Shop }) {
  const { t } = useTranslation('credits');
  const country = countryName(code);
  return <p className="hint">{percent > 0 ? t('vat', { percent: formatNumber(percent), country }) : t('vat_none', { country })}</p>;
}
