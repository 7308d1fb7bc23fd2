import * as v from 'valibot';
import { PushPayload } from '#contract/notifications/push-payload';
import { Locale } from '#contract/primitives';

/** Messages of a page to the service worker: take over from the present one, or cache the texts of a language. */
export const MessageToWorker = v.variant('type', [
  /** `isAsked`: the member has pressed the button. Otherwise it takes over only while no other page of the site is visible. */
  v.object({ type: v.literal('take-over'), isAsked: v.boolean() }),
  v.object({ type: v.literal('texts'), locale: Locale }),
]);
export type MessageToWorker = v.InferOutput<typeof MessageToWorker>;

/** The message by which the service worker asks a page to show an address. The page confirms on the transferred port. */
export const MessageToPage = v.object({ type: v.literal('open'), url: v.string() });
export type MessageToPage = v.InferOutput<typeof MessageToPage>;

/** The message to every page of the site that a push has arrived, for any member. */
export const PushMessage = v.object({ type: v.literal('push'), note: PushPayload });
