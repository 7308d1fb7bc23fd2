import type { Locale } from '#contract/primitives';

/** Names of payment methods that are the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  paypal: 'PayPal',
  blik: 'BLIK',
  p24: 'Przelewy24',
  eps: 'EPS',
  twint: 'TWINT',
  satispay: 'Satispay',
};

/** Names of payment methods by language. */
const NAMES_BY_LOCALE: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  card: {
    en: 'Card',
    nl: 'Creditcard of bankpas',
    de: 'Kredit- oder Debitkarte',
    it: 'Carta',
    fr: 'Carte bancaire',
    es: 'Tarjeta',
    pl: 'Karta płatnicza',
  },
  sepa: {
    en: 'SEPA direct debit',
    nl: 'Automatische incasso (SEPA)',
    de: 'SEPA-Lastschrift',
    it: 'Addebito diretto SEPA',
    fr: 'Prélèvement SEPA',
    es: 'Adeudo domiciliado SEPA',
    pl: 'Polecenie zapłaty SEPA',
  },
};

/** The name of a payment method in a language. A method that an operator has added is named by its slug. */
export const methodName = (id: string, locale: Locale): string => NAMES_BY_LOCALE[id]?.[locale] ?? NAMES[id] ?? id;
