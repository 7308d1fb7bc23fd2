import type { Shop } from '#contract/credits';
import { formatList } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Tick } from '../../../ui/forms/pick-list.tsx';
import { formatPrice } from '../prices/format-price.ts';
import type { Choice } from '../prices/priced-product.ts';
import { methodName } from '../products/payment-method-choice.tsx';

type Methods = Shop['payment_methods'];

/** Whether this payment method can renew a plan. */
export const canRenew = (methods: Methods, method: string): boolean => methods.some(({ id, renews }) => id === method && renews);

interface RenewalChoiceProps {
  methods: Methods;
  method: string;
  plan: Extract<Choice, { kind: 'plan' }>;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** The box to tick for renewal. If the payment method cannot renew, it names the methods that can, or nothing if none can. */
export function RenewalChoice({ methods, method, plan, isOn, onChange }: RenewalChoiceProps) {
  const { t } = useTranslation('credits');
  if (canRenew(methods, method)) {
    return (
      <div>
        <Tick label={t('renew', { count: plan.months })} isOn={isOn} onChange={onChange} />
        <p className="hint renew-hint">{t('renew_hint', { price: formatPrice(plan.price) })}</p>
      </div>
    );
  }
  const renewingMethods = methods.filter(({ renews }) => renews).map(({ name }) => name);
  if (renewingMethods.length === 0) return null;
  const others = formatList(renewingMethods, 'disjunction');
  return <p className="soft small">{t('renew_elsewhere', { method: methodName(methods, method), others })}</p>;
}
