import * as v from 'valibot';
import { subscribePush } from '#contract/notifications';
import { getSettings } from '#contract/settings';
import { endpointUrl } from '../../api/endpoint-url.ts';
import { storedMember } from '../../offline/stored-answers.ts';
import { storedLocale } from '../stored-locale.ts';
import { cachedIcons } from './cached-icons.ts';
import { neutralTexts, notificationFor } from './notification-content.ts';
import { openAddress } from './open-window.ts';

declare const self: ServiceWorkerGlobalScope;

/** `renotify` is missing in the DOM types, as not every browser has it. */
interface RenotifyOptions extends NotificationOptions {
  readonly renotify: boolean;
}

function contentOf(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

/** Passes a push on to all open pages, for those without a socket. Each page checks whether it is valid and for its member. */
async function notifyPages(note: unknown): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) page.postMessage({ type: 'push', note });
}

async function showBadge(count: number | null): Promise<void> {
  if (count === null || !('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

/** Shows the notification of a push. A push without a notification would make the browser end the subscription. */
async function showPush(data: PushMessageData | null): Promise<void> {
  const content = contentOf(data);
  const [member, locale, icons] = await Promise.all([storedMember(), storedLocale(), cachedIcons()]);
  const { title, body, tag, url, badge, isAlerting } = notificationFor(content, member, neutralTexts(locale));
  const options: RenotifyOptions = { ...icons, body, tag, lang: locale, data: { url, at: Date.now() }, renotify: isAlerting };
  await Promise.all([self.registration.showNotification(title, options), showBadge(badge), notifyPages(content)]);
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openAddress(String(notification.data?.url ?? '/home')));
});

const SiteKey = v.object({ push_pub: v.string() });

/** Makes a new subscription with the site's key; null if the site sends no pushes. The event does not always name the earlier key. */
async function subscribeAnew(): Promise<PushSubscription | null> {
  const answer = await fetch(endpointUrl(getSettings, {}));
  const settings = v.safeParse(SiteKey, await answer.json());
  if (!settings.success || !settings.output.push_pub) return null;
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: settings.output.push_pub });
}

/** Replaces a subscription that the push service has ended and saves it on the server. If that fails, the next page that starts does it. */
async function renewSubscription({ newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  if (!(await storedMember())) return;
  const subscription = newSubscription ?? (await subscribeAnew());
  if (!subscription) return;
  await fetch(endpointUrl(subscribePush, {}), {
    method: subscribePush.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ subscription }),
  });
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
