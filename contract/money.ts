import * as v from 'valibot';

export const CURRENCIES = ['EUR', 'GBP', 'USD', 'CAD', 'AUD', 'NZD', 'CHF', 'PLN'] as const;

/** An amount in the currency's minor units, tax included. */
export const Money = v.object({ amount: v.number(), currency: v.picklist(CURRENCIES) });
export type Money = v.InferOutput<typeof Money>;
