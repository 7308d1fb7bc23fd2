import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { User } from '#contract/account';
import type { Shop } from '#contract/credits';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { safePath } from '../../session/next-path.ts';
import { useNamedSection } from '../../session/use-asked.ts';
import { useUser } from '../../session/user.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { BuySection } from './buy-section.tsx';
import { payingPath } from './choice.ts';
import { formatPrice } from './formats.ts';
import { FreePanel } from './free-panel.tsx';
import { Ledger } from './ledger.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { useMessagePrice } from './message-price.ts';
import { partOf } from './money.ts';
import { PageHead } from './page-head.tsx';
import { ShopLoading } from './shop-loading.tsx';
import { ShopNotes } from './shop-notes.tsx';
import { useShop } from './shop-queries.ts';
import { WayCard } from './way-card.tsx';
import './credits.css';

/** "You have 84 credits. A message costs 2; reading and liking are free." */
function Standing({ user, country }: { user: User; country: string | null }) {
  const { t } = useTranslation('credits');
  const price = useMessagePrice(country);
  return (
    <>
      <b className="standing">{t('have', { count: user.credits, n: formatNumber(user.credits) })}</b>{' '}
      {price === null ? t('message_unknown') : price === 0 ? t('message_free') : t('message', { count: price })}
    </>
  );
}

function PremiumCard({ shop: { premium, plans } }: { shop: Shop }) {
  const { t } = useTranslation('credits');
  if (premium) {
    return (
      <WayCard to="/premium" icon="crown" title={t('premium_running')} text={t('premium_until', { date: formatDate(premium.until) })} />
    );
  }
  const monthly = plans.map(({ price, months }) => partOf(price, months)).toSorted((one, other) => one.amount - other.amount)[0];
  if (!monthly) return null;
  return <WayCard to="/premium" icon="crown" title={t('premium_title')} text={t('premium_text', { price: formatPrice(monthly) })} />;
}

function LastCard({ shop, back }: { shop: Shop; back: string | null }) {
  const { t } = useTranslation('credits');
  const { last_order: last, packs, plans, is_open: isOpen } = shop;
  const pack = packs.find(({ id }) => id === last?.pack);
  const plan = plans.find(({ id }) => id === last?.plan);
  if (!isOpen || !(pack || plan)) return null;
  const what = pack ? t('credits', { count: pack.credits, n: formatNumber(pack.credits) }) : t('plan', { count: plan?.months ?? 0 });
  return (
    <WayCard to={payingPath('/credits/repeat-order', { back })} icon="refresh-cw" title={t('last_title')} text={t('last_text', { what })} />
  );
}

function Sold({ shop, back }: { shop: Shop; back: string | null }) {
  useNamedSection();
  return (
    <>
      <ShopNotes shop={shop} />
      <BuySection shop={shop} />
      <div className="ways">
        <LastCard shop={shop} back={back} />
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
      <PageHead title={t('title')} back={back}>
        <Standing user={user} country={shop?.payment_country ?? user.payment_country} />
      </PageHead>
      {shop ? (
        <Sold shop={shop} back={back} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <ShopLoading />
      )}
      <div className="credits-panels">
        {shop && <LimitsPanel limits={shop.limits} currency={shop.currency} />}
        {!shop && !error && <div className="skel credits-panel" aria-hidden="true" />}
        <FreePanel />
      </div>
      <Ledger user={user} />
    </div>
  );
}
