import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { User } from '#contract/account';
import { PLAN_BENEFITS, type Shop } from '#contract/credits';
import nadia from '../../../../assets/portraits/site/nadia.webp';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { safePath } from '../../../session/login-redirect.ts';
import { useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Picture } from '../../../ui/images/picture.tsx';
import { DiscountBanner } from '../discounts/discount-banner.tsx';
import { checkoutPath, pricedProductsOf } from '../prices/priced-product.ts';
import { ProductChoice, ProductList } from '../products/product-cards.tsx';
import { ShopLoading } from '../products/shop-loading.tsx';
import { ShopNotes, VatLine } from '../products/shop-notes.tsx';
import { useShop } from '../products/shop-queries.ts';
import { ActivePremiumPanel, AwaitedRenewalPanel } from './active-premium.tsx';
import '../products/credits.css';
import './premium.css';

const ICONS: Record<(typeof PLAN_BENEFITS)[number], IconName> = { free_messages: 'message-circle', no_advertisements: 'shield-check' };

function PlanBenefits() {
  const { t } = useTranslation('credits');
  return (
    <ul className="premium-benefits">
      {PLAN_BENEFITS.map((give) => (
        <li key={give}>
          <Icon name={ICONS[give]} />
          <span>
            <b>{t(`gives_${give}`)}</b> <span className="muted">{t(`gives_${give}_more`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Plans({ shop, user }: { shop: Shop; user: User }) {
  const { t } = useTranslation('credits');
  const [search] = useSearchParams();
  const [code, back] = [search.get('code'), safePath(search.get('back'))];
  const choices = pricedProductsOf(shop, 'plan', null);
  const [picked, pick] = useState(shop.last_order?.plan ?? null);
  const chosen = choices.find(({ id }) => id === picked) ?? choices[0];
  if (chosen?.kind !== 'plan') return null;
  const cards = { choices, messagePrice: null, isWide: false };
  return (
    <section className="form" aria-labelledby="plans">
      <div>
        <h2 className="display display-21" id="plans">
          {shop.premium ? t('premium_more') : t('premium_plans')}
        </h2>
        {shop.premium && <p className="muted">{t('premium_more_text')}</p>}
      </div>
      {shop.is_open ? (
        <>
          <ProductChoice {...cards} legend={t('premium_plans')} name="plan" value={chosen.id} onChange={pick} />
          <ButtonLink wide className="premium-continue" to={checkoutPath(`/credits/${chosen.id}`, { code, back })}>
            {t('continue_plan', { count: chosen.months })}
          </ButtonLink>
        </>
      ) : (
        <ProductList {...cards} />
      )}
      <div>
        <VatLine shop={shop} />
        {user.credits > 0 && <p className="hint">{t('premium_keeps', { count: user.credits, n: formatNumber(user.credits) })}</p>}
      </div>
    </section>
  );
}

export function Screen() {
  const { t } = useTranslation('credits');
  const user = useUser();
  const { data: shop, error, isFetching, refetch } = useShop();
  if (!user) return null;
  return (
    <div className="premium">
      <section className="premium-hero">
        <h1 className="display display-56">{t('premium_hero')}</h1>
        <p>{t('premium_lead')}</p>
        <Picture src={nadia} alt="" width={640} height={800} />
      </section>
      <div className="premium-body">
        {shop?.premium && <ActivePremiumPanel premium={shop.premium} renewal={shop.renewal} />}
        {shop?.renewal && !shop.premium && <AwaitedRenewalPanel renewal={shop.renewal} />}
        <PlanBenefits />
        {shop ? (
          <>
            <ShopNotes shop={shop} />
            {shop.discount?.percent && <DiscountBanner discount={shop.discount} />}
            <Plans shop={shop} user={user} />
          </>
        ) : error ? (
          <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
        ) : (
          <ShopLoading isWide={false} />
        )}
      </div>
    </div>
  );
}
