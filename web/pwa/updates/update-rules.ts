/** What the page is doing at one moment. */
export interface Moment {
  /** Something has been typed or chosen on the page and not sent. */
  readonly isTyped: boolean;
  /** A request that changes something is in flight, or a message is queued. */
  readonly isSending: boolean;
  /** Milliseconds since the page was hidden; 0 while it is visible. */
  readonly hiddenMs: number;
  /** Milliseconds since the last input on the page. */
  readonly untouchedMs: number;
}

const HIDDEN_LONG_MS = 30_000;
const UNTOUCHED_LONG_MS = 300_000;

/** Whether an update may take over unasked: the page has been hidden or untouched for long, and nothing can be lost. */
export const isIdle = ({ isTyped, isSending, hiddenMs, untouchedMs }: Moment): boolean =>
  !isTyped && !isSending && (hiddenMs >= HIDDEN_LONG_MS || untouchedMs >= UNTOUCHED_LONG_MS);

/**
 * Whether a page whose service worker has changed may reload: never while something is sent; while something is typed, only if the member
 * asked for it.
 */
export const mayReload = ({ isTyped, isSending }: Moment, isAsked: boolean): boolean => !isSending && (isAsked || !isTyped);
