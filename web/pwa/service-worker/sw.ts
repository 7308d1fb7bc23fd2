import * as v from 'valibot';
import { registerRoute } from 'workbox-routing';
import { keptScreen, withLateStorage, withScreen } from '../../offline/screen-snapshot.ts';
import { orNothing } from '../../platform/safe-storage.ts';
import { withinLimit } from '../../platform/storage-timeout.ts';
import { keptLocale } from '../stored-locale.ts';
import { ToWorker } from '../worker-messages.ts';
import { atMost, withoutTheGone } from './cache-limits.ts';
import { CacheBeforeNetwork, NetworkBeforeCache } from './cache-strategies.ts';
import { keepIcons } from './cached-icons.ts';
import { dropOldTexts, isOwnText, keepTexts, TEXTS_CACHE } from './cached-texts.ts';
import { wayOf } from './navigation-strategy.ts';
import { dropOldFiles, isPrecached, precache, precached } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __BUILD__: string;

const SHELL = '/index.html';
/** If the network has not answered a navigation within this many milliseconds, the bare page is shown. */
const PATIENCE_MS = 6000;
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
interface Opened {
  readonly request: Request;
  readonly url: URL;
}

/** The bare page, with the last-screen snapshot of its path if there is one. If the bare page is not cached, the network's response. */
async function shell({ request, url: { pathname, search } }: Opened): Promise<Response> {
  const [page, screen] = await Promise.all([precached(SHELL), search ? null : keptScreen(pathname, __BUILD__)]);
  if (!page) return fetch(request);
  if (!screen) return page;
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const html = await page.text();
  return new Response(screen === 'late' ? withLateStorage(html) : withScreen(html, screen), { headers });
}
const soon = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPrecached(url),
  async ({ request, url }) => (await precached(url.href)) ?? fetch(request),
);
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && wayOf(url) !== 'past',
  async (opened) => {
    const { request, url } = opened;
    if (wayOf(url) === 'shell') return shell(opened);
    const response = await Promise.race([fetch(request).catch(() => null), soon(PATIENCE_MS)]);
    return response && response.status < 500 ? response : shell(opened);
  },
);
registerRoute(({ url, sameOrigin }) => sameOrigin && isOwnText(url), new CacheBeforeNetwork({ cacheName: TEXTS_CACHE }));
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/') && request.destination !== 'video',
  new CacheBeforeNetwork({ cacheName: FILES_CACHE, plugins: [atMost(MOST_FILES)] }),
);
// The HTTP cache serves photos while they are fresh; this cache is for when there is no network.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/photos/'),
  new NetworkBeforeCache({ cacheName: PHOTOS_CACHE, plugins: [atMost(MOST_PHOTOS), withoutTheGone(PHOTOS_CACHE)] }),
);

const tidy = () => Promise.all([dropOldTexts(), dropOldFiles(), caches.delete(FILES_CACHE)]);

self.addEventListener('install', (event) => event.waitUntil(Promise.all([keptLocale().then(keepTexts), keepIcons()])));
// Pages wait for the activation, so the clean-up has a time limit.
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([orNothing(() => withinLimit(tidy)), self.clients.claim()])));

/** Whether a page of the site other than the asking one is visible. */
async function isSeenElsewhere(source: ExtendableMessageEvent['source']): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const sourceId = source instanceof WindowClient ? source.id : '';
  return pages.some(({ id, visibilityState }) => id !== sourceId && visibilityState === 'visible');
}

async function heed(message: ToWorker, source: ExtendableMessageEvent['source']): Promise<void> {
  if (message.type === 'texts') return keepTexts(message.locale);
  if (message.isAsked || !(await isSeenElsewhere(source))) await self.skipWaiting();
}

self.addEventListener('message', (event) => {
  if (v.is(ToWorker, event.data)) event.waitUntil(heed(event.data, event.source));
});
