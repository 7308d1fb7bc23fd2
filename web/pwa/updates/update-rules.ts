/** What the page is doing while an update waits. */
export interface Moment {
  /** Something is typed or chosen on the page and not sent. */
  readonly isTyped: boolean;
  /** Something is on its way to the server, or waits to be sent. */
  readonly isSending: boolean;
  /** Milliseconds since the page went out of sight; 0 while it is seen. */
  readonly hiddenMs: number;
  /** Milliseconds since it was last touched. */
  readonly untouchedMs: number;
}

const HIDDEN_LONG_MS = 30_000;
const UNTOUCHED_LONG_MS = 300_000;

/** Whether an update may come unasked: nobody looks at the page, or nobody has touched it for long, and nothing can be lost. */
export const isIdle = ({ isTyped, isSending, hiddenMs, untouchedMs }: Moment): boolean =>
  !isTyped && !isSending && (hiddenMs >= HIDDEN_LONG_MS || untouchedMs >= UNTOUCHED_LONG_MS);

/** Whether a page whose service worker has changed may load anew: never while something is sent, nor while it is typed unless its member asks for it. */
export const mayReload = ({ isTyped, isSending }: Moment, isAsked: boolean): boolean => !isSending && (isAsked || !isTyped);
