import type { Context as HonoContext } from 'hono';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { refuse } from '../../domain/errors.ts';
import type { HonoEnv } from '../request-context.ts';
import { pagePreloads } from './built-files.ts';

const DAY_SECONDS = 24 * 3600;

/**
 * Answers a locale file: `messages.json` holds the common texts, each other file those of one feature. It may be cached for a day if the
 * address names this build (docs/product.md, "Texts on a page"). Refuses an unknown file with `not_found`.
 */
export async function serveLocaleFile(c: HonoContext<HonoEnv>): Promise<Response> {
  const { locale = '', file = '' } = c.req.param();
  const isKnown = SHIPPED_LOCALES.some((shipped) => shipped === locale) && /^[a-z0-9-]+\.json$/.test(file);
  if (!isKnown) return refuse('not_found');
  const found = await c.var.env.ASSETS.fetch(new URL(`/_i18n/${locale}/${file}`, c.req.url));
  if (!found.ok) return refuse('not_found');
  // A page of another build asks with the id of that build, under which these texts must not be cached.
  const { build } = await pagePreloads(c);
  const headers = {
    'Content-Type': 'application/json; charset=UTF-8',
    'Cache-Control': c.req.query('v') === build ? `public, max-age=${DAY_SECONDS}, immutable` : 'no-cache',
  };
  return new Response(found.body, { headers });
}
