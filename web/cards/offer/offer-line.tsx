import { useQuery } from '@tanstack/react-query';
import type { Discount } from '#contract/discounts';
import { activeDiscountQuery } from '../../session/discount.ts';
import { useOfferWords } from './offer-words.ts';

function Line({ discount }: { discount: Discount }) {
  const { headline, why } = useOfferWords(discount);
  return (
    <span className="offer-line">
      <b>{headline}</b> {why}
    </span>
  );
}

/** The discount that is there by itself, beside a way to the credits; nothing where there is none, or nobody knows. */
export function OfferLine() {
  const { data: discount } = useQuery(activeDiscountQuery);
  return discount ? <Line discount={discount} /> : null;
}
