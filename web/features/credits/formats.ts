import type { Money } from '#contract/money';
import { daysAgo } from '../../i18n/days.ts';
import { formatDate, formatMoment, formatMoney } from '../../i18n/format.ts';

const WEEK = 7;

/** 14:05 today, Monday 14:05 within a week, and after that the day. */
export const dayOrMoment = (moment: string, now = Date.now()): string =>
  daysAgo(moment, now) > -WEEK ? formatMoment(moment, now) : formatDate(moment);

export const formatPrice = ({ amount, currency }: Money): string => formatMoney(amount, currency);
