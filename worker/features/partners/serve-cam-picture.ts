import type { Context as HonoContext } from 'hono';
import { openDatabase } from '#db/client';
import { refuse } from '../../domain/errors.ts';
import { partnersOf } from '../../domain/partners.ts';
import { currentSettings, type HonoEnv } from '../../http/request-context.ts';
import { readCams, readPicture } from '../../platform/partners/cam-feed.ts';

const DAY_SECONDS = 24 * 3600;

/**
 * Serves a partner's picture from this site, so that a browser contacts the partner only after the member follows a link
 * (docs/product.md, "Partner pictures").
 */
export async function serveCamPicture(c: HonoContext<HonoEnv>): Promise<Response> {
  const { env } = c.var;
  const { account = '', tag = '' } = c.req.param();
  const now = Date.now();
  const settings = await currentSettings(env, openDatabase(env.DB_URL, env.DB_TOKEN), now);
  const cams = await readCams(partnersOf(settings, env).feed, now);
  const picture = await readPicture(env.SIGNING_KEY, cams, { account, tag });
  if (!picture) return refuse('not_found');
  return new Response(picture.body, {
    headers: {
      'Content-Type': picture.type,
      'Cache-Control': `public, max-age=${DAY_SECONDS}, immutable`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
