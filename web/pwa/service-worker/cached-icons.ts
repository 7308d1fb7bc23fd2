import * as v from 'valibot';
import { orNothing } from '../../platform/safe-storage.ts';
import { withinLimit } from '../../platform/storage-timeout.ts';

const CACHE = 'icons';
const MANIFEST = '/manifest.webmanifest';
const Icons = v.object({ icons: v.array(v.object({ src: v.string(), purpose: v.optional(v.string(), 'any') })) });

/** Keeps the manifest, which names the site's icons; without it notifications come with the browser's. */
export async function keepIcons(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.add(MANIFEST).catch((error: unknown) => console.warn(error));
}

/** The icon of the site for a notification, and the one in one colour that stands in the bar of a phone. */
export async function keptIcons(): Promise<Pick<NotificationOptions, 'icon' | 'badge'>> {
  const kept = await orNothing(() => withinLimit(async () => (await caches.match(MANIFEST))?.json()));
  const manifest = v.safeParse(Icons, kept);
  if (!manifest.success) return {};
  const srcFor = (purpose: string) => manifest.output.icons.find((icon) => icon.purpose.split(' ').includes(purpose))?.src;
  const [icon, badge] = [srcFor('any'), srcFor('monochrome')];
  return { ...(icon && { icon }), ...(badge && { badge }) };
}
