import type { Shop } from '#contract/credits';
import { countryName } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { SignupsClosed } from '../../../ui/signup/signups-closed.tsx';
import { useMessagePrice } from '../prices/message-price.ts';
import { pricedProductsOf } from '../prices/priced-product.ts';
import { ProductList } from '../products/product-cards.tsx';
import { ShopLoading } from '../products/shop-loading.tsx';
import { ShopNotes, VatLine } from '../products/shop-notes.tsx';
import { useShop } from '../products/shop-queries.ts';
import { FreePanel } from './free-panel.tsx';
import '../products/credits.css';
import './pricing.css';

const FAIR_POINTS: readonly (readonly [icon: IconName, text: 'pricing_fair_renew' | 'pricing_fair_withdraw' | 'pricing_fair_limit'])[] = [
  ['lock', 'pricing_fair_renew'],
  ['refresh-cw', 'pricing_fair_withdraw'],
  ['sliders-horizontal', 'pricing_fair_limit'],
];

function FairSpending() {
  const { t } = useTranslation('credits');
  return (
    <section className="panel credits-panel">
      <h2 className="display display-21">{t('pricing_fair')}</h2>
      <ul className="pricing-promises">
        {FAIR_POINTS.map(([icon, text]) => (
          <li key={text}>
            <Icon name={icon} size="s" />
            {t(text)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function MessagePriceLine({ country }: { country: string }) {
  const { t } = useTranslation('credits');
  const price = useMessagePrice(country);
  if (price === null) return null;
  const values = { country: countryName(country) };
  return <p>{price === 0 ? t('pricing_message_free', values) : t('pricing_message', { ...values, count: price })}</p>;
}

/** Packs and plans at the prices of the payment country (docs/product.md, "Payment country"). */
function Prices({ shop }: { shop: Shop }) {
  const { t } = useTranslation('credits');
  const isMember = useUser() !== null;
  const messagePrice = useMessagePrice(shop.payment_country);
  const [packs, plans] = [pricedProductsOf(shop, 'pack', null), pricedProductsOf(shop, 'plan', null)];
  return (
    <>
      <ShopNotes shop={shop} />
      {packs.length > 0 && (
        <section className="pricing-section">
          <div className="pricing-head">
            <h2 className="display display-28">{t('pricing_packs')}</h2>
            <p className="muted">{t('pricing_packs_text')}</p>
          </div>
          <MessagePriceLine country={shop.payment_country} />
          <ProductList choices={packs} messagePrice={messagePrice} isWide />
          {isMember && (
            <ButtonLink className="pricing-button" to="/credits">
              {t('pricing_buy')}
            </ButtonLink>
          )}
        </section>
      )}
      {plans.length > 0 && (
        <section className="pricing-section">
          <div className="pricing-head">
            <h2 className="display display-28">{t('pricing_plans')}</h2>
            <p className="muted">{t('pricing_plans_text')}</p>
          </div>
          <ProductList choices={plans} messagePrice={null} isWide />
          {isMember && (
            <ButtonLink className="pricing-button" tone="quiet" to="/premium">
              {t('pricing_premium')}
            </ButtonLink>
          )}
        </section>
      )}
      <VatLine shop={shop} />
    </>
  );
}

export function Screen() {
  const { t } = useTranslation('credits');
  const isVisitor = useUser() === null;
  const isOpen = useSignupsOpen();
  const { data: shop, error, isFetching, refetch } = useShop();
  return (
    <div className="pricing">
      <header className="pricing-intro">
        <h1 className="display display-56">{t('pricing_title')}</h1>
        <p className="muted">{t('pricing_lead')}</p>
        {isVisitor &&
          (isOpen ? <ButtonLink to="/signup">{t('pricing_join')}</ButtonLink> : <SignupsClosed logInPath="/login?next=/pricing" />)}
      </header>
      <div className="credits-panels">
        <FreePanel />
        <FairSpending />
      </div>
      {shop ? <Prices shop={shop} /> : error ? <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} /> : <ShopLoading />}
    </div>
  );
}
