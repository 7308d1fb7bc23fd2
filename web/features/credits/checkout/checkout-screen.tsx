import { Link, useSearchParams } from 'react-router';
import type { Shop } from '#contract/credits';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { safePath } from '../../../session/login-redirect.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MarkPageNotFound } from '../../../ui/navigation/page-not-found.ts';
import { usePageParams } from '../../../ui/navigation/page-params.ts';
import { useCodeError } from '../discounts/code-field.tsx';
import { DiscountBanner } from '../discounts/discount-banner.tsx';
import { checkoutPath, type PricedProduct, pricedProductOf } from '../prices/priced-product.ts';
import { ShopPageHead } from '../products/page-head.tsx';
import { paymentMethodName } from '../products/payment-method-choice.tsx';
import { ShopLoading } from '../products/shop-loading.tsx';
import { ShopNotes } from '../products/shop-notes.tsx';
import { useShop, useTypedCode } from '../products/shop-queries.ts';
import { Summary } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';
import '../products/credits.css';
import './checkout.css';

/** What the address of the checkout carries along: the discount code and the path to return to. */
interface CheckoutParams {
  code: string | null;
  back: string | null;
}

/** The payment methods, each a link to the checkout with that method. */
function MethodLinks({ shop, choice, params }: { shop: Shop; choice: PricedProduct; params: CheckoutParams }) {
  const { t } = useTranslation('credits');
  if (!shop.is_open) return <p className="muted">{t('pay_closed')}</p>;
  return (
    <nav aria-labelledby="choose-method">
      <h2 className="display display-21" id="choose-method">
        {t('choose_method')}
      </h2>
      <ul className="payment-method-links">
        {shop.payment_methods.map(({ id, name, renews }) => (
          <li key={id}>
            <Link to={checkoutPath(`/credits/${choice.id}/${id}`, params)} replace>
              <span className="flex-grow">
                {name} {choice.kind === 'plan' && renews && <span className="muted small">{t('renew_can')}</span>}
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ChosenMethod({ shop, choice, method, params }: { shop: Shop; choice: PricedProduct; method: string; params: CheckoutParams }) {
  const { t } = useTranslation('credits');
  const [, setSearch] = useSearchParams();
  const removeCode = () =>
    setSearch(
      (query) => {
        query.delete('code');
        return new URLSearchParams(query);
      },
      { replace: true },
    );
  return (
    <>
      <p className="payment-method-line">
        <span className="muted">{t('pay_with')}</span> <b className="flex-grow">{paymentMethodName(shop.payment_methods, method)}</b>
        <Link className="link" to={checkoutPath(`/credits/${choice.id}`, params)} replace>
          {t('method_change')}
        </Link>
      </p>
      <PayForm shop={shop} choice={choice} method={method} code={params.code} back={params.back} onCodeRefused={removeCode} />
    </>
  );
}

/** The order that the address names. An unknown pack, plan or payment method is a page that does not exist (404). */
function Order({ shop, params }: { shop: Shop; params: CheckoutParams }) {
  const { creditId = '', paymentMethod } = usePageParams();
  const typedCode = useTypedCode(params.code);
  const codeFault = useCodeError(typedCode.error);
  const choice = pricedProductOf(shop, creditId, typedCode.discount);
  const isKnown = paymentMethod === undefined || shop.payment_methods.some(({ id }) => id === paymentMethod);
  if (!choice || (shop.is_open && !isKnown)) return <MarkPageNotFound />;
  if (typedCode.isPending) return <ShopLoading isWide={false} />;
  // A code that gives nothing with this product is left out.
  const isCodeUsed = typedCode.discount !== null && choice.discount === typedCode.discount;
  const usable = { ...params, code: isCodeUsed ? params.code : null };
  return (
    <>
      <ShopNotes shop={shop} />
      {codeFault && (
        <div className="note shop-note" role="alert">
          <Icon name="triangle-alert" />
          <p>{codeFault}</p>
        </div>
      )}
      {choice.discount && <DiscountBanner discount={choice.discount} hasDiscountLine />}
      <section className="panel checkout-panel">
        <Summary choice={choice} vatPercent={shop.vat_percent} />
        {paymentMethod === undefined ? (
          <MethodLinks shop={shop} choice={choice} params={usable} />
        ) : (
          <ChosenMethod shop={shop} choice={choice} method={paymentMethod} params={usable} />
        )}
      </section>
    </>
  );
}

export function Screen() {
  const { t } = useTranslation('credits');
  const [search] = useSearchParams();
  const { creditId = '' } = usePageParams();
  const { data: shop, error, isFetching, refetch } = useShop();
  const brought = { code: search.get('code')?.trim().toUpperCase() || null, back: safePath(search.get('back')) };
  const isPlan = shop?.plans.some(({ id }) => id === creditId) ?? false;
  return (
    <div className="checkout">
      <ShopPageHead title={t('checkout_title')} back={checkoutPath(isPlan ? '/premium' : '/credits', brought)} />
      {shop ? (
        <Order shop={shop} params={brought} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <ShopLoading isWide={false} />
      )}
    </div>
  );
}
