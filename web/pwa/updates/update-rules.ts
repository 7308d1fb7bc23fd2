/** What the page is doing at one moment. */
export interface PageActivity {
  /** Something has been typed or chosen on the page and not sent. */
  readonly hasDirtyFields: boolean;
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
export const isIdle = ({ hasDirtyFields, isSending, hiddenMs, untouchedMs }: PageActivity): boolean =>
  !hasDirtyFields && !isSending && (hiddenMs >= HIDDEN_LONG_MS || untouchedMs >= UNTOUCHED_LONG_MS);

/**
 * Whether a page whose service worker has changed may reload: never while something is sent; while something is typed, only if the member
 * asked for it.
 */
export const mayReload = ({ hasDirtyFields, isSending }: PageActivity, isAsked: boolean): boolean =>
  !isSending && (isAsked || !hasDirtyFields);
