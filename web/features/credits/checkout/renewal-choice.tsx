import type { Shop } from '#contract/credits';
import { formatList } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Checkbox } from '../../../ui/forms/pick-list.tsx';
import { formatPrice } from '../prices/format-price.ts';
import type { PricedProduct } from '../prices/priced-product.ts';
import { paymentMethodName } from '../products/payment-method-choice.tsx';

type PaymentMethods = Shop['payment_methods'];

/** Whether this payment method can renew a plan. */
export const canRenew = (methods: PaymentMethods, method: string): boolean => methods.some(({ id, renews }) => id === method && renews);

interface RenewalChoiceProps {
  methods: PaymentMethods;
  method: string;
  plan: Extract<PricedProduct, { kind: 'plan' }>;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** The box to tick for renewal. If the payment method cannot renew, it names the methods that can, or nothing if none can. */
export function RenewalChoice({ methods, method, plan, isOn, onChange }: RenewalChoiceProps) {
  const { t } = useTranslation('credits');
  if (canRenew(methods, method)) {
    return (
      <div>
        <Checkbox label={t('renew', { count: plan.months })} isOn={isOn} onChange={onChange} />
        <p className="hint renew-hint">{t('renew_hint', { price: formatPrice(plan.price) })}</p>
      </div>
    );
  }
  const renewingMethods = methods.filter(({ renews }) => renews).map(({ name }) => name);
  if (renewingMethods.length === 0) return null;
  const others = formatList(renewingMethods, 'disjunction');
  return <p className="muted small">{t('renew_elsewhere', { method: paymentMethodName(methods, method), others })}</p>;
}
