import { useEffect, useState } from 'react';
import type { OwnTransaction } from '#contract/credits';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { usePressNavigate } from '../../../ui/navigation/screen-navigate.ts';
import { CancelFailure } from '../orders/cancel-failure.tsx';
import { returnPathOf } from '../orders/stored-order.ts';
import { useCancelOrder } from '../orders/use-cancel-order.ts';
import { formatPrice } from '../prices/format-price.ts';
import { checkoutPath } from '../prices/priced-product.ts';
import { useShop } from '../products/shop-queries.ts';

/** After this time an open order says that it is still waiting. */
const STILL_WAITING_MS = 20_000;

interface StatePanelProps {
  tone: 'good' | 'wait' | 'late' | 'plain';
  icon: IconName;
  title: string;
  text: React.ReactNode;
  children?: React.ReactNode;
}

function StatePanel({ tone, icon, title, text, children }: StatePanelProps) {
  return (
    <section className="payment-state">
      <span className={`payment-state-icon is-${tone}`}>{tone === 'wait' ? <span className="spinner" /> : <Icon name={icon} />}</span>
      <div className="payment-state-text" role="status">
        <h1 className="display display-28">{title}</h1>
        <div className="muted">{text}</div>
      </div>
      {children && <div className="payment-state-actions no-print">{children}</div>}
    </section>
  );
}

/** Adds the order's discount code and return path to a checkout path. The discount in force needs no code. */
function useCheckoutUrl({ id, discount }: OwnTransaction): (path: string) => string {
  const { data: shop } = useShop();
  const code = discount && discount.code !== shop?.discount?.code ? discount.code : null;
  return (path) => checkoutPath(path, { code, back: returnPathOf(id) });
}

const choicePath = ({ pack, plan }: OwnTransaction) => `/credits/${pack ?? plan ?? ''}`;

function OpenOrder({ transaction }: { transaction: OwnTransaction }) {
  const { t } = useTranslation('credits');
  const [isStill, setStill] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStill(true), STILL_WAITING_MS);
    return () => clearTimeout(timer);
  }, []);
  const startNavigation = usePressNavigate();
  const { cancel, isBusy, failure } = useCancelOrder();
  const { id, redirect } = transaction;
  const withCodeAndBack = useCheckoutUrl(transaction);
  // While this order is open it reserves its discount, so it is canceled first.
  const payAnotherWay = async () => {
    const navigate = startNavigation();
    if ((await cancel(id)) === 'canceled') await navigate(withCodeAndBack(choicePath(transaction)));
  };
  return (
    <StatePanel tone="wait" icon="clock" title={t('open_title')} text={isStill ? t('open_still') : t('open_text')}>
      {redirect && <Button onClick={() => location.assign(redirect)}>{t('open_pay')}</Button>}
      <Button tone="quiet" busy={isBusy} onClick={() => void payAnotherWay()}>
        {t('open_other')}
      </Button>
      <Button tone="soft" busy={isBusy} onClick={() => void cancel(id)}>
        {t('order_cancel')}
      </Button>
      <CancelFailure error={failure} />
    </StatePanel>
  );
}

/** "It runs until 12 March 2027. It renews by itself then, for €24.99." */
function PremiumSpan({ premium, price }: { premium: NonNullable<OwnTransaction['premium']>; price: OwnTransaction['price'] }) {
  const { t } = useTranslation('credits');
  const isLater = Date.parse(premium.from) > Date.now();
  const dates = { from: formatDate(premium.from), date: formatDate(premium.until) };
  return (
    <p>
      {isLater ? t('paid_from', dates) : t('paid_until', dates)} {premium.renews && t('paid_renews', { price: formatPrice(price) })}
    </p>
  );
}

/** The amount that was returned, and whether a refund is pending. */
function MoneyBack({ transaction: { returned, is_refund_pending: isPending } }: { transaction: OwnTransaction }) {
  const { t } = useTranslation('credits');
  return (
    <>
      {returned.amount > 0 && <p>{t('part_returned', { price: formatPrice(returned) })}</p>}
      {isPending && <p>{t('refund_pending')}</p>}
    </>
  );
}

/** A paid order from whose unused part the member has withdrawn. */
function Withdrawn({ transaction }: { transaction: OwnTransaction }) {
  const { t } = useTranslation('credits');
  const { plan, returned_credits: count } = transaction;
  const text = (
    <>
      <p>{plan ? t('withdrawn_plan') : t('withdrawn_pack', { count, n: formatNumber(count) })}</p>
      <MoneyBack transaction={transaction} />
    </>
  );
  return (
    <StatePanel tone="plain" icon="undo-2" title={t('withdrawn_title')} text={text}>
      <ButtonLink tone="quiet" to="/credits">
        {t('to_credits')}
      </ButtonLink>
    </StatePanel>
  );
}

function Paid({ transaction }: { transaction: OwnTransaction }) {
  const { t } = useTranslation('credits');
  const { id, plan, credits, extra_credits: extra, returned_credits: returned, price, premium } = transaction;
  const back = returnPathOf(id);
  const creditsLeft = credits + extra - returned;
  const text = (
    <>
      <p>{t('paid_text', { price: formatPrice(price) })}</p>
      {premium && <PremiumSpan premium={premium} price={price} />}
      <MoneyBack transaction={transaction} />
    </>
  );
  const title = plan ? t('paid_title_plan') : t('paid_title_pack', { count: creditsLeft, n: formatNumber(creditsLeft) });
  return (
    <StatePanel tone="good" icon="check" title={title} text={text}>
      {back ? (
        <ButtonLink to={back}>{t('paid_back')}</ButtonLink>
      ) : (
        <ButtonLink to={plan ? '/premium' : '/members'}>{plan ? t('paid_premium') : t('paid_on')}</ButtonLink>
      )}
    </StatePanel>
  );
}

function NotPaid({ transaction, status }: { transaction: OwnTransaction; status: 'failed' | 'canceled' | 'expired' }) {
  const { t } = useTranslation('credits');
  const path = `${choicePath(transaction)}/${transaction.payment_method}`;
  const withCodeAndBack = useCheckoutUrl(transaction);
  return (
    <StatePanel tone="late" icon={status === 'expired' ? 'clock' : 'x'} title={t(`${status}_title`)} text={t('failed_text')}>
      <ButtonLink to={withCodeAndBack(path)}>{t('try_again')}</ButtonLink>
      <ButtonLink tone="quiet" to={withCodeAndBack(choicePath(transaction))}>
        {t('open_other')}
      </ButtonLink>
    </StatePanel>
  );
}

function Refunded({ transaction: { returned, is_charged_back: isChargedBack } }: { transaction: OwnTransaction }) {
  const { t } = useTranslation('credits');
  const kind = isChargedBack ? 'charged_back' : 'refunded';
  return (
    <StatePanel tone="plain" icon="refresh-cw" title={t(`${kind}_title`)} text={t(`${kind}_text`, { price: formatPrice(returned) })}>
      <ButtonLink tone="quiet" to="/credits">
        {t('to_credits')}
      </ButtonLink>
    </StatePanel>
  );
}

/** The status of an order in words, with buttons for what can be done next. */
export function TransactionState({ transaction }: { transaction: OwnTransaction }) {
  switch (transaction.status) {
    case 'open':
      return <OpenOrder transaction={transaction} />;
    case 'paid':
      return transaction.is_withdrawn ? <Withdrawn transaction={transaction} /> : <Paid transaction={transaction} />;
    case 'refunded':
      return <Refunded transaction={transaction} />;
    default:
      return <NotPaid transaction={transaction} status={transaction.status} />;
  }
}
