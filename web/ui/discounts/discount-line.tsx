import { useQuery } from '@tanstack/react-query';
import type { Discount } from '#contract/discounts';
import { activeDiscount } from '../../api/discounts/active-discount.ts';
import { keys } from '../../api/query-keys.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { useOfferWords } from './discount-text.ts';

/** The words come with a discount: most have none. */
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

/** The discount that is there by itself, beside a way to the credits; nothing where there is none, or nobody knows. */
export function OfferLine() {
  const { data: discount } = useQuery({ queryKey: [...keys.shop, 'active'], queryFn: ({ signal }) => discountWithWords(signal) });
  return discount ? <Line discount={discount} /> : null;
}
