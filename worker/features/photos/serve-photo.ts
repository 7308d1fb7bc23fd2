import type { Context as HonoContext } from 'hono';
import { DAY, MINUTE } from '#contract/durations';
import { isDemoPortrait, shownPhotoFile } from '#db/queries/photos/photos';
import { refuse } from '../../domain/errors.ts';
import { type HonoEnv, openReadDatabase } from '../../http/request-context.ts';

/** How long browsers and caches may show a photo without asking again: as long as it can still be seen after its account is gone. */
const PHOTO_FRESH_MS = 5 * MINUTE;
/** Names that can be keys of the photo bucket, which throws for any other. */
const NAME = /^[\w.-]{1,200}$/;

/** The content types that are served. A file stored with another type is served as WebP, so that it never runs as a page. */
const TYPES = ['image/webp', 'image/jpeg', 'image/png'];

/**
 * A file of the photo bucket, while its photo is there and its member is neither deleted nor banned; else refuses with `not_found`. The
 * database is asked beside the photo bucket and not before it (docs/product.md, "Photo files",
 * docs/decisions/0068-ask-the-database-whether-a-photo-is-shown.md).
 */
export async function servePhoto(c: HonoContext<HonoEnv>): Promise<Response> {
  const name = c.req.param('name') ?? '';
  if (!NAME.test(name)) return refuse('not_found');
  const isPortrait = isDemoPortrait(name);
  const [photo, shown] = await Promise.all([
    c.var.env.PHOTOS.get(name, { onlyIf: c.req.raw.headers }),
    isPortrait ? null : shownPhotoFile(openReadDatabase(c), name),
  ]);
  if (!photo || shown?.length === 0) return refuse('not_found');
  const seconds = (isPortrait ? DAY : PHOTO_FRESH_MS) / 1000;
  const headers = new Headers({ ETag: photo.httpEtag, 'Cache-Control': `public, max-age=${seconds}` });
  if (!('body' in photo)) return new Response(null, { status: 304, headers });
  headers.set('Content-Type', TYPES.find((type) => type === photo.httpMetadata?.contentType) ?? 'image/webp');
  headers.set('X-Content-Type-Options', 'nosniff');
  return new Response(photo.body, { headers });
}
