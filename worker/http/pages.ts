import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import { ANSWER_ELEMENT, BOOT_ELEMENT, type Boot } from '#contract/boot';
import { knownPageAt } from '#contract/landers';
import type { SearchAnswer } from '#contract/members';
import type { PageName } from '#contract/pages';
import { escaped } from '#contract/text-page';
import { type FirstAnswer, startOf } from './boot.ts';
import { firstLook } from './first-look.ts';
import { assetOf, headOf } from './head-texts.ts';
import { touchIconOf } from './manifest.ts';
import { type HonoEnv, lastGoodSettings } from './request-context.ts';

/** What the build knows of its pages: its own name and the files each page loads first. */
const PagePreloads = v.object({
  build: v.string(),
  pages: v.record(v.string(), v.object({ js: v.array(v.string()), css: v.array(v.string()), texts: v.array(v.string()) })),
});
type PagePreloads = v.InferOutput<typeof PagePreloads>;

let preloads: PagePreloads | undefined;

async function pagePreloads(c: HonoContext<HonoEnv>): Promise<PagePreloads> {
  preloads ??= v.parse(PagePreloads, await (await assetOf(c, '/page-preloads.json')).json());
  return preloads;
}

/** JSON that cannot end its script element nor open a comment in it. */
const jsonBlock = (id: string, content: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(content).replaceAll('<', '\\u003c')}</script>`;

interface Head {
  readonly boot: Boot;
  readonly name: PageName | null;
  readonly description: string;
  readonly files: PagePreloads['pages'][string] | undefined;
  readonly answer: SearchAnswer | null;
}

function headTags({ boot, name, description, files, answer }: Head): string {
  return [
    `<meta name="description" content="${escaped(description)}">`,
    `<meta name="apple-mobile-web-app-title" content="${escaped(boot.settings.name)}">`,
    ...(files?.css ?? []).map((href) => `<link rel="stylesheet" href="${escaped(href)}">`),
    ...(files?.js ?? []).map((href) => `<link rel="modulepreload" href="${escaped(href)}">`),
    ...(files?.texts ?? ['messages']).map(
      (file) => `<link rel="preload" as="fetch" crossorigin href="/_i18n/${boot.locale}/${file}.json?v=${escaped(boot.build)}">`,
    ),
    ...(name ? [] : ['<meta name="robots" content="noindex">']),
    jsonBlock(BOOT_ELEMENT, boot),
    ...(answer ? [jsonBlock(ANSWER_ELEMENT, answer)] : []),
  ].join('\n');
}

/** Machines that read pages for search engines and previews; a Cubot is a phone. */
const BOT = /(?<!cu)bot\b|crawler|spider|slurp|facebookexternalhit|whatsapp/i;

/** Who answers first what a page's screen asks of a member when its address says nothing more. */
type FirstAnswers = Partial<Record<PageName, FirstAnswer>>;

/** Answers navigations: the built page with language, title, preloads, first look and boot data, and the status its address deserves. */
export const pageServer = (firstAnswers: FirstAnswers) => (c: HonoContext<HonoEnv>) => servePage(c, firstAnswers);

async function servePage(c: HonoContext<HonoEnv>, firstAnswers: FirstAnswers): Promise<Response> {
  const name = knownPageAt(c.req.path);
  // The error page is for people (specification 2): a bot only needs the status.
  if (!name && BOT.test(c.req.header('User-Agent') ?? '')) return c.text('Page Not Found', 404, { 'Cache-Control': 'no-store' });
  const { build, pages } = await pagePreloads(c);
  const ask = (name && new URL(c.req.url).search === '' && firstAnswers[name]) || null;
  const [shell, { boot, answer }] = await Promise.all([assetOf(c, '/index.html'), startOf(c, build, ask)]);
  const [head, look] = await Promise.all([headOf(c, name, boot.locale, boot.settings.name), firstLook(c, { name, boot, answer })]);
  const title = `${head.title} · ${boot.settings.name}`;
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
    .on('meta[name="theme-color"][media*="light"]', {
      element(element) {
        element.setAttribute('content', boot.settings.theme_color);
      },
    })
    .on('link[rel="apple-touch-icon"]', {
      element(element) {
        element.setAttribute('href', touchIconOf(lastGoodSettings(c.var.env)));
      },
    })
    .on('head', {
      element(element) {
        element.append(headTags({ boot, name, description: head.description, files: name ? pages[name] : undefined, answer }), {
          html: true,
        });
      },
    })
    .on('#root', {
      element(element) {
        element.setInnerContent(look, { html: true });
      },
    })
    .transform(new Response(shell.body));
  const headers = new Headers({ 'Content-Type': 'text/html; charset=UTF-8', 'Cache-Control': 'no-store' });
  for (const [key, value] of c.res.headers) if (key === 'set-cookie') headers.append(key, value);
  return new Response(page.body, { status: name ? 200 : 404, headers });
}
