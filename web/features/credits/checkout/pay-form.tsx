import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Shop } from '#contract/credits';
import { CallError } from '../../../api/call.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatPrice } from '../prices/format-price.ts';
import type { PricedProduct } from '../prices/priced-product.ts';
import { OrderFailure } from './order-failure.tsx';
import { canRenew, RenewalChoice } from './renewal-choice.tsx';
import { usePlaceOrder } from './use-place-order.ts';

interface PayFormProps {
  shop: Shop;
  choice: PricedProduct;
  method: string;
  code: string | null;
  back: string | null;
  /** Called when the server no longer accepts the code; the parent removes it. */
  onCodeRefused: () => void;
}

function NotConfirmed() {
  const { t } = useTranslation('credits');
  return (
    <div className="note">
      <Icon name="mail" />
      <div>
        <b>{t('not_confirmed_title')}</b>
        <p>
          {t('not_confirmed_text')}{' '}
          <Link className="link" to="/profile/settings#email">
            {t('not_confirmed_link')}
          </Link>
        </p>
      </div>
    </div>
  );
}

/** The end of the checkout: renewal, right of withdrawal, and the button with the price that places the order. */
export function PayForm({ shop, choice, method, code, back, onCodeRefused }: PayFormProps) {
  const { t } = useTranslation('credits');
  const isConfirmed = useUser()?.activated ?? false;
  const [wantsRenewal, setWantsRenewal] = useState(false);
  const renews = wantsRenewal && canRenew(shop.payment_methods, method);
  const { pay, isBusy, failure } = usePlaceOrder();
  const price = formatPrice(choice.price);
  const hasOtherRenewal = choice.kind === 'plan' && shop.renewal !== null;
  const isCodeGone = failure instanceof CallError && failure.code === 'unknown_code';
  useEffect(() => {
    if (isCodeGone) onCodeRefused();
  }, [isCodeGone, onCodeRefused]);
  if (!shop.is_open) return <p className="muted">{t('pay_closed')}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay({ choice, method, code, renews, back });
  };
  return (
    <form className="form pay-form" onSubmit={submit} noValidate>
      {choice.kind === 'plan' && choice.canRenew && (
        <RenewalChoice methods={shop.payment_methods} method={method} plan={choice} isOn={renews} onChange={setWantsRenewal} />
      )}
      {hasOtherRenewal && shop.renewal && (
        <p className="hint">
          {t('renew_already', { when: formatDate(shop.renewal.at), price: formatPrice(shop.renewal.price) })}{' '}
          <Link className="link" to="/premium">
            {t('renew_already_see')}
          </Link>
        </p>
      )}
      <p className="muted small">
        {choice.kind === 'plan' && shop.premium ? t('withdraw_plan_later') : t(`withdraw_${choice.kind}`)}{' '}
        <Link className="link" to="/pages/return-policy">
          {t('withdraw_terms')}
        </Link>
      </p>
      <OrderFailure error={failure} waiting={shop.open_order} />
      {!isConfirmed && <NotConfirmed />}
      <div className="buy-bar">
        <Button type="submit" busy={isBusy} disabled={!isConfirmed}>
          {t('pay', { price })}
        </Button>
        <p className="hint">
          <Icon name="lock" size="xs" />
          {renews ? t('pay_renews') : hasOtherRenewal ? t('pay_once_beside') : t('pay_once')}
        </p>
      </div>
    </form>
  );
}
