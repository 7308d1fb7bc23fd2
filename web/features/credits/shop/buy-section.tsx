import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Shop } from '#contract/credits';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { safePath } from '../../../session/login-redirect.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { CodeField } from '../discounts/code-field.tsx';
import { DiscountBanner } from '../discounts/discount-banner.tsx';
import { useMessagePrice } from '../prices/message-price.ts';
import { checkoutPath, pricedProductsOf } from '../prices/priced-product.ts';
import { PaymentMethodChoice } from '../products/payment-method-choice.tsx';
import { ProductChoice, ProductList } from '../products/product-cards.tsx';
import { VatLine } from '../products/shop-notes.tsx';
import { useTypedCode } from '../products/shop-queries.ts';

/** Discount code and return path of the address. `use` replaces the code, or removes it for null. */
function useCodeInAddress() {
  const [search, setSearch] = useSearchParams();
  const code = search.get('code');
  const use = (newCode: string | null) =>
    setSearch(
      (query) => {
        const changed = new URLSearchParams(query);
        if (newCode === null) changed.delete('code');
        else changed.set('code', newCode);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return { code: code ? code.trim().toUpperCase() : null, use, back: safePath(search.get('back')) };
}

/** The discount in force, the packs, the payment methods and the link to the checkout. While the shop is closed, the prices alone. */
export function BuySection({ shop }: { shop: Shop }) {
  const { t } = useTranslation('credits');
  const { code, use, back } = useCodeInAddress();
  const typedCode = useTypedCode(code);
  const choices = pricedProductsOf(shop, 'pack', typedCode.discount);
  const last = shop.last_order;
  const [picked, pick] = useState(last?.pack ?? null);
  const [pickedMethod, pickMethod] = useState(last?.payment_method ?? null);
  const messagePrice = useMessagePrice(shop.payment_country);
  const chosen = choices.find(({ id }) => id === picked) ?? choices[0];
  const methods = shop.payment_methods;
  const method = methods.find(({ id }) => id === pickedMethod) ?? methods[0];
  const discount = typedCode.discount ?? shop.discount;
  if (chosen?.kind !== 'pack') return null;
  const path = `/credits/${chosen.id}${method ? `/${method.id}` : ''}`;
  return (
    <>
      {discount && <DiscountBanner key={discount.code} discount={discount} />}
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
        {shop.is_open && <CodeField key={code} code={code} error={typedCode.error} isBusy={typedCode.isPending} onUse={use} />}
      </div>
      {shop.is_open && methods.length > 0 && (
        <>
          <PaymentMethodChoice methods={methods} value={method?.id ?? null} onChange={pickMethod} />
          <div className="buy-bar">
            <ButtonLink to={checkoutPath(path, { code: typedCode.discount && code, back })}>
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
