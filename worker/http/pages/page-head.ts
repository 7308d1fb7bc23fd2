import * as v from 'valibot';
import { ANSWER_ELEMENT, BOOT_ELEMENT, type Boot } from '#contract/pages/boot';
import { isSlugged } from '#contract/pages/landers';
import { isLander, type PageName, TEXT_PAGES } from '#contract/pages/page-routes';
import { escaped } from '#contract/pages/text-page';
import { GIF_LOCALES } from '#contract/primitives';
import type { FirstAnswered } from './boot.ts';
import type { HeadTexts } from './head-texts.ts';

/** The files that a page loads first, as the build lists them. */
export const PageFiles = v.object({ js: v.array(v.string()), css: v.array(v.string()), texts: v.array(v.string()) });

/** A script element with JSON. Each `<` in it is escaped, so that it can neither end the element nor open a comment. */
export const jsonBlock = (id: string, content: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(content).replaceAll('<', '\\u003c')}</script>`;

const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}">`;
const link = (rel: string, href: string, more = '') => `<link rel="${rel}"${more} href="${escaped(href)}">`;

/** The pages that show everybody the same. They may be indexed and shared. */
const FOR_ALL: readonly PageName[] = ['index', 'login', 'signup', 'match-finder', 'pricing', 'complaints', ...TEXT_PAGES];
const isForAll = (page: PageName) => FOR_ALL.includes(page) || (isLander(page) && isSlugged(page) && page.startsWith('landers-'));

/** The picture of shared links, drawn by assets/icons/draw-social-picture.ts. */
const PICTURE = { path: '/icons/social.jpg', width: '1200', height: '630' };

/** The tags for search engines and previews: the canonical address, one for each language (`?lang=`), and what a shared link shows. */
function publicTags({ boot, head, address }: Pick<PageHead, 'boot' | 'head' | 'address'>): string[] {
  const { locales, name } = boot.settings;
  const others = locales.filter((locale) => locale !== boot.locale);
  return [
    link('canonical', address),
    ...locales.map((locale) => link('alternate', `${address}?lang=${locale}`, ` hreflang="${locale}"`)),
    link('alternate', address, ' hreflang="x-default"'),
    property('og:type', 'website'),
    property('og:site_name', name),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', address),
    property('og:image', new URL(PICTURE.path, address).href),
    property('og:image:width', PICTURE.width),
    property('og:image:height', PICTURE.height),
    property('og:locale', GIF_LOCALES[boot.locale]),
    ...others.map((locale) => property('og:locale:alternate', GIF_LOCALES[locale])),
    meta('twitter:card', 'summary_large_image'),
  ];
}

interface PageHead {
  readonly boot: Boot;
  /** Null on an error page. */
  readonly name: PageName | null;
  readonly head: HeadTexts;
  readonly files: v.InferOutput<typeof PageFiles> | undefined;
  readonly answer: FirstAnswered;
  /** The public address of the page, without a query. */
  readonly address: string;
}

/** The HTML that the Worker adds to the head of a page: description, files to load, public tags, boot data and initial answer. */
export function headTags({ boot, name, head, files, answer, address }: PageHead): string {
  return [
    meta('description', head.description),
    meta('apple-mobile-web-app-title', boot.settings.name),
    ...(files?.css ?? []).map((href) => link('stylesheet', href)),
    ...(files?.js ?? []).map((href) => link('modulepreload', href)),
    ...(files?.texts ?? ['messages']).map((file) =>
      link('preload', `/_i18n/${boot.locale}/${file}.json?v=${boot.build}`, ' as="fetch" crossorigin'),
    ),
    ...(name ? [] : [meta('robots', 'noindex')]),
    ...(name && isForAll(name) ? publicTags({ boot, head, address }) : []),
    jsonBlock(BOOT_ELEMENT, boot),
    ...(answer ? [jsonBlock(ANSWER_ELEMENT, answer)] : []),
  ].join('\n');
}

/** An empty page with a language and a title that must not be indexed. Crawlers get it for unknown addresses. */
export const emptyPage = (locale: string, title: string): string =>
  [
    '<!doctype html>',
    `<html lang="${locale}">`,
    `<head><meta charset="utf-8">${meta('robots', 'noindex')}<title>${escaped(title)}</title></head>`,
    '<body></body>',
    '</html>',
  ].join('\n');
