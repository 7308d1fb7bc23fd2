import * as v from 'valibot';
import { registerRoute } from 'workbox-routing';
import { markStorageLate, storedSnapshot, withSnapshot } from '../../offline/screen-snapshot.ts';
import { safely } from '../../platform/safe-storage.ts';
import { withTimeout } from '../../platform/storage-timeout.ts';
import { MessageToServiceWorker } from '../service-worker-messages.ts';
import { storedLocale } from '../stored-locale.ts';
import { dropDeletedAndUnstorable, keepNewest, onlyWhileConfirmed } from './cache-limits.ts';
import { CacheBeforeNetwork, NetworkBeforeCache } from './cache-strategies.ts';
import { cacheIcons } from './cached-icons.ts';
import { cacheTexts, dropOldTexts, isTextOfThisBuild, TEXTS_CACHE } from './cached-texts.ts';
import { navigationStrategyOf } from './navigation-strategy.ts';
import { dropOldFiles, isPrecached, precache, precached } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __BUILD__: string;

const BARE_PAGE = '/index.html';
/** If the network has not answered a navigation within this many milliseconds, the bare page is shown. */
const NETWORK_TIMEOUT_MS = 6000;
/** The cache of members' photos; deleted when the session ends (`web/offline/purge-member-storage.ts`). */
const PHOTOS_CACHE = 'photos';
const MOST_PHOTOS = 150;
/** The cache of built files that are not precached, such as emoji tables and pictures of the landing page. */
const FILES_CACHE = 'files';
const MOST_FILES = 40;

importScripts('/sw-push.js');

/** The bare page, code, styles, fonts and icons of one build. */
precache(self.__WB_MANIFEST);

/** A navigation, as workbox passes it to a route. */
interface Navigation {
  readonly request: Request;
  readonly url: URL;
}

/** The bare page, with the last-screen snapshot of its path if there is one. If the bare page is not cached, the network's response. */
async function barePageResponse({ request, url: { pathname, search } }: Navigation): Promise<Response> {
  const [page, screen] = await Promise.all([precached(BARE_PAGE), search ? null : storedSnapshot(pathname, __BUILD__)]);
  if (!page) return fetch(request);
  if (!screen) return page;
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const html = await page.text();
  return new Response(screen === 'late' ? markStorageLate(html) : withSnapshot(html, screen), { headers });
}
const nullAfter = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPrecached(url),
  async ({ request, url }) => (await precached(url.href)) ?? fetch(request),
);
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && navigationStrategyOf(url) !== 'past',
  async (opened) => {
    const { request, url } = opened;
    if (navigationStrategyOf(url) === 'shell') return barePageResponse(opened);
    const response = await Promise.race([fetch(request).catch(() => null), nullAfter(NETWORK_TIMEOUT_MS)]);
    return response && response.status < 500 ? response : barePageResponse(opened);
  },
);
registerRoute(({ url, sameOrigin }) => sameOrigin && isTextOfThisBuild(url), new CacheBeforeNetwork({ cacheName: TEXTS_CACHE }));
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/') && request.destination !== 'video',
  new CacheBeforeNetwork({ cacheName: FILES_CACHE, plugins: [keepNewest(MOST_FILES)] }),
);
// The HTTP cache serves photos while they are fresh; this cache is for when there is no network.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/photos/'),
  new NetworkBeforeCache({
    cacheName: PHOTOS_CACHE,
    plugins: [keepNewest(MOST_PHOTOS), dropDeletedAndUnstorable(PHOTOS_CACHE), onlyWhileConfirmed],
  }),
);

/** The `install` event where the browser knows static routes; the types of TypeScript do not have it yet. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(routes: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>;
}

/**
 * Lets the browser send calls of the API past the service worker, which has no route for them. It then need not be started for a call, and
 * what a closing page sends arrives: otherwise Chromium drops it.
 */
const routeCallsPast = (event: InstallEvent) => event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' });

const deleteOldCaches = () => Promise.all([dropOldTexts(), dropOldFiles(), caches.delete(FILES_CACHE)]);

self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([storedLocale().then(cacheTexts), cacheIcons(), routeCallsPast(event)])),
);
// Pages wait for the activation, so the clean-up has a time limit.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([safely(() => withTimeout(deleteOldCaches)), self.clients.claim()])),
);

/** Whether a page of the site other than the asking one is visible. */
async function isOtherPageVisible(source: ExtendableMessageEvent['source']): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const sourceId = source instanceof WindowClient ? source.id : '';
  return pages.some(({ id, visibilityState }) => id !== sourceId && visibilityState === 'visible');
}

async function handleMessage(message: MessageToServiceWorker, source: ExtendableMessageEvent['source']): Promise<void> {
  if (message.type === 'texts') return cacheTexts(message.locale);
  if (message.isAsked || !(await isOtherPageVisible(source))) await self.skipWaiting();
}

self.addEventListener('message', (event) => {
  if (v.is(MessageToServiceWorker, event.data)) event.waitUntil(handleMessage(event.data, event.source));
});
