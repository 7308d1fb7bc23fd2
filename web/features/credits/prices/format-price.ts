import type { Money } from '#contract/money';
import { formatMoney } from '../../../i18n/format.ts';

export const formatPrice = ({ amount, currency }: Money): string => formatMoney(amount, currency);
