import type { Page, Worker } from 'playwright-core';
import * as v from 'valibot';
import type { PushNote } from '#contract/notifications/push-payload';
import { until } from './visit.ts';

/** Waits until the service worker holds this page. */
export async function untilHeld(page: Page): Promise<void> {
  await until(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none')).toBe('activated');
}

/** What lies in the caches: paths, by the first word of the cache's name. */
export const cachesOf = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const pathsIn = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    const entries = (await caches.keys()).map(async (name) => [name.split('-')[0], await pathsIn(name)]);
    return Object.fromEntries(await Promise.all(entries));
  });

/** Has the browser look for another build, as it does by itself once an hour. */
export const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });

const workerOf = async (page: Page): Promise<Worker> => {
  const [worker] = page.context().serviceWorkers();
  return worker ?? page.context().waitForEvent('serviceworker');
};

/** The browser ends the service worker, as it does with one that has nothing to do. */
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

/** In the place of what a headless browser does not do: it shows no notifications, and nobody presses one. */
const BY_HAND = `
  self.told = { notes: [], badges: [], opened: [] };
  self.registration.showNotification = async (title, { data, body, tag, icon, badge }) => void told.notes.push({ title, body, tag, url: data.url, icon, badge });
  navigator.setAppBadge = async (count) => void told.badges.push(count);
  navigator.clearAppBadge = async () => void told.badges.push(0);
  self.clients.openWindow = async (url) => void told.opened.push(url);
`;

const Told = v.object({
  notes: v.array(v.object({ title: v.string(), body: v.string(), tag: v.string(), url: v.string(), icon: v.string(), badge: v.string() })),
  badges: v.array(v.number()),
  opened: v.array(v.string()),
});

/** Takes the place of push service and notification centre for the service worker of this page. */
export async function pushesTo(page: Page) {
  const worker = await workerOf(page);
  const cdp = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId));
  await cdp.send('ServiceWorker.enable');
  const registrationId = await promise;
  const { origin } = new URL(page.url());
  await worker.evaluate(BY_HAND);
  const told = async () => v.parse(Told, await worker.evaluate('told'));
  return {
    told,
    /** A push arrives, and is shown. */
    push: async (note: PushNote | string): Promise<void> => {
      const before = (await told()).notes.length;
      const data = typeof note === 'string' ? note : JSON.stringify(note);
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await until(async () => (await told()).notes.length).toBe(before + 1);
    },
    /** Presses a notification that leads to this address, and waits until all is done that follows. */
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
