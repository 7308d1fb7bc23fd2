import type { Page, Worker } from 'playwright-core';
import * as v from 'valibot';
import type { PushPayload } from '#contract/notifications/push-payload';
import { until } from './visit.ts';

/** Waits until an active service worker controls this page. */
export async function untilControlled(page: Page): Promise<void> {
  await until(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none')).toBe('activated');
}

/** The paths in the caches, by the first word of the cache's name. */
export const cachesOf = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const pathsIn = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    const entries = (await caches.keys()).map(async (name) => [name.split('-')[0], await pathsIn(name)]);
    return Object.fromEntries(await Promise.all(entries));
  });

/** Makes the browser look for a new service worker, as it does by itself once an hour. */
export const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });

const workerOf = async (page: Page): Promise<Worker> => {
  const [worker] = page.context().serviceWorkers();
  return worker ?? page.context().waitForEvent('serviceworker');
};

/** Stops the service worker, as the browser does with an idle one. */
export async function killWorker(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) end();
  });
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  await ended;
  await cdp.detach();
}

/** Replaces what a headless browser does not support: showing notifications, setting the app badge, opening windows. Calls are recorded. */
const RECORDING_STUBS = `
  self.told = { notes: [], badges: [], opened: [] };
  self.registration.showNotification = async (title, { data, body, tag, icon, badge }) => {
    told.notes.push({ title, body, tag, url: data.url, icon, badge });
  };
  navigator.setAppBadge = async (count) => void told.badges.push(count);
  navigator.clearAppBadge = async () => void told.badges.push(0);
  self.clients.openWindow = async (url) => void told.opened.push(url);
`;

const RecordedCalls = v.object({
  notes: v.array(v.object({ title: v.string(), body: v.string(), tag: v.string(), url: v.string(), icon: v.string(), badge: v.string() })),
  badges: v.array(v.number()),
  opened: v.array(v.string()),
});

/** Imitates push service and notification centre for the service worker of this page. */
export async function imitatePushService(page: Page) {
  const worker = await workerOf(page);
  const cdp = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId));
  await cdp.send('ServiceWorker.enable');
  const registrationId = await promise;
  const { origin } = new URL(page.url());
  await worker.evaluate(RECORDING_STUBS);
  const told = async () => v.parse(RecordedCalls, await worker.evaluate('told'));
  return {
    told,
    /** Delivers a push and waits until its notification is shown. */
    push: async (note: PushPayload | string): Promise<void> => {
      const before = (await told()).notes.length;
      const data = typeof note === 'string' ? note : JSON.stringify(note);
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await until(async () => (await told()).notes.length).toBe(before + 1);
    },
    /** Presses a notification with this address and waits until the service worker has handled it. */
    press: (url: string): Promise<unknown> =>
      worker.evaluate(
        (target) =>
          new Promise((done) => {
            const notification = { close: () => undefined, data: { url: target } };
            dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: (work: unknown) => done(work) }));
          }),
        url,
      ),
  };
}
