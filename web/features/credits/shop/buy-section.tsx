import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Shop } from '#contract/credits';
import { formatNumber } from '../../../i18n/format.ts';
import { safePath } from '../../../session/login-redirect.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { CodeField } from '../discounts/code-field.tsx';
import { Offer } from '../discounts/discount-banner.tsx';
import { useMessagePrice } from '../prices/message-price.ts';
import { choicesOf, payingPath } from '../prices/priced-product.ts';
import { MethodChoice } from '../products/payment-method-choice.tsx';
import { ProductChoice, ProductList } from '../products/product-cards.tsx';
import { VatLine } from '../products/shop-notes.tsx';
import { useCode } from '../products/shop-queries.ts';

/** The code in the address, and the way to another or none; the rest of the address stays. */
function useCodeInAddress() {
  const [search, setSearch] = useSearchParams();
  const code = search.get('code');
  const use = (next: string | null) =>
    setSearch(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next === null) changed.delete('code');
        else changed.set('code', next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return { code: code ? code.trim().toUpperCase() : null, use, back: safePath(search.get('back')) };
}

/** The discount that is there, the packs at today's price, the ways to pay, and the way on. Where nothing is sold yet the prices stand. */
export function BuySection({ shop }: { shop: Shop }) {
  const { t } = useTranslation('credits');
  const { code, use, back } = useCodeInAddress();
  const typed = useCode(code);
  const choices = choicesOf(shop, 'pack', typed.discount);
  const last = shop.last_order;
  const [picked, pick] = useState(last?.pack ?? null);
  const [method, setMethod] = useState(last?.payment_method ?? null);
  const messagePrice = useMessagePrice(shop.payment_country);
  const chosen = choices.find(({ id }) => id === picked) ?? choices[0];
  const ways = shop.payment_methods;
  const way = ways.find(({ id }) => id === method) ?? ways[0];
  const offer = typed.discount ?? shop.discount;
  if (chosen?.kind !== 'pack') return null;
  const path = `/credits/${chosen.id}${way ? `/${way.id}` : ''}`;
  return (
    <>
      {offer && <Offer key={offer.code} discount={offer} />}
      {shop.is_open ? (
        <ProductChoice
          choices={choices}
          messagePrice={messagePrice}
          isWide
          legend={t('packs')}
          name="pack"
          value={chosen.id}
          onChange={pick}
        />
      ) : (
        <ProductList choices={choices} messagePrice={messagePrice} isWide />
      )}
      <div className="below-packs">
        <VatLine shop={shop} />
        {shop.is_open && <CodeField key={code} code={code} error={typed.error} isBusy={typed.isPending} onUse={use} />}
      </div>
      {shop.is_open && ways.length > 0 && (
        <>
          <MethodChoice methods={ways} value={way?.id ?? null} onChange={setMethod} />
          <div className="buy">
            <ButtonLink to={payingPath(path, { code: typed.discount && code, back })}>
              {t('continue_pack', { count: chosen.credits, n: formatNumber(chosen.credits) })}
            </ButtonLink>
            <p className="hint">
              <Icon name="lock" size="xs" />
              {t('continue_hint')}
            </p>
          </div>
        </>
      )}
    </>
  );
}
