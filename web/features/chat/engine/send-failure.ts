import type { ExpectedPrice } from '#contract/chat';
import { ERROR_CODES, type ErrorCode } from '#contract/errors';

/** What a failed send means: try again after at least `waitMs`, or show the refusal. `isServerFault`: the server is up and fails on this message. */
export type SendFailure =
  | { readonly kind: 'later'; readonly waitMs: number; readonly isServerFault: boolean }
  | ({ readonly kind: 'refused' } & SendRefusal);

/**
 * Why a message was refused. `endsAt`: when the limit ends that is the reason, in ISO 8601; null without one. `newPrice`: what the message
 * costs now, if that is the reason; else null.
 */
export interface SendRefusal {
  readonly reason: ErrorCode;
  readonly endsAt: string | null;
  readonly newPrice: ExpectedPrice | null;
}

/** The longest limit of sends that is waited for. A longer one is told at once. */
const LONGEST_WAIT_MS = 120_000;

const SERVER_FAULT: SendFailure = { kind: 'later', waitMs: 0, isServerFault: true };

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Milliseconds for which the server asked not to be called (`Retry-After`); 0 if it did not ask. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof Error && 'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter * 1000 : 0;

const detailsOf = (error: unknown): object => {
  const details = error instanceof Error && 'details' in error ? error.details : null;
  return typeof details === 'object' && details !== null ? details : {};
};

/** When the limit ends that an error names; null if it names none. */
function endsAtOf(error: unknown): string | null {
  const details = detailsOf(error);
  return 'ends_at' in details && typeof details.ends_at === 'string' ? details.ends_at : null;
}

/** The price that an error names; null if it names none. */
function newPriceOf(error: unknown): ExpectedPrice | null {
  const details = detailsOf(error);
  return 'credits' in details && typeof details.credits === 'number' ? { credits: details.credits } : null;
}

/** A refusal is final until the member acts; an outage and a limit that soon ends are waited for. Reads the fields of a CallError without importing `api/call.ts`. */
export function sendFailureOf(error: unknown): SendFailure {
  const code = codeOf(error);
  // An ended session stops the send queue; the next login resumes it.
  if (code === 'offline' || code === 'signed_out') return { kind: 'later', waitMs: 0, isServerFault: false };
  const waitMs = retryAfterMs(error);
  if (code === 'unavailable' || code === 'busy' || (code === 'too_many' && waitMs > 0 && waitMs <= LONGEST_WAIT_MS))
    return { kind: 'later', waitMs, isServerFault: false };
  const reason = ERROR_CODES.find((errorCode) => errorCode === code);
  return reason === undefined || reason === 'internal'
    ? SERVER_FAULT
    : { kind: 'refused', reason, endsAt: endsAtOf(error), newPrice: newPriceOf(error) };
}

/** Whether the conversation does not exist for the member, or no longer. */
export const isNotFound = (error: unknown): boolean => codeOf(error) === 'not_found';

/** Whether asking again is of no use, because the conversation or the session has ended. */
export const isFinal = (error: unknown): boolean => isNotFound(error) || codeOf(error) === 'signed_out';
