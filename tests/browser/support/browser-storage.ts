import type { Page } from 'playwright-core';
import { until } from './visit.ts';

/** All that this browser stores for the site, as JSON: databases, local and session storage, photo caches, and notifications. */
export const storedDataOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      for (const table of database.objectStoreNames) {
        const store = database.transaction(table).objectStore(table);
        found.push(name, table, await resultOf(store.getAllKeys()), await resultOf(store.getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      if (name.startsWith('photos')) found.push(name, ...(await (await caches.open(name)).keys()).map(({ url }) => url));
    }
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const { title, body, tag } of (await registration?.getNotifications()) ?? []) found.push(title, body, tag);
    return JSON.stringify(found);
  });

/** Waits until the browser's storage belongs to this member; entries of other members have been removed from the tab by then. */
export const untilStorageBelongsTo = (page: Page, member: string): Promise<void> =>
  until(() => page.evaluate(() => localStorage.getItem('stored-answers-owner'))).toBe(member);

/** Waits until the stored data contain all of these words. */
export const untilStored = async (page: Page, ...words: string[]): Promise<void> => {
  for (const word of words) await until(async () => (await storedDataOf(page)).includes(word)).toBe(true);
};

/** Waits until a service worker is active for the page. */
export const untilServiceWorkerActive = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
