import type { Discount } from '#contract/discounts';
import { formatNumber } from '../../i18n/format.ts';
import { formatDeadline } from '../../i18n/format-deadline.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The texts of a discount: "20% off until tomorrow, 09:00", and why it applies. Without a typed code it is said to be automatic. */
export function useDiscountText({ code, reason, percent, extra_credits: extra, ends_at: endsAt }: Discount): {
  headline: string;
  why: string;
} {
  const { t } = useTranslation('credits');
  const until = endsAt && formatDeadline(endsAt);
  const values = { count: extra ?? 0, n: formatNumber(extra ?? 0) };
  const headline = () => {
    if (percent !== null) return until ? t('offer_percent_until', { percent, until }) : t('offer_percent', { percent });
    return until ? t('offer_extra_until', { ...values, until }) : t('offer_extra', values);
  };
  return { headline: headline(), why: reason === 'code' ? t('offer_code', { code }) : t(`offer_${reason}`) };
}
