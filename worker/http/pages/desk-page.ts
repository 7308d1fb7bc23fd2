import type { Context as HonoContext } from 'hono';
import type { HonoEnv } from '../request-context.ts';
import { lastKnownSettings, localeOfRequest } from '../request-context.ts';
import { NOINDEX } from '../robots.ts';
import { assetOf } from './head-texts.ts';

/** The desk speaks these languages, and English to everybody else. */
const DESK_LOCALES: readonly string[] = ['en', 'nl'];
const YEAR_SECONDS = 365 * 24 * 3600;

/** The policy of the desk: nothing from elsewhere, no socket, and photos of the site alone; their placeholders are `data:` pictures. */
const policyOf = (photoOrigin: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data:${photoOrigin === null ? '' : ` ${photoOrigin}`}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Answers `/operator` and every address below it with the page of the desk. It holds no data of anybody: the desk asks for them with its own
 * session (docs/product.md, "The desk").
 */
export async function serveDesk(c: HonoContext<HonoEnv>): Promise<Response> {
  const { name, domain_language: fallback, cdn_prefix: photos } = lastKnownSettings(c.var.env);
  const requested = localeOfRequest(c, fallback);
  const document = await assetOf(c, '/_desk/index.html');
  if (!document.ok) return c.notFound();
  const page = new HTMLRewriter()
    .on('html', {
      element(element) {
        element.setAttribute('lang', DESK_LOCALES.includes(requested) ? requested : 'en');
      },
    })
    .on('title', {
      element(element) {
        element.setInnerContent(name);
      },
    })
    .transform(new Response(document.body));
  return c.html(await page.text(), 200, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policyOf(URL.canParse(photos) ? new URL(photos).origin : null),
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...NOINDEX,
  });
}

/** Answers a script, style, font or picture of the desk; its name holds a hash of its content. */
export async function serveDeskFile(c: HonoContext<HonoEnv>): Promise<Response> {
  const found = await assetOf(c, c.req.path);
  if (!found.ok) return c.notFound();
  const answer = new Response(found.body, found);
  answer.headers.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
  answer.headers.set('X-Robots-Tag', NOINDEX['X-Robots-Tag']);
  return answer;
}
