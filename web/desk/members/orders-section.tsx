import { useState } from 'react';
import { type OperatedMember, recordRefund } from '#contract/operator/operated-members';
import { call } from '../../api/call.ts';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { DeskSection } from '../parts/desk-page.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { useTexts } from '../texts.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Order = OperatedMember['orders'][number];

interface OrdersProps {
  readonly orders: readonly Order[];
  readonly canRefund: boolean;
  readonly onChanged: () => void;
}

/** The orders of a member. Money goes back at the provider; the desk records that it does. */
export function OrdersSection({ orders, canRefund, onChanged }: OrdersProps) {
  const t = useTexts('members');
  const [refunding, setRefunding] = useState<Order | null>(null);
  const close = (isDone: boolean) => {
    setRefunding(null);
    if (!isDone) return;
    showToast({ tone: 'success', title: t('refund_recorded') });
    onChanged();
  };
  const priceOf = ({ amount, currency, returned_amount: returned }: Order) =>
    returned > 0
      ? `${formatMoney(amount, currency)}, ${t('returned', { amount: formatMoney(returned, currency) })}`
      : formatMoney(amount, currency);
  const isRefundable = ({ status, payment }: Order) => canRefund && status === 'paid' && payment !== null;
  return (
    <DeskSection title={t('orders')}>
      {orders.length === 0 ? (
        <p className="muted">{t('no_orders')}</p>
      ) : (
        <RecordTable
          caption={t('orders')}
          rows={orders}
          keyOf={({ id }) => id}
          columns={[
            { key: 'ordered', title: t('ordered'), cell: ({ created_at: at }) => formatDate(at) },
            { key: 'product', title: t('product'), cell: ({ product }) => product },
            { key: 'price', title: t('price'), cell: priceOf },
            { key: 'status', title: t('status'), cell: ({ status }) => status },
            {
              key: 'payment',
              title: t('payment'),
              cell: ({ provider, payment }) => (payment === null ? provider : `${provider} ${payment}`),
            },
            ...(orders.some(isRefundable)
              ? [
                  {
                    key: 'refund',
                    title: t('refund'),
                    isAction: true as const,
                    cell: (order: Order) =>
                      isRefundable(order) && (
                        <Button tone="quiet" small onClick={() => setRefunding(order)}>
                          {t('refund')}
                        </Button>
                      ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {refunding && (
        <ReasonDialog
          title={t('refund_title', { product: refunding.product })}
          text={t('refund_text', { payment: refunding.payment ?? '', provider: refunding.provider })}
          submitLabel={t('refund')}
          act={(reason) => call(recordRefund, { order: refunding.id, reason })}
          onClose={close}
        />
      )}
    </DeskSection>
  );
}
