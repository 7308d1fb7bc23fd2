import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

interface Limits {
  keepNewest(most: number): { cacheDidUpdate(about: { cacheName: string }): Promise<void> };
  readonly onlyStorable: { cacheWillUpdate(about: { response: Response }): Promise<Response | null> };
  dropDeletedAndUnstorable(cacheName: string): { fetchDidSucceed(about: { request: object; response: Response }): Promise<Response> };
}
interface Texts {
  readonly TEXTS_CACHE: string;
  isTextOfThisBuild(url: URL): boolean;
  cacheTexts(locale: string): Promise<void>;
  dropOldTexts(): Promise<void>;
}

/** The caches of the browser: their URLs by name, oldest first. */
let cachedUrls: Map<string, string[]>;
let limits: Limits;
let texts: Texts;

const cacheOf = (name: string) => {
  const urls = cachedUrls.get(name) ?? [];
  cachedUrls.set(name, urls);
  return {
    keys: async () => urls.map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => urls.splice(urls.indexOf(url), urls.includes(url) ? 1 : 0).length > 0,
    addAll: async (paths: readonly string[]) => void urls.push(...paths.map((path) => `https://vonk.example${path}`)),
  };
};

beforeAll(async () => {
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...cachedUrls.keys()],
    delete: async (name: string) => cachedUrls.delete(name),
  });
  vi.stubGlobal('__BUILD__', 'this');
  vi.stubGlobal('__TEXTS__', ['core', 'chat']);
  // Imported without types: those of a service worker contradict those of a page.
  limits = await vi.importActual('../../../../web/pwa/service-worker/cache-limits.ts');
  texts = await vi.importActual('../../../../web/pwa/service-worker/cached-texts.ts');
});
beforeEach(() => {
  cachedUrls = new Map();
});

test('only the newest photos stay, up to the limit', async () => {
  cachedUrls.set('photos', ['a', 'b', 'c', 'd', 'e']);
  const { cacheDidUpdate } = limits.keepNewest(3);
  await cacheDidUpdate({ cacheName: 'photos' });
  await cacheDidUpdate({ cacheName: 'photos' });
  expect(cachedUrls.get('photos')).toEqual(['c', 'd', 'e']);
});

test('a photo that does not exist any more or is `no-store` leaves the cache, and one that could not be loaded does not', async () => {
  cachedUrls.set('photos', ['a', 'b', 'c', 'd', 'e']);
  const { fetchDidSucceed } = limits.dropDeletedAndUnstorable('photos');
  for (const [url, status, cacheControl] of [
    ['a', 200, 'public, max-age=300'],
    ['a', 503, 'no-store'],
    ['b', 404, 'no-store'],
    ['c', 410, 'public, max-age=300'],
    ['d', 200, 'private, no-store'],
    ['e', 500, 'private, no-store'],
  ] as const) {
    const response = new Response(null, { status, headers: { 'Cache-Control': cacheControl } });
    expect(await fetchDidSucceed({ request: { url }, response })).toBe(response);
  }
  expect(cachedUrls.get('photos')).toEqual(['a', 'e']);
});

test.each([
  [200, 'public, max-age=300', true],
  [200, 'private, no-cache', true],
  [200, 'public, max-age=31536000, immutable', true],
  [200, undefined, true],
  [200, 'private, no-store', false],
  [200, 'No-Store', false],
  [200, 'no-cache,no-store', false],
  [206, 'public, max-age=300', false],
  [404, undefined, false],
])('of an answer %i with `Cache-Control: %s` it is %s that it is stored', async (status, cacheControl, isStored) => {
  const response = new Response(null, { status, headers: cacheControl ? { 'Cache-Control': cacheControl } : {} });
  expect(await limits.onlyStorable.cacheWillUpdate({ response })).toBe(isStored ? response : null);
});

test('texts are cached by language and build, each once; those of an earlier build are deleted', async () => {
  cachedUrls.set('texts-before', ['https://vonk.example/_i18n/en/core.json?v=before']);
  await texts.cacheTexts('en');
  await texts.cacheTexts('en');
  await texts.cacheTexts('nl');
  await texts.dropOldTexts();
  const expected = ['en/core', 'en/chat', 'nl/core', 'nl/chat'].map((file) => `https://vonk.example/_i18n/${file}.json?v=this`);
  expect([...cachedUrls]).toEqual([[texts.TEXTS_CACHE, expected]]);
  const isOwn = (path: string) => texts.isTextOfThisBuild(new URL(path, 'https://vonk.example'));
  expect(['/_i18n/en/core.json?v=this', '/_i18n/en/core.json?v=before', '/_i18n/en/core.json', '/x?v=this'].map(isOwn)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
