import { type ErrorCode, type FieldCode, LIMIT_CODES } from '#contract/errors';
import { formatWait } from '../i18n/format.ts';
import { i18n } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { CallError } from './call.ts';

/** Seconds until another try makes sense; null if the server does not say. */
const waitSecondsOf = ({ retryAfter, details }: CallError): number | null => {
  if (retryAfter !== null) return retryAfter;
  return details.ends_at ? Math.max(0, (Date.parse(details.ends_at) - Date.now()) / 1000) : null;
};

/** The limits whose general sentence can name the time to wait (docs/product.md, "Form of a refusal"). */
const WAIT_CODES = LIMIT_CODES.filter((code) => code !== 'same_text');

/** The sentence of a code in the language on screen; of a limit, with the time to wait in seconds if it is known. */
export function codeSentence(code: ErrorCode | 'offline', wait: number | null = null): string {
  const limit = WAIT_CODES.find((waitCode) => waitCode === code);
  return limit && wait !== null ? i18n.t(`errors.${limit}_wait`, { wait: formatWait(wait) }) : i18n.t(`errors.${code}`);
}

/** The error as a sentence in the language on screen, with the time to wait if the server names one. */
export const errorSentence = (error: unknown): string =>
  error instanceof CallError ? codeSentence(error.code, waitSecondsOf(error)) : codeSentence('internal');

/** The sentence for a wrong field of a 422 answer. */
export const fieldSentence = (code: FieldCode): string => i18n.t(`errors.fields.${code}`);

/** `errorSentence` for components: re-renders them when the language changes. */
export function useErrorSentence(): (error: unknown) => string {
  useTranslation();
  return errorSentence;
}
