import { isSensitiveField, SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import type { Member } from './context.ts';

type ConsentColumns = Pick<Member, 'sensitiveConsentVersion' | 'sensitiveConsentAt' | 'sensitiveConsentEndedAt'>;

/**
 * The member's consent to sensitive answers, with its time in ms; null if none is in force: never given, withdrawn, or given to an earlier version
 * of the text (docs/product.md, "Consent to sensitive answers").
 */
export function sensitiveConsentOf(member: ConsentColumns): { readonly version: number; readonly givenAt: number } | null {
  const { sensitiveConsentVersion: version, sensitiveConsentAt: givenAt, sensitiveConsentEndedAt: endedAt } = member;
  if (version === null || givenAt === null || endedAt !== null || version < SENSITIVE_CONSENT_VERSION) return null;
  return { version, givenAt };
}

/** Profile fields as others may see them: the sensitive ones only with the consent of their member. */
export const fieldsByConsent = <F extends { readonly fieldId: string }>(fields: readonly F[], member: ConsentColumns): F[] =>
  fields.filter(({ fieldId }) => !isSensitiveField(fieldId) || sensitiveConsentOf(member) !== null);
