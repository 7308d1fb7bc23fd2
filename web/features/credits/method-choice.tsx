import { useTranslation } from 'react-i18next';
import type { Shop } from '#contract/credits';
import { Segments } from '../../ui/field.tsx';

/** Ways to pay that are no brand and have a word of their own in each language. */
const WORDS: Readonly<Record<string, 'method_card' | 'method_sepa'>> = {
  card: 'method_card',
  sepa: 'method_sepa',
  sepa_debit: 'method_sepa',
};
const BRANDS: Readonly<Record<string, string>> = {
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  paypal: 'PayPal',
  p24: 'Przelewy24',
  blik: 'BLIK',
  eps: 'EPS',
  applepay: 'Apple Pay',
};

type Method = Shop['payment_methods'][number];

/** What a way to pay is called; `known` are those sold with here, by whose names all else goes. */
export function useMethodName(): (id: string, known?: readonly Method[]) => string {
  const { t } = useTranslation('credits');
  return (id, known = []) => {
    const word = WORDS[id];
    return word ? t(word) : (known.find((one) => one.id === id)?.name ?? BRANDS[id] ?? id);
  };
}

interface MethodChoiceProps {
  methods: readonly Method[];
  value: string | null;
  onChange: (id: string) => void;
}

/** How to pay, one of the ways taken. */
export function MethodChoice({ methods, value, onChange }: MethodChoiceProps) {
  const { t } = useTranslation('credits');
  const nameOf = useMethodName();
  const options = methods.map(({ id }) => ({ value: id, label: nameOf(id, methods) }));
  return (
    <div className="methods">
      <Segments legend={<span className="d d21">{t('pay_with')}</span>} name="method" options={options} value={value} onChange={onChange} />
    </div>
  );
}
