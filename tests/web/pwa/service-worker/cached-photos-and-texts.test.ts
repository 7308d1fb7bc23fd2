import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

interface Limits {
  keepNewest(most: number): { cacheDidUpdate(about: { cacheName: string }): Promise<void> };
  dropDeleted(cacheName: string): { fetchDidSucceed(about: { request: object; response: Response }): Promise<Response> };
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

test('a photo that does not exist any more leaves the cache, and one that could not be loaded does not', async () => {
  cachedUrls.set('photos', ['a', 'b', 'c']);
  const { fetchDidSucceed } = limits.dropDeleted('photos');
  for (const [url, status] of [
    ['a', 200],
    ['a', 503],
    ['b', 404],
    ['c', 410],
  ] as const) {
    expect((await fetchDidSucceed({ request: { url }, response: new Response(null, { status }) })).status).toBe(status);
  }
  expect(cachedUrls.get('photos')).toEqual(['a']);
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
