import * as v from 'valibot';
import { PushNote } from '#contract/notifications/push-payload';
import { Locale } from '#contract/primitives';

/** What a page asks of the service worker: take over from the one before, or keep the texts of a language. */
export const ToWorker = v.variant('type', [
  /** `isAsked`: a member has pressed for it; otherwise it is only done while nobody looks at another page of the site. */
  v.object({ type: v.literal('take-over'), isAsked: v.boolean() }),
  v.object({ type: v.literal('texts'), locale: Locale }),
]);
export type ToWorker = v.InferOutput<typeof ToWorker>;

/** What the service worker asks of a page: show this address. The page answers on the port that comes along. */
export const ToPage = v.object({ type: v.literal('open'), url: v.string() });
export type ToPage = v.InferOutput<typeof ToPage>;

/** What it tells every page of the site: a push has come, for whomever. */
export const PushCame = v.object({ type: v.literal('push'), note: PushNote });
