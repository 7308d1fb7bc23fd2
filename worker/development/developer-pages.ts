import type { Context as HonoContext } from 'hono';
import { BOOT_ELEMENT } from '#contract/pages/boot';
import { readPageStart } from '../http/pages/boot.ts';
import { assetOf } from '../http/pages/head-texts.ts';
import { documentAttributes, jsonBlock } from '../http/pages/page-head.ts';
import type { HonoEnv } from '../http/request-context.ts';
import { NOINDEX } from '../http/robots.ts';

/** No build id, so that the texts of these pages are not cached. */
const BUILD = '';

/**
 * Answers `/_dev/dialogs`, `/_dev/top-nav` and `/_dev/activate-reminder`: one HTML page for all three, which only a development build has
 * (docs/product.md, "Developer pages").
 */
export async function showPage(c: HonoContext<HonoEnv>): Promise<Response> {
  const [document, { boot }] = await Promise.all([assetOf(c, '/_dev/index.html'), readPageStart(c, BUILD, null)]);
  if (!document.ok) return c.notFound();
  const page = new HTMLRewriter()
    .on('html', documentAttributes(boot))
    .on('head', {
      element(element) {
        element.append(jsonBlock(BOOT_ELEMENT, boot), { html: true });
      },
    })
    .transform(new Response(document.body));
  return c.html(await page.text(), 200, { 'Cache-Control': 'no-store', ...NOINDEX });
}

/** Answers the scripts and styles of that page. */
export async function showAsset(c: HonoContext<HonoEnv>): Promise<Response> {
  const found = await assetOf(c, c.req.path);
  return found.ok ? new Response(found.body, found) : c.notFound();
}
