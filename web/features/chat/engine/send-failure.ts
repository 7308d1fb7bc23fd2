import { ERROR_CODES, type ErrorCode } from '#contract/errors';

/** What a failed send means: ask again later, or tell the member. `isOurs` marks a server that is up and fails on this message. */
export type SendFailure =
  | { readonly kind: 'later'; readonly waitMs: number; readonly isOurs: boolean }
  | { readonly kind: 'refused'; readonly reason: ErrorCode };

const BROKEN: SendFailure = { kind: 'later', waitMs: 0, isOurs: true };

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
/** Milliseconds for which the server has asked to be left alone; 0 where it has not. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof Error && 'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter * 1000 : 0;

/** A refusal is final until the member acts; an outage is waited for. Reads the fields of a CallError without loading the page's caller. */
export function readSendFailure(error: unknown): SendFailure {
  const code = codeOf(error);
  // A session that ran out ends the outbox; after the next login it goes on.
  if (code === 'offline' || code === 'signed_out') return { kind: 'later', waitMs: 0, isOurs: false };
  if (code === 'unavailable') return { kind: 'later', waitMs: retryAfterMs(error), isOurs: false };
  const reason = ERROR_CODES.find((known) => known === code);
  return reason === undefined || reason === 'internal' ? BROKEN : { kind: 'refused', reason };
}

/** Whether the conversation itself is not (or no longer) mine to see. */
export const isGone = (error: unknown): boolean => codeOf(error) === 'not_found';

/** Whether asking again is of no use: the conversation is gone, or my session. */
export const isOver = (error: unknown): boolean => isGone(error) || codeOf(error) === 'signed_out';
