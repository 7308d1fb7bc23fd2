declare const __BUILD__: string;
/** The names of the locale files, set at build. */
declare const __TEXTS__: readonly string[];

const PREFIX = 'texts-';
/** The cache of this build's locale files. One cache a build, so that a page never gets texts of another build. */
export const TEXTS_CACHE: string = PREFIX + __BUILD__;

/** Whether an address is that of a locale file of this build. */
export const isTextOfThisBuild = ({ pathname, searchParams }: URL): boolean =>
  pathname.startsWith('/_i18n/') && searchParams.get('v') === __BUILD__;

/** Caches the locale files of a language that are not cached yet. Throws if one cannot be loaded. */
export async function cacheTexts(locale: string): Promise<void> {
  const cache = await caches.open(TEXTS_CACHE);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = __TEXTS__.map((name) => `/_i18n/${locale}/${name}.json`).filter((path) => !cached.has(path));
  await cache.addAll(missing.map((path) => `${path}?v=${__BUILD__}`));
}

/** Deletes the locale files of other builds. */
export async function dropOldTexts(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== TEXTS_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
