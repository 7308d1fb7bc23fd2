import * as v from 'valibot';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { keptScreen, withScreen } from '../session/kept-screen.ts';
import { keptLocale } from './kept-locale.ts';
import { ToWorker } from './messages.ts';
import { wayOf } from './navigation-way.ts';
import { keepIcons } from './sw-icons.ts';
import { atMost, withoutTheGone } from './sw-limits.ts';
import { dropOldTexts, isOwnText, keepTexts, TEXTS_CACHE } from './sw-texts.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __BUILD__: string;

const SHELL = '/index.html';
/** A network that has not answered by then is as good as none: the shell shows what it has. */
const PATIENCE_MS = 6000;
/** Erased when the member leaves, with what is kept of them in IndexedDB. */
const PHOTOS_CACHE = 'photos';
const MOST_PHOTOS = 150;
/** Emoji tables and pictures of the landing page, which not everyone needs. */
const FILES_CACHE = 'files';
const MOST_FILES = 40;

importScripts('/sw-push.js');

/** The bare page, code, styles, fonts and icons of one build. */
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] });
cleanupOutdatedCaches();

const bare = createHandlerBoundToURL(SHELL);
/** The bare page; with the screen as its member left it, where this browser keeps that. */
const shell: typeof bare = async (opened) => {
  const { pathname, search } = opened.url;
  const [page, screen] = await Promise.all([bare(opened), search ? null : keptScreen(pathname, __BUILD__)]);
  if (!screen) return page;
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(withScreen(await page.text(), screen), { headers });
};
const soon = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && wayOf(url.pathname) !== 'past',
  async (opened) => {
    const { request, url } = opened;
    if (wayOf(url.pathname) === 'shell') return shell(opened);
    const answer = await Promise.race([fetch(request).catch(() => null), soon(PATIENCE_MS)]);
    return answer && answer.status < 500 ? answer : shell(opened);
  },
);
registerRoute(({ url, sameOrigin }) => sameOrigin && isOwnText(url), new CacheFirst({ cacheName: TEXTS_CACHE }));
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/') && request.destination !== 'video',
  new CacheFirst({ cacheName: FILES_CACHE, plugins: [atMost(MOST_FILES)] }),
);
// The browser's own cache holds a photo for as long as it may be shown unasked; this one is for when nobody can be asked.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/photos/'),
  new NetworkFirst({ cacheName: PHOTOS_CACHE, plugins: [atMost(MOST_PHOTOS), withoutTheGone(PHOTOS_CACHE)] }),
);

self.addEventListener('install', (event) => event.waitUntil(Promise.all([keptLocale().then(keepTexts), keepIcons()])));
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([dropOldTexts(), caches.delete(FILES_CACHE), self.clients.claim()])),
);

async function isSeenElsewhere(asking: ExtendableMessageEvent['source']): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = asking instanceof WindowClient ? asking.id : '';
  return pages.some(({ id, visibilityState }) => id !== own && visibilityState === 'visible');
}

async function heed(message: ToWorker, source: ExtendableMessageEvent['source']): Promise<void> {
  if (message.type === 'texts') return keepTexts(message.locale);
  if (message.isAsked || !(await isSeenElsewhere(source))) await self.skipWaiting();
}

self.addEventListener('message', (event) => {
  if (v.is(ToWorker, event.data)) event.waitUntil(heed(event.data, event.source));
});
