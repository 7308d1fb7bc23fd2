import type { Shop } from '#contract/credits';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Segments } from '../../../ui/forms/field.tsx';

type Method = Shop['payment_methods'][number];

/** The name of a payment method, which the server sends in the member's language. Returns the id of one that is no longer offered. */
export const paymentMethodName = (methods: readonly Method[], id: string): string => methods.find((method) => method.id === id)?.name ?? id;

interface PaymentMethodChoiceProps {
  methods: readonly Method[];
  value: string | null;
  onChange: (id: string) => void;
}

/** The payment methods as radio buttons. */
export function PaymentMethodChoice({ methods, value, onChange }: PaymentMethodChoiceProps) {
  const { t } = useTranslation('credits');
  const options = methods.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="payment-methods">
      <Segments
        legend={<span className="display display-21">{t('pay_with')}</span>}
        name="method"
        options={options}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
