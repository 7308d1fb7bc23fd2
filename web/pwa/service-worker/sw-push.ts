import * as v from 'valibot';
import { subscribePush } from '#contract/notifications';
import { getSettings } from '#contract/settings';
import { addressOf } from '../../api/endpoint-url.ts';
import { keptMember } from '../../offline/stored-member.ts';
import { keptLocale } from '../stored-locale.ts';
import { keptIcons } from './cached-icons.ts';
import { noteToShow } from './notification-content.ts';
import { pushWords } from './notification-texts.ts';
import { openAddress } from './open-window.ts';

declare const self: ServiceWorkerGlobalScope;

/** Not in the types, as not every browser has it. */
interface NoteOptions extends NotificationOptions {
  readonly renotify: boolean;
}

function contentOf(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

/** A page without a socket learns of news from here; whether it is well formed and for its member, it sees itself. */
async function tellPages(note: unknown): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) page.postMessage({ type: 'push', note });
}

async function showBadge(count: number | null): Promise<void> {
  if (count === null || !('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

/** Every push shows a notification, or the browser ends the subscription. */
async function show(data: PushMessageData | null): Promise<void> {
  const content = contentOf(data);
  const [member, locale, icons] = await Promise.all([keptMember(), keptLocale(), keptIcons()]);
  const { title, body, tag, url, badge, isAlerting } = noteToShow(content, member, pushWords(locale));
  const options: NoteOptions = { ...icons, body, tag, lang: locale, data: { url, at: Date.now() }, renotify: isAlerting };
  await Promise.all([self.registration.showNotification(title, options), showBadge(badge), tellPages(content)]);
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openAddress(String(notification.data?.url ?? '/home')));
});

const SiteKey = v.object({ push_pub: v.string() });

/** Made as a page makes one; not every browser says what the one before was made with. */
async function subscribeAnew(): Promise<PushSubscription | null> {
  const answer = await fetch(addressOf(getSettings, {}));
  const settings = v.safeParse(SiteKey, await answer.json());
  if (!settings.success || !settings.output.push_pub) return null;
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: settings.output.push_pub });
}

/** The push service has ended a subscription: a new one in its place, told to the account. Where that fails, the next page that starts does it. */
async function renew({ newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  if (!(await keptMember())) return;
  const subscription = newSubscription ?? (await subscribeAnew());
  if (!subscription) return;
  await fetch(addressOf(subscribePush, {}), {
    method: subscribePush.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ subscription }),
  });
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
