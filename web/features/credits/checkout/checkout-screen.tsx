import { Link, useSearchParams } from 'react-router';
import type { Shop } from '#contract/credits';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { safePath } from '../../../session/login-redirect.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageMissing } from '../../../ui/navigation/page-not-found.ts';
import { usePageParams } from '../../../ui/navigation/page-params.ts';
import { useCodeFault } from '../discounts/code-field.tsx';
import { Offer } from '../discounts/discount-banner.tsx';
import { type Choice, choiceOf, payingPath } from '../prices/priced-product.ts';
import { PageHead } from '../products/page-head.tsx';
import { methodName } from '../products/payment-method-choice.tsx';
import { ShopLoading } from '../products/shop-loading.tsx';
import { ShopNotes } from '../products/shop-notes.tsx';
import { useCode, useShop } from '../products/shop-queries.ts';
import { Summary } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';
import '../products/credits.css';
import './checkout.css';

/** What the address of the checkout carries along: the discount code and the path to return to. */
interface Brought {
  code: string | null;
  back: string | null;
}

/** The payment methods, each a link to the checkout with that method. */
function Methods({ shop, choice, brought }: { shop: Shop; choice: Choice; brought: Brought }) {
  const { t } = useTranslation('credits');
  if (!shop.is_open) return <p className="soft">{t('pay_closed')}</p>;
  return (
    <nav aria-labelledby="choose-method">
      <h2 className="d d21" id="choose-method">
        {t('choose_method')}
      </h2>
      <ul className="method-links">
        {shop.payment_methods.map(({ id, name, renews }) => (
          <li key={id}>
            <Link to={payingPath(`/credits/${choice.id}/${id}`, brought)} replace>
              <span className="grow">
                {name} {choice.kind === 'plan' && renews && <span className="soft small">{t('renew_can')}</span>}
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Chosen({ shop, choice, method, brought }: { shop: Shop; choice: Choice; method: string; brought: Brought }) {
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
      <p className="method-line">
        <span className="soft">{t('pay_with')}</span> <b className="grow">{methodName(shop.payment_methods, method)}</b>
        <Link className="link" to={payingPath(`/credits/${choice.id}`, brought)} replace>
          {t('method_change')}
        </Link>
      </p>
      <PayForm shop={shop} choice={choice} method={method} code={brought.code} back={brought.back} onCodeGone={removeCode} />
    </>
  );
}

/** The order that the address names. An unknown pack, plan or payment method is a page that does not exist (404). */
function Order({ shop, brought }: { shop: Shop; brought: Brought }) {
  const { creditId = '', paymentMethod } = usePageParams();
  const typedCode = useCode(brought.code);
  const codeFault = useCodeFault(typedCode.error);
  const choice = choiceOf(shop, creditId, typedCode.discount);
  const isKnown = paymentMethod === undefined || shop.payment_methods.some(({ id }) => id === paymentMethod);
  if (!choice || (shop.is_open && !isKnown)) return <PageMissing />;
  if (typedCode.isPending) return <ShopLoading isWide={false} />;
  // A code that gives nothing with this product is left out.
  const isCodeUsed = typedCode.discount !== null && choice.discount === typedCode.discount;
  const usable = { ...brought, code: isCodeUsed ? brought.code : null };
  return (
    <>
      <ShopNotes shop={shop} />
      {codeFault && (
        <div className="note shop-note" role="alert">
          <Icon name="triangle-alert" />
          <p>{codeFault}</p>
        </div>
      )}
      {choice.discount && <Offer discount={choice.discount} isInLines />}
      <section className="panel checkout-panel">
        <Summary choice={choice} vatPercent={shop.vat_percent} />
        {paymentMethod === undefined ? (
          <Methods shop={shop} choice={choice} brought={usable} />
        ) : (
          <Chosen shop={shop} choice={choice} method={paymentMethod} brought={usable} />
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
      <PageHead title={t('checkout_title')} back={payingPath(isPlan ? '/premium' : '/credits', brought)} />
      {shop ? (
        <Order shop={shop} brought={brought} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <ShopLoading isWide={false} />
      )}
    </div>
  );
}
