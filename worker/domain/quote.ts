import { isSensitiveField, SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import type { Quote, QuotedBlock } from '#contract/quotes';
import type { QuotedBlock as StoredBlock } from '#db/queries/shared/quotes';

/** A quote from the JSON text of a column; null if there is none. Sound: the column is made by `quoteOfLike` or `quoteOfMessage`. */
export const parseQuote = (json: string | null): Quote | null => (json === null ? null : (JSON.parse(json) as Quote));

/** The block as the database takes it: a sensitive field can be quoted only with its member's consent. */
export const storedBlockOf = (about: QuotedBlock): StoredBlock =>
  'field' in about && isSensitiveField(about.field) ? { ...about, consentVersion: SENSITIVE_CONSENT_VERSION } : about;
