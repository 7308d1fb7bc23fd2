/**
 * The version of the sentence by which a member consents to the use of sensitive answers (docs/product.md, "Consent to sensitive answers").
 * Another meaning of the sentence is a new version, to which nobody has consented yet.
 */
export const SENSITIVE_CONSENT_VERSION = 1;

/** The profile fields whose answers are sensitive: they can tell about sex life or health (GDPR, article 9). */
export const SENSITIVE_FIELDS = ['relationship_status', 'smoking', 'drinking'] as const;

export const isSensitiveField = (id: string): boolean => SENSITIVE_FIELDS.some((field) => field === id);

/** What of a change of the account is sensitive: the gender that the member wants to meet, and answers to the fields above. */
interface PossiblySensitive {
  readonly fields?: Readonly<Record<string, string | null>> | undefined;
  readonly search_preference?: { readonly gender: string } | undefined;
}

/** Whether a change contains a sensitive answer. Taking one back is none, and neither is wanting to meet everyone. */
export const hasSensitiveAnswers = ({ fields = {}, search_preference: preference }: PossiblySensitive): boolean =>
  Boolean(preference?.gender) || Object.entries(fields).some(([id, value]) => value !== null && isSensitiveField(id));
