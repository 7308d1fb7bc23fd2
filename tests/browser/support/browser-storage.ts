import type { Page } from 'playwright-core';
import { until } from './visit.ts';

/** All that this browser holds for the site, as text: every database, both storages, and the caches of pictures. */
export const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      for (const table of database.objectStoreNames) {
        const store = database.transaction(table).objectStore(table);
        found.push(name, table, await asked(store.getAllKeys()), await asked(store.getAll()));
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

/** Until the browser counts as this member's: entries of others are removed from the tab then. */
export const untilOwnedBy = (page: Page, member: string): Promise<void> =>
  until(() => page.evaluate(() => localStorage.getItem('kept-owner'))).toBe(member);

/** Until the browser keeps something that holds these words. */
export const untilKept = async (page: Page, ...words: string[]): Promise<void> => {
  for (const word of words) await until(async () => (await keptIn(page)).includes(word)).toBe(true);
};

/** Until the service worker answers for the site. */
export const untilServed = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
