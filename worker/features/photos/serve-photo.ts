import type { Context as HonoContext } from 'hono';
import { DAY, MINUTE } from '#contract/durations';
import { isDemoPortrait, shownPhotoFile } from '#db/queries/photos/photos';
import { refuse } from '../../domain/errors.ts';
import { photoResponse } from '../../http/photo-response.ts';
import { databasesOf, type HonoEnv } from '../../http/request-context.ts';
import { sessionPort } from '../../http/session-cookie.ts';

/** How long browsers and caches may show a photo without asking again: as long as it can still be seen after its account is gone. */
const PHOTO_FRESH_MS = 5 * MINUTE;
/** How caches may keep a held photo: not at all. */
const HELD = 'private, no-store';
/** Names that can be keys of the photo bucket, which throws for any other. */
const NAME = /^[\w.-]{1,200}$/;

/** A credential that no session has. */
const NO_SESSION = { memberId: '', tokenHash: '' };

/** Who may see a file of a photo now; null if nobody may, or only somebody else. */
async function audienceOf(c: HonoContext<HonoEnv>, name: string): Promise<'everybody' | 'owner' | null> {
  const { credential } = await sessionPort(c, c.var.env.SITE_URL);
  const [found] = await shownPhotoFile(databasesOf(c).readDb, name, credential ?? NO_SESSION, Date.now());
  if (!found) return null;
  return found.isHeld ? 'owner' : 'everybody';
}

/**
 * A file of the photo bucket, while its photo is there and its member is neither deleted nor banned; else refuses with `not_found`. A held photo
 * is served to its owner only, and no cache keeps it. The database is asked beside the photo bucket and not before it (docs/product.md, "Photo
 * files", docs/decisions/0068-ask-the-database-whether-a-photo-is-shown.md).
 */
export async function servePhoto(c: HonoContext<HonoEnv>): Promise<Response> {
  const name = c.req.param('name') ?? '';
  if (!NAME.test(name)) return refuse('not_found');
  const isPortrait = isDemoPortrait(name);
  const [photo, audience] = await Promise.all([
    c.var.env.PHOTOS.get(name, { onlyIf: c.req.raw.headers }),
    isPortrait ? 'everybody' : audienceOf(c, name),
  ]);
  if (!photo || audience === null) return refuse('not_found');
  const seconds = (isPortrait ? DAY : PHOTO_FRESH_MS) / 1000;
  return photoResponse(photo, audience === 'owner' ? HELD : `public, max-age=${seconds}`);
}
