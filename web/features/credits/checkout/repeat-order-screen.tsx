import { Link, useSearchParams } from 'react-router';
import type { Shop } from '#contract/credits';
import { formatDate } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { safePath } from '../../../session/login-redirect.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { DiscountBanner } from '../discounts/discount-banner.tsx';
import { formatPrice } from '../prices/format-price.ts';
import { subtractMoney } from '../prices/money.ts';
import { checkoutPath, type PricedProduct, pricedProductOf } from '../prices/priced-product.ts';
import { ShopPageHead } from '../products/page-head.tsx';
import { paymentMethodName } from '../products/payment-method-choice.tsx';
import { ShopLoading } from '../products/shop-loading.tsx';
import { ShopNotes } from '../products/shop-notes.tsx';
import { useShop } from '../products/shop-queries.ts';
import { Summary } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';
import '../products/credits.css';
import './checkout.css';

type LastOrder = NonNullable<Shop['last_order']>;

/** The price of the last order and its difference from today's price. */
function PriceComparison({ last, choice }: { last: LastOrder; choice: PricedProduct }) {
  const { t } = useTranslation('credits');
  const increase = subtractMoney(choice.price, last.paid);
  const values = { difference: formatPrice({ ...increase, amount: Math.abs(increase.amount) }), price: formatPrice(choice.price) };
  const isComparable = last.paid.currency === choice.price.currency;
  const comparison = !isComparable ? 'other_currency' : increase.amount === 0 ? 'same' : increase.amount < 0 ? 'less' : 'more';
  return (
    <p className="repeat-order-text">
      <span className="muted">{t('repeat_then', { date: formatDate(last.at), price: formatPrice(last.paid) })}</span>
      <b>{t(`repeat_${comparison}`, values)}</b>
    </p>
  );
}

function NothingToRepeat({ isUnavailable, back }: { isUnavailable: boolean; back: string | null }) {
  const { t } = useTranslation('credits');
  return (
    <section className="panel">
      <EmptyState
        icon="coins"
        title={isUnavailable ? t('repeat_gone') : t('repeat_none')}
        text={isUnavailable ? t('repeat_gone_text') : t('repeat_none_text')}
        action={<ButtonLink to={checkoutPath('/credits', { back })}>{t('repeat_choose')}</ButtonLink>}
      />
    </section>
  );
}

/** The last order again at today's price, placed by one press. */
function Repeat({ shop, back }: { shop: Shop; back: string | null }) {
  const { t } = useTranslation('credits');
  const { last_order: last, payment_methods: methods } = shop;
  const choice = last && pricedProductOf(shop, last.pack ?? last.plan ?? '', null);
  if (!last) return <NothingToRepeat isUnavailable={false} back={back} />;
  if (!choice || (shop.is_open && !methods.some(({ id }) => id === last.payment_method)))
    return <NothingToRepeat isUnavailable back={back} />;
  return (
    <>
      <ShopNotes shop={shop} />
      {choice.discount && <DiscountBanner discount={choice.discount} hasDiscountLine />}
      <section className="panel checkout-panel">
        <PriceComparison last={last} choice={choice} />
        <Summary choice={choice} vatPercent={shop.vat_percent} />
        <p className="payment-method-line">
          <span className="muted">{t('pay_with')}</span> <b className="flex-grow">{paymentMethodName(methods, last.payment_method)}</b>
          <Link className="link" to={checkoutPath(`/credits/${choice.id}`, { back })}>
            {t('method_change')}
          </Link>
        </p>
        <PayForm shop={shop} choice={choice} method={last.payment_method} code={null} back={back} onCodeRefused={() => undefined} />
        <Link className="link" to={checkoutPath('/credits', { back })}>
          {t('repeat_other')}
        </Link>
      </section>
    </>
  );
}

export function Screen() {
  const { t } = useTranslation('credits');
  const [search] = useSearchParams();
  const { data: shop, error, isFetching, refetch } = useShop();
  const back = safePath(search.get('back'));
  return (
    <div className="checkout">
      <ShopPageHead title={t('repeat_title')} back={checkoutPath('/credits', { back })} />
      {shop ? (
        <Repeat shop={shop} back={back} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <ShopLoading isWide={false} />
      )}
    </div>
  );
}
