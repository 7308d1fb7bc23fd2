import type { ReactNode } from 'react';
import type { Money } from '#contract/money';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { formatPrice } from '../prices/format-price.ts';
import { divideRoundedUp } from '../prices/money.ts';
import { cheapestPackOf, type PricedProduct } from '../prices/priced-product.ts';
import './product-cards.css';

/** A price; if it is reduced, the full price is struck through beside it. */
function Price({ price, fullPrice, unit }: { price: Money; fullPrice: Money; unit?: string }) {
  const { t } = useTranslation('credits');
  return (
    <span className="pack-price">
      <span className="bold pack-current-price">
        {formatPrice(price)}
        {unit && <span className="muted small pack-unit"> {unit}</span>}
      </span>
      {fullPrice.amount > price.amount && (
        <s>
          <span className="visually-hidden">{t('price_before')} </span>
          {formatPrice(fullPrice)}
        </s>
      )}
    </span>
  );
}

interface ProductProps {
  choice: PricedProduct;
  /** Price of a message in credits. For null and 0 no number of messages is shown. */
  messagePrice: number | null;
  isCheapest?: boolean;
}

function PackText({ choice, messagePrice, isCheapest = false }: ProductProps) {
  const { t } = useTranslation('credits');
  if (choice.kind !== 'pack') return null;
  const count = messagePrice ? Math.floor((choice.credits + choice.extraCredits) / messagePrice) : 0;
  const messages = t('pack_messages', { count, n: formatNumber(count) });
  return (
    <>
      <span className="flex-grow pack-text">
        <span className="display display-28">
          {formatNumber(choice.credits)} <span className="muted pack-credits">{t('balance', { count: choice.credits })}</span>
        </span>
        {choice.extraCredits > 0 && (
          <span className="pack-extra">{t('pack_more', { count: choice.extraCredits, n: formatNumber(choice.extraCredits) })}</span>
        )}
        {count > 0 && (
          <span className="muted small">{t('pack_each', { messages, price: formatPrice(divideRoundedUp(choice.price, count)) })}</span>
        )}
      </span>
      <Price price={choice.price} fullPrice={choice.fullPrice} />
      {isCheapest && <span className="pack-tag">{t('pack_cheapest')}</span>}
    </>
  );
}

function PlanText({ choice }: Pick<ProductProps, 'choice'>) {
  const { t } = useTranslation('credits');
  if (choice.kind !== 'plan') return null;
  const isOneMonth = choice.months === 1;
  return (
    <>
      <span className="flex-grow pack-text">
        <b className="text-17">{t('months', { count: choice.months })}</b>
        <span className="muted small">{t('plan_at_once', { price: formatPrice(choice.price) })}</span>
      </span>
      <Price
        price={isOneMonth ? choice.price : divideRoundedUp(choice.price, choice.months)}
        fullPrice={isOneMonth ? choice.fullPrice : divideRoundedUp(choice.fullPrice, choice.months)}
        unit={t('per_month')}
      />
    </>
  );
}

const ProductText = (props: ProductProps) => (props.choice.kind === 'pack' ? <PackText {...props} /> : <PlanText {...props} />);

interface ProductListProps {
  choices: readonly PricedProduct[];
  messagePrice: number | null;
  /** Side by side on wide screens. */
  isWide: boolean;
}

const cardsClass = (isWide: boolean) => (isWide ? 'packs is-wide' : 'packs');

interface ProductChoiceProps extends ProductListProps {
  legend: ReactNode;
  name: string;
  value: string;
  onChange: (id: string) => void;
}

/** Packs or plans as radio buttons; the cheapest pack is marked. */
export function ProductChoice({ choices, messagePrice, isWide, legend, name, value, onChange }: ProductChoiceProps) {
  const cheapest = cheapestPackOf(choices);
  return (
    <fieldset className={cardsClass(isWide)}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className="pack">
          <input type="radio" name={name} value={choice.id} checked={choice.id === value} onChange={() => onChange(choice.id)} />
          <ProductText choice={choice} messagePrice={messagePrice} isCheapest={choice.kind === 'pack' && choice.id === cheapest} />
        </label>
      ))}
    </fieldset>
  );
}

/** Packs or plans that cannot be chosen, as a list of prices. */
export function ProductList({ choices, messagePrice, isWide }: ProductListProps) {
  return (
    <ul className={cardsClass(isWide)}>
      {choices.map((choice) => (
        <li key={choice.id} className="pack is-read-only">
          <ProductText choice={choice} messagePrice={messagePrice} />
        </li>
      ))}
    </ul>
  );
}
