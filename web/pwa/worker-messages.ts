import * as v from 'valibot';
import { PushNote } from '#contract/notifications/push-payload';
import { Locale } from '#contract/primitives';

/** Messages of a page to the service worker: take over from the present one, or cache the texts of a language. */
export const ToWorker = v.variant('type', [
  /** `isAsked`: the member has pressed the button. Otherwise it takes over only while no other page of the site is visible. */
  v.object({ type: v.literal('take-over'), isAsked: v.boolean() }),
  v.object({ type: v.literal('texts'), locale: Locale }),
]);
export type ToWorker = v.InferOutput<typeof ToWorker>;

/** The message by which the service worker asks a page to show an address. The page confirms on the transferred port. */
export const ToPage = v.object({ type: v.literal('open'), url: v.string() });
export type ToPage = v.InferOutput<typeof ToPage>;

/** The message to every page of the site that a push has arrived, for any member. */
export const PushCame = v.object({ type: v.literal('push'), note: PushNote });
