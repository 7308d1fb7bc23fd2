import type { Context as HonoContext } from 'hono';
import { refuse } from '../../domain/errors.ts';
import type { HonoEnv } from '../../http/request-context.ts';

const DAY_SECONDS = 24 * 3600;
/** Names that can be keys of the photo bucket, which throws for any other. */
const NAME = /^[\w.-]{1,200}$/;

/** The content types that are served. A file stored with another type is served as WebP, so that it never runs as a page. */
const TYPES = ['image/webp', 'image/jpeg', 'image/png'];

/**
 * A file of the photo bucket. Its name cannot be guessed and never changes, so browsers and the edge may keep it for a day
 * (docs/product.md, "Photo files").
 */
export async function servePhoto(c: HonoContext<HonoEnv>): Promise<Response> {
  const name = c.req.param('name') ?? '';
  if (!NAME.test(name)) return refuse('not_found');
  const photo = await c.var.env.PHOTOS.get(name, { onlyIf: c.req.raw.headers });
  if (!photo) return refuse('not_found');
  const headers = new Headers({ ETag: photo.httpEtag, 'Cache-Control': `public, max-age=${DAY_SECONDS}` });
  if (!('body' in photo)) return new Response(null, { status: 304, headers });
  headers.set('Content-Type', TYPES.find((type) => type === photo.httpMetadata?.contentType) ?? 'image/webp');
  headers.set('X-Content-Type-Options', 'nosniff');
  return new Response(photo.body, { headers });
}
