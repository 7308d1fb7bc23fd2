import type { Locale } from '#contract/primitives';

/** Most ways to pay are called the same everywhere. */
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

const NAMES_IN: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
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

/** What a way to pay is called in a language; a slug that the operator has added is its own name. */
export const methodName = (id: string, locale: Locale): string => NAMES_IN[id]?.[locale] ?? NAMES[id] ?? id;
