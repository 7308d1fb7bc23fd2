import type { FieldCode } from '#contract/errors';
import { formatWait } from '../i18n/format.ts';
import { i18n } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { CallError } from './call.ts';

/** Seconds until another try makes sense; null if the server does not say. */
const waitSecondsOf = ({ retryAfter, details }: CallError): number | null => {
  if (retryAfter !== null) return retryAfter;
  return details.ends_at ? Math.max(0, (Date.parse(details.ends_at) - Date.now()) / 1000) : null;
};

/** The error as a sentence in the language on screen, with the time to wait if the server names one. */
export function errorSentence(error: unknown): string {
  const code = error instanceof CallError ? error.code : 'internal';
  const wait = error instanceof CallError ? waitSecondsOf(error) : null;
  if (wait !== null && (code === 'too_many' || code === 'first_message_limit')) {
    return i18n.t(`errors.${code}_wait`, { wait: formatWait(wait) });
  }
  return i18n.t(`errors.${code}`);
}

/** The sentence for a wrong field of a 422 answer. */
export const fieldSentence = (code: FieldCode): string => i18n.t(`errors.fields.${code}`);

/** `errorSentence` for components: re-renders them when the language changes. */
export function useErrorSentence(): (error: unknown) => string {
  useTranslation();
  return errorSentence;
}
