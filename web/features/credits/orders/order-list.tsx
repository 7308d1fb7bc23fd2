import { Link } from 'react-router';
import type { TransactionLine, TransactionStatus } from '#contract/credits';
import { formatExact, formatNumber, formatRelative } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { formatPrice } from '../prices/format-price.ts';

const ICONS: Record<TransactionStatus, IconName> = {
  open: 'clock',
  paid: 'circle-check',
  failed: 'triangle-alert',
  canceled: 'x',
  expired: 'clock',
  refunded: 'refresh-cw',
};

export function StatusLabel({ status }: { status: TransactionStatus }) {
  const { t } = useTranslation('credits');
  return (
    <span className={`order-status is-${status}`}>
      <Icon name={ICONS[status]} size="s" />
      {t(`status_${status}`)}
    </span>
  );
}

/** Names a product: "160 credits" or "Premium, 3 months". */
export function useProductName(): (product: { credits: number; months: number; plan: string | null }) => string {
  const { t } = useTranslation('credits');
  return ({ credits, months, plan }) =>
    plan === null ? t('credits', { count: credits, n: formatNumber(credits) }) : t('plan', { count: months });
}

/** The member's orders, newest first, each with a link to its page. */
export function OrderList({ transactions }: { transactions: readonly TransactionLine[] }) {
  const { t } = useTranslation('credits');
  const nameOf = useProductName();
  return (
    <section className="panel credits-panel">
      <h2 className="display display-21">{t('orders_title')}</h2>
      <ul>
        {transactions.map((transaction) => (
          <li key={transaction.id}>
            <Link className="order-line" to={`/transactions/${transaction.id}`}>
              <span className="flex-grow">
                <b>{nameOf(transaction)}</b>
                <time className="muted small" dateTime={transaction.created_at} title={formatExact(transaction.created_at)}>
                  {formatRelative(transaction.created_at)}
                </time>
              </span>
              <span className="order-price">
                <b>{formatPrice(transaction.price)}</b>
                <StatusLabel status={transaction.status} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
