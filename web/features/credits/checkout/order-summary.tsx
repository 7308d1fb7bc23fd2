import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { formatPrice } from '../prices/format-price.ts';
import { subtractMoney, taxWithin } from '../prices/money.ts';
import { type PricedLine, PriceLines } from '../prices/price-lines.tsx';
import type { PricedProduct } from '../prices/priced-product.ts';

/** Lines of an order before it is placed: product, discount, extra credits, total and the VAT within it. */
export function Summary({ choice, vatPercent }: { choice: PricedProduct; vatPercent: number }) {
  const { t } = useTranslation('credits');
  const { price, fullPrice, discount } = choice;
  const productName =
    choice.kind === 'pack' ? t('credits', { count: choice.credits, n: formatNumber(choice.credits) }) : t('plan', { count: choice.months });
  const lines: PricedLine[] = [{ id: 'what', words: productName, price: formatPrice(fullPrice) }];
  if (discount?.percent) {
    const words = t('line_discount_percent', { code: discount.code, percent: discount.percent });
    lines.push({ id: 'discount', words, price: formatPrice(subtractMoney(price, fullPrice)) });
  }
  if (choice.kind === 'pack' && choice.extraCredits > 0) {
    const words = t('line_extra', { count: choice.extraCredits, n: formatNumber(choice.extraCredits) });
    lines.push({ id: 'extra', words, price: t('line_free') });
  }
  const tax =
    vatPercent > 0
      ? { words: t('line_vat', { percent: formatNumber(vatPercent) }), price: formatPrice(taxWithin(price, vatPercent)) }
      : null;
  return <PriceLines lines={lines} total={formatPrice(price)} tax={tax} />;
}
