import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { images } from '#db/schema/index';
import { acceptPhoto } from '../../../worker/domain/operating/photo-decisions.ts';
import { aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { aDrawing, pngOfDrawing } from '../../support/files/drawn-picture.ts';
import { browserSite } from '../support/browser-site.ts';
import { logOut } from '../support/locators.ts';
import { cachesOf, untilControlled } from '../support/service-worker.ts';
import { DESKTOP, until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();

interface StoredPhoto {
  readonly id: string;
  /** Path of the file that the profile shows. */
  readonly path: string;
}

/** A photo of a member whose files are in the bucket. */
async function aPhoto(
  { id: memberId }: TestMember,
  position: number,
  columns: Pick<typeof images.$inferInsert, 'heldSince'>,
): Promise<StoredPhoto> {
  const id = await anImage(site.db, memberId, position);
  const [photo] = await site.db.update(images).set(columns).where(eq(images.id, id)).returning();
  if (!photo) throw new Error('the photo is not there');
  const file = pngOfDrawing(aDrawing(position), { width: 320, height: 400 });
  for (const name of [photo.thumb, photo.medium, photo.large]) await site.product.worker.putPhoto(name, file);
  return { id, path: `/photos/${photo.medium}` };
}

/** Loads a file past the HTTP cache; resolves to its status and `Cache-Control`. */
const load = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const answer = await fetch(address, { cache: 'reload' });
    await answer.blob();
    return [answer.status, answer.headers.get('Cache-Control')];
  }, path);

const cachedPhotos = async (page: Page) => (await cachesOf(page)).photos ?? [];

test('a held photo is not cached, and an earlier copy goes; accepted it is, and the logout deletes it', async () => {
  const joris = await aMember(site.db, { name: 'Joris' });
  const shown = await aPhoto(joris, 0, { heldSince: null });
  const held = await aPhoto(joris, 1, { heldSince: Date.now() });
  const page = await visit(site, { ...DESKTOP, cookie: joris.cookie, serviceWorkers: 'allow' });
  await page.goto('/profile');
  await untilControlled(page);
  await page.evaluate(async (path) => (await caches.open('photos')).put(path, new Response('of an earlier release')), held.path);

  expect(await load(page, held.path)).toEqual([200, 'private, no-store']);
  expect(await load(page, shown.path)).toEqual([200, 'public, max-age=300']);
  // What is asked for later is stored later.
  await until(() => cachedPhotos(page)).toContain(shown.path);
  expect(await cachedPhotos(page)).not.toContain(held.path);

  await acceptPhoto(site.db, Date.now(), { kind: 'command_line' }, { photo: { id: held.id, memberId: joris.id }, isBlurred: false });
  expect(await load(page, held.path)).toEqual([200, 'public, max-age=300']);
  await until(() => cachedPhotos(page)).toContain(held.path);

  await logOut(page);
  await untilAddress(page, '/login');
  await until(() => cachedPhotos(page)).toEqual([]);
});
