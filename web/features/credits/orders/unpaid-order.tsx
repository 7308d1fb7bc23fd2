import type { TransactionLine } from '#contract/credits';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { usePressNavigate } from '../../../ui/navigation/screen-navigate.ts';
import { formatPrice } from '../prices/format-price.ts';
import { CancelFailure } from './cancel-failure.tsx';
import { useProductName } from './order-list.tsx';
import { useCancelOrder } from './use-cancel-order.ts';

/** A note about an open order, with a link to pay it and a button to cancel it. Until then it reserves its discount. */
export function UnpaidOrderNote({ order }: { order: TransactionLine }) {
  const { t } = useTranslation('credits');
  const nameOf = useProductName();
  const startNavigation = usePressNavigate();
  const { cancel, isBusy, failure } = useCancelOrder();
  const path = `/transactions/${order.id}`;
  const cancelOrder = async () => {
    const navigate = startNavigation();
    if ((await cancel(order.id)) === 'paid') await navigate(path);
  };
  return (
    <section className="note shop-note" aria-labelledby="waiting-order">
      <Icon name="clock" />
      <div className="flex-grow">
        <b id="waiting-order">{t('waiting_title')}</b>
        <p>{t('waiting_text', { what: nameOf(order), price: formatPrice(order.price) })}</p>
        <div className="row unpaid-order-actions">
          <ButtonLink tone="quiet" small to={path}>
            {t('waiting_go')}
          </ButtonLink>
          <Button tone="quiet" small busy={isBusy} onClick={() => void cancelOrder()}>
            {t('order_cancel')}
          </Button>
        </div>
        <CancelFailure error={failure} />
      </div>
    </section>
  );
}
