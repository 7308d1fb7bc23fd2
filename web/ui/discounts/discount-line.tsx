import { useQuery } from '@tanstack/react-query';
import type { Discount } from '#contract/discounts';
import { activeDiscount } from '../../api/discounts/active-discount.ts';
import { keys } from '../../api/query-keys.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { useOfferWords } from './discount-text.ts';

/** The discount in force, with its texts loaded. Without a discount the texts are not loaded. */
async function discountWithWords(signal: AbortSignal): Promise<Discount | null> {
  const discount = await activeDiscount(signal);
  if (discount) await loadTexts(['credits']);
  return discount;
}

function Line({ discount }: { discount: Discount }) {
  const { headline, why } = useOfferWords(discount);
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
export function OfferLine() {
  const { data: discount } = useQuery({ queryKey: [...keys.shop, 'active'], queryFn: ({ signal }) => discountWithWords(signal) });
  return discount ? <Line discount={discount} /> : null;
}
