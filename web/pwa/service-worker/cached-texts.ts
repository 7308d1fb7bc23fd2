declare const __BUILD__: string;
/** The files of texts that every language has. */
declare const __TEXTS__: readonly string[];

const PREFIX = 'texts-';
/** The texts of this build and no other, so that a page never shows a sentence that is not its own. */
export const TEXTS_CACHE: string = PREFIX + __BUILD__;

/** Whether an address is of a file of texts of this build. */
export const isOwnText = ({ pathname, searchParams }: URL): boolean =>
  pathname.startsWith('/_i18n/') && searchParams.get('v') === __BUILD__;

/** Keeps all texts of a language that are not kept yet; throws where one cannot be had. */
export async function keepTexts(locale: string): Promise<void> {
  const cache = await caches.open(TEXTS_CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = __TEXTS__.map((name) => `/_i18n/${locale}/${name}.json`).filter((path) => !known.has(path));
  await cache.addAll(wanted.map((path) => `${path}?v=${__BUILD__}`));
}

/** Drops the texts of builds before this one. */
export async function dropOldTexts(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== TEXTS_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
