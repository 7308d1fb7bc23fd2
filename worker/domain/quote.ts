import type { Quote } from '#contract/quotes';

/** A quote from the JSON text of a column; null if there is none. Sound: the column is made by `quoteOfLike` or `quoteOfMessage`. */
export const parseQuote = (json: string | null): Quote | null => (json === null ? null : (JSON.parse(json) as Quote));
