import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { localeFile } from './locale-files.ts';

const INDEX = join(import.meta.dirname, '../index.html');
const DEVELOPER_INDEX = join(import.meta.dirname, '../development/index.html');
const DEVELOPER_PAGE = /^\/_dev\/(?:dialogs|top-nav|activate-reminder)(?:\?|$)/;
const DESK_INDEX = join(import.meta.dirname, '../desk/index.html');
const DESK_PAGE = /^\/operator(?:\/|\?|$)/;
const BOOT_BLOCK = /<script type="application\/json" id="boot">[\s\S]*?<\/script>/;
const LOCALE_FILE_PATH = /^\/_i18n\/(\w+)\/([\w-]+)\.json/;

/** Served as /sw.js. It replaces a service worker that an earlier `npm start` left at this address, deletes the caches, unregisters itself and reloads the open pages. */
const SELF_REMOVING_SERVICE_WORKER = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  const pages = await clients.matchAll({ type: 'window' });
  await registration.unregister();
  for (const page of pages) await page.navigate(page.url);
})()));
`;

const isNavigation = (request: IncomingMessage) => request.method === 'GET' && request.headers.accept?.includes('text/html') === true;

/** The index.html of a folder of `web/`, with its relative links pointed to that folder. */
const indexHtmlIn = (file: string, folder: string) => readFileSync(file, 'utf8').replaceAll('"./', `"/${folder}/`);

/** The index.html for an address: that of the site, of the desk or of the developer pages. */
function indexHtmlFor(url = '/'): string {
  if (DESK_PAGE.test(url)) return indexHtmlIn(DESK_INDEX, 'desk');
  return DEVELOPER_PAGE.test(url) ? indexHtmlIn(DEVELOPER_INDEX, 'development') : readFileSync(INDEX, 'utf8');
}

/** The Worker's answer to the same navigation, for its boot block, its status and its cookies. */
async function askWorker(worker: string, request: IncomingMessage): Promise<Response> {
  const headers = new Headers({ accept: 'text/html' });
  for (const name of ['cookie', 'accept-language', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value) headers.set(name, value);
  }
  return fetch(new URL(request.url ?? '/', worker), { headers, redirect: 'manual' });
}

async function answerPage(server: ViteDevServer, worker: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await askWorker(worker, request);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length) response.setHeader('set-cookie', cookies);
  response.statusCode = answer.status;
  const target = answer.headers.get('location');
  if (target) {
    response.setHeader('location', target);
    response.end();
    return;
  }
  const bootBlock = BOOT_BLOCK.exec(await answer.text())?.[0] ?? '';
  const html = await server.transformIndexHtml(
    request.url ?? '/',
    indexHtmlFor(request.url).replace('</body>', () => `${bootBlock}</body>`),
  );
  response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
}

/** In development vite serves the page, with the boot block of the Worker at the origin `worker`, and locale files from their sources. */
export function devServer(worker: string): Plugin {
  return {
    name: 'vonk-dev-page',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, locale, name] = LOCALE_FILE_PATH.exec(request.url ?? '') ?? [];
        if (locale && name) {
          response.setHeader('content-type', 'application/json').end(localeFile(locale, name));
          return;
        }
        if (request.url === '/sw.js') {
          response.setHeader('content-type', 'text/javascript').setHeader('cache-control', 'no-store').end(SELF_REMOVING_SERVICE_WORKER);
          return;
        }
        const isOfWorker = /^\/(?:_dev|api\/)/.test(request.url ?? '') && !DEVELOPER_PAGE.test(request.url ?? '');
        if (!isNavigation(request) || isOfWorker) return next();
        answerPage(server, worker, request, response).catch(next);
      });
    },
  };
}
