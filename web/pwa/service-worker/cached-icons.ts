import * as v from 'valibot';
import { safely } from '../../platform/safe-storage.ts';
import { withTimeout } from '../../platform/storage-timeout.ts';

const CACHE = 'icons';
const MANIFEST = '/manifest.webmanifest';
const Icons = v.object({ icons: v.array(v.object({ src: v.string(), purpose: v.optional(v.string(), 'any') })) });

/** Caches the manifest, which names the site's icons. A failure is only logged: notifications then have the browser's icon. */
export async function cacheIcons(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.add(MANIFEST).catch((error: unknown) => console.warn(error));
}

/** The icons of a notification from the cached manifest: the site's icon, and the monochrome one for the status bar. Empty without it. */
export async function cachedIcons(): Promise<Pick<NotificationOptions, 'icon' | 'badge'>> {
  const cached = await safely(() => withTimeout(async () => (await caches.match(MANIFEST))?.json()));
  const manifest = v.safeParse(Icons, cached);
  if (!manifest.success) return {};
  const srcFor = (purpose: string) => manifest.output.icons.find((icon) => icon.purpose.split(' ').includes(purpose))?.src;
  const [icon, badge] = [srcFor('any'), srcFor('monochrome')];
  return { ...(icon && { icon }), ...(badge && { badge }) };
}
