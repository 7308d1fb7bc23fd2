import * as v from 'valibot';
import { PushPayload } from '#contract/notifications/push-payload';
import { Locale } from '#contract/primitives';

// Pages and service workers of different builds send each other these messages, so the names of their fields must stay.

/** Messages of a page to a service worker: to the waiting one to take over, to the active one to cache the texts of a language. */
export const MessageToServiceWorker = v.variant('type', [
  v.object({
    type: v.literal('take-over'),
    /** Whether the member has pressed "Reload" in the toast about the update. If not, it takes over only if no other page is visible. */
    isAsked: v.boolean(),
  }),
  v.object({ type: v.literal('texts'), locale: Locale }),
]);
export type MessageToServiceWorker = v.InferOutput<typeof MessageToServiceWorker>;

/** The message by which the service worker asks a page to show an address. The page confirms on the transferred port. */
export const MessageToPage = v.object({ type: v.literal('open'), url: v.string() });
export type MessageToPage = v.InferOutput<typeof MessageToPage>;

/** The message to every open page of the site that a push has arrived. A page ignores a push for another member than its own. */
export const PushMessage = v.object({ type: v.literal('push'), note: PushPayload });
