import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import { BOOT_ELEMENT, type Boot } from '#contract/boot';
import { PAGES, pageAt, type PageName } from '#contract/pages';
import { bootOf } from './boot.ts';
import type { HonoEnv } from './request-context.ts';

/** What the build knows of its pages: its own name and the files each page loads first. */
const PagePreloads = v.object({
  build: v.string(),
  pages: v.record(v.string(), v.object({ js: v.array(v.string()), css: v.array(v.string()) })),
});
type PagePreloads = v.InferOutput<typeof PagePreloads>;
const Titles = v.object({ pageTitle: v.record(v.string(), v.string()) });

let preloads: PagePreloads | undefined;
const titles = new Map<string, Record<string, string>>();

const asset = (c: HonoContext<HonoEnv>, path: string) => c.var.env.ASSETS.fetch(new URL(path, c.req.url));

async function pagePreloads(c: HonoContext<HonoEnv>): Promise<PagePreloads> {
  preloads ??= v.parse(PagePreloads, await (await asset(c, '/page-preloads.json')).json());
  return preloads;
}

async function titlesIn(c: HonoContext<HonoEnv>, locale: string): Promise<Record<string, string>> {
  const known = titles.get(locale);
  if (known) return known;
  const { pageTitle } = v.parse(Titles, await (await asset(c, `/_i18n/${locale}/messages.json`)).json());
  titles.set(locale, pageTitle);
  return pageTitle;
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
/** JSON that cannot end its script element nor open a comment in it. */
const jsonBlock = (boot: Boot) => JSON.stringify(boot).replaceAll('<', '\\u003c');

function headTags(boot: Boot, name: PageName | null, files: PagePreloads['pages'][string] | undefined): string {
  const texts = ['messages', ...(name ? [PAGES[name].texts] : [])];
  return [
    ...(files?.css ?? []).map((href) => `<link rel="stylesheet" href="${attribute(href)}">`),
    ...(files?.js ?? []).map((href) => `<link rel="modulepreload" href="${attribute(href)}">`),
    ...texts.map((file) => `<link rel="preload" as="fetch" crossorigin href="/_i18n/${boot.locale}/${file}.json?v=${attribute(boot.build)}">`),
    ...(name ? [] : ['<meta name="robots" content="noindex">']),
    `<script type="application/json" id="${BOOT_ELEMENT}">${jsonBlock(boot)}</script>`,
  ].join('\n');
}

/** Answers a navigation: the built page with language, title, preloads and boot data, and the status its address deserves. */
export async function servePage(c: HonoContext<HonoEnv>): Promise<Response> {
  const name = pageAt(c.req.path);
  const { build, pages } = await pagePreloads(c);
  const [shell, boot] = await Promise.all([asset(c, '/index.html'), bootOf(c, build)]);
  const pageTitle = await titlesIn(c, boot.locale);
  const title = `${pageTitle[name ?? 'not-found'] ?? ''} · ${boot.settings.name}`.replace(/^ · /, '');
  const page = new HTMLRewriter()
    .on('html', {
      element(element) {
        element.setAttribute('lang', boot.locale);
        element.setAttribute('data-template', boot.settings.template);
      },
    })
    .on('title', {
      element(element) {
        element.setInnerContent(title);
      },
    })
    .on('head', {
      element(element) {
        element.append(headTags(boot, name, name ? pages[name] : undefined), { html: true });
      },
    })
    .transform(new Response(shell.body));
  const headers = new Headers({ 'Content-Type': 'text/html; charset=UTF-8', 'Cache-Control': 'no-store' });
  for (const [key, value] of c.res.headers) if (key === 'set-cookie') headers.append(key, value);
  return new Response(page.body, { status: name ? 200 : 404, headers });
}
