import { useTranslation } from '../../../i18n/use-translation.ts';

export interface PricedLine {
  readonly id: string;
  readonly words: string;
  readonly price: string;
}

interface PriceLinesProps {
  lines: readonly PricedLine[];
  total: string;
  /** The VAT within the total; null where none is charged. */
  tax: { words: string; price: string } | null;
}

/** The lines of a price, their total, and the VAT within it. */
export function PriceLines({ lines, total, tax }: PriceLinesProps) {
  const { t } = useTranslation('credits');
  return (
    <dl className="price-lines">
      {lines.map(({ id, words, price }) => (
        <div key={id}>
          <dt>{words}</dt>
          <dd>{price}</dd>
        </div>
      ))}
      <div className="price-total">
        <dt>{t('line_total')}</dt>
        <dd>{total}</dd>
      </div>
      {tax && (
        <div className="muted small">
          <dt>{tax.words}</dt>
          <dd>{tax.price}</dd>
        </div>
      )}
    </dl>
  );
}
