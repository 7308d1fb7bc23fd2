import { useSearchParams } from 'react-router';
import type { User } from '#contract/account';
import type { Shop } from '#contract/credits';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { safePath } from '../../../session/login-redirect.ts';
import { useUser } from '../../../session/user.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { useScrollToHash } from '../../../ui/navigation/hash-target.ts';
import { Ledger } from '../ledger/ledger.tsx';
import { LimitsPanel } from '../limits/spending-limits.tsx';
import { formatPrice } from '../prices/format-price.ts';
import { useMessagePrice } from '../prices/message-price.ts';
import { divideRoundedUp } from '../prices/money.ts';
import { checkoutPath } from '../prices/priced-product.ts';
import { ShopPageHead } from '../products/page-head.tsx';
import { ShopLoading } from '../products/shop-loading.tsx';
import { ShopNotes } from '../products/shop-notes.tsx';
import { useShop } from '../products/shop-queries.ts';
import { BuySection } from './buy-section.tsx';
import { FreePanel } from './free-panel.tsx';
import { LinkCard } from './link-card.tsx';
import '../products/credits.css';

/** "You have 84 credits. A message costs 2; reading and liking are free." */
function BalanceLine({ user, country }: { user: User; country: string | null }) {
  const { t } = useTranslation('credits');
  const price = useMessagePrice(country);
  return (
    <>
      <b className="balance">{t('have', { count: user.credits, n: formatNumber(user.credits) })}</b>{' '}
      {price === null ? t('message_unknown') : price === 0 ? t('message_free') : t('message', { count: price })}
    </>
  );
}

function PremiumCard({ shop: { premium, plans } }: { shop: Shop }) {
  const { t } = useTranslation('credits');
  if (premium) {
    return (
      <LinkCard to="/premium" icon="crown" title={t('premium_running')} text={t('premium_until', { date: formatDate(premium.until) })} />
    );
  }
  const monthly = plans.map(({ price, months }) => divideRoundedUp(price, months)).toSorted((a, b) => a.amount - b.amount)[0];
  if (!monthly) return null;
  return <LinkCard to="/premium" icon="crown" title={t('premium_title')} text={t('premium_text', { price: formatPrice(monthly) })} />;
}

function LastOrderCard({ shop, back }: { shop: Shop; back: string | null }) {
  const { t } = useTranslation('credits');
  const { last_order: last, packs, plans, is_open: isOpen } = shop;
  const pack = packs.find(({ id }) => id === last?.pack);
  const plan = plans.find(({ id }) => id === last?.plan);
  if (!isOpen || !(pack || plan)) return null;
  const productName = pack ? t('credits', { count: pack.credits, n: formatNumber(pack.credits) }) : t('plan', { count: plan?.months ?? 0 });
  return (
    <LinkCard
      to={checkoutPath('/credits/repeat-order', { back })}
      icon="refresh-cw"
      title={t('last_title')}
      text={t('last_text', { what: productName })}
    />
  );
}

function ShopSection({ shop, back }: { shop: Shop; back: string | null }) {
  useScrollToHash();
  return (
    <>
      <ShopNotes shop={shop} />
      <BuySection shop={shop} />
      <div className="shop-links">
        <LastOrderCard shop={shop} back={back} />
        <PremiumCard shop={shop} />
      </div>
    </>
  );
}

export function Screen() {
  const { t } = useTranslation('credits');
  const [search] = useSearchParams();
  const user = useUser();
  const { data: shop, error, isFetching, refetch } = useShop();
  const back = safePath(search.get('back'));
  if (!user) return null;
  return (
    <div className="credits">
      <ShopPageHead title={t('title')} back={back}>
        <BalanceLine user={user} country={shop?.payment_country ?? user.payment_country} />
      </ShopPageHead>
      {shop ? (
        <ShopSection shop={shop} back={back} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <ShopLoading />
      )}
      <div className="credits-panels">
        {shop && <LimitsPanel limits={shop.limits} currency={shop.currency} />}
        {!shop && !error && <div className="skeleton credits-panel" aria-hidden="true" />}
        <FreePanel />
      </div>
      <Ledger user={user} />
    </div>
  );
}
