import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Discount } from '#contract/discounts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useDiscountText } from '../../../ui/discounts/discount-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { timeLeftUntil } from './countdown.ts';
import './discount-banner.css';

const TICK_MS = 1000;

/** The time left of a discount, updated every second. At its end the shop's prices are fetched again. */
function useTimeLeft(endsAt: string) {
  const client = useQueryClient();
  const [now, setNow] = useState(Date.now);
  const left = timeLeftUntil(Date.parse(endsAt), now);
  useEffect(() => {
    if (left.isOver) {
      void client.invalidateQueries({ queryKey: queryKeys.shop });
      return undefined;
    }
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [client, left.isOver]);
  return left;
}

function Countdown({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation('credits');
  const { days, clock } = useTimeLeft(endsAt);
  return (
    <p className="discount-time-left" role="timer" aria-live="off">
      <span className="discount-time-left-label">{t('offer_left')}</span> <b>{days === null ? clock : t('offer_days', { count: days })}</b>
    </p>
  );
}

/**
 * Banner of the discount in force: how much, until when, and why. With `hasDiscountLine` a line of the order shows the reduction, so the banner
 * does not say that the prices contain it.
 */
export function DiscountBanner({ discount, hasDiscountLine = false }: { discount: Discount; hasDiscountLine?: boolean }) {
  const { t } = useTranslation('credits');
  const { headline, why } = useDiscountText(discount);
  const { percent, ends_at: endsAt } = discount;
  return (
    <section className="discount-banner" aria-label={t('offer')}>
      <Icon name="gift" />
      <div className="flex-grow">
        <p className="discount-banner-title">{headline}</p>
        <p>
          {why} {percent !== null && !hasDiscountLine && t('offer_in_prices')}
        </p>
      </div>
      {endsAt && <Countdown endsAt={endsAt} />}
    </section>
  );
}
