import { useQuery } from '@tanstack/react-query';
import type { Discount } from '#contract/discounts';
import { activeDiscount } from '../../api/discounts/active-discount.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { useDiscountText } from './discount-text.ts';

/** The discount in force, with its texts loaded. Without a discount the texts are not loaded. */
async function fetchDiscountWithTexts(signal: AbortSignal): Promise<Discount | null> {
  const discount = await activeDiscount(signal);
  if (discount) await loadTexts(['credits']);
  return discount;
}

function Line({ discount }: { discount: Discount }) {
  const { headline, why } = useDiscountText(discount);
  return (
    <>
      <br />
      <b>{headline}</b>
      <br />
      {why}
    </>
  );
}

/** The discount in force, shown beside a link to the credits. Renders nothing without one and after an error. */
export function DiscountLine() {
  const { data: discount } = useQuery({ queryKey: [...queryKeys.shop, 'active'], queryFn: ({ signal }) => fetchDiscountWithTexts(signal) });
  return discount ? <Line discount={discount} /> : null;
}
