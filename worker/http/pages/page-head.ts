import * as v from 'valibot';
import { BOOT_ELEMENT, type Boot } from '#contract/pages/boot';
import { HERO_SIZES, photoSourceSet } from '#contract/pages/hero-photo';
import { isSlugged } from '#contract/pages/landers';
import { isLander, type PageName, TEXT_PAGES } from '#contract/pages/page-routes';
import { escapeHtml } from '#contract/pages/text-page';
import { OPEN_GRAPH_LOCALES } from '#contract/primitives';
import type { HeadTexts } from './head-texts.ts';
import type { HeroPhoto } from './hero-photo.ts';

/** The files that a page loads first, as the build lists them. */
export const PageFiles = v.object({ js: v.array(v.string()), css: v.array(v.string()), texts: v.array(v.string()) });

/** A script element with JSON. Each `<` in it is escaped, so that it can neither end the element nor open a comment. */
export const jsonBlock = (id: string, content: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(content).replaceAll('<', '\\u003c')}</script>`;

/** Sets language and template on the `html` element of a page. */
export const documentAttributes = ({ locale, settings }: Pick<Boot, 'locale' | 'settings'>) => ({
  element(element: Element) {
    element.setAttribute('lang', locale);
    element.setAttribute('data-template', settings.template);
  },
});

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const openGraphTag = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
const link = (rel: string, href: string, more = '') => `<link rel="${rel}"${more} href="${escapeHtml(href)}">`;

/** The pages that show everybody the same. They may be indexed and shared. */
const SHAREABLE_PAGES: readonly PageName[] = [
  'index',
  'login',
  'signup',
  'match-finder',
  'pricing',
  'pages-transparency',
  'complaints',
  'pages-notice',
  'cancellation',
  ...TEXT_PAGES,
];
export const isShareable = (page: PageName): boolean =>
  SHAREABLE_PAGES.includes(page) || (isLander(page) && isSlugged(page) && page.startsWith('landers-'));

/** The picture of shared links, drawn by assets/icons/draw-social-picture.ts. */
const SOCIAL_PICTURE = { path: '/icons/social.jpg', width: '1200', height: '630' };

/** The tags for search engines and previews: the canonical address, one for each language (`?lang=`), and what a shared link shows. */
function publicTags({ boot, head, address }: Pick<PageHead, 'boot' | 'head' | 'address'>): string[] {
  const { locales, name } = boot.settings;
  const others = locales.filter((locale) => locale !== boot.locale);
  return [
    link('canonical', address),
    ...locales.map((locale) => link('alternate', `${address}?lang=${locale}`, ` hreflang="${locale}"`)),
    link('alternate', address, ' hreflang="x-default"'),
    openGraphTag('og:type', 'website'),
    openGraphTag('og:site_name', name),
    openGraphTag('og:title', head.title),
    openGraphTag('og:description', head.description),
    openGraphTag('og:url', address),
    openGraphTag('og:image', new URL(SOCIAL_PICTURE.path, address).href),
    openGraphTag('og:image:width', SOCIAL_PICTURE.width),
    openGraphTag('og:image:height', SOCIAL_PICTURE.height),
    openGraphTag('og:locale', OPEN_GRAPH_LOCALES[boot.locale]),
    ...others.map((locale) => openGraphTag('og:locale:alternate', OPEN_GRAPH_LOCALES[locale])),
    meta('twitter:card', 'summary_large_image'),
  ];
}

/** Lets the browser load the photo with which a page begins before any script asks for it. */
const heroPreload = ({ image, page }: HeroPhoto, { settings }: Boot): string =>
  `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escapeHtml(photoSourceSet(image, settings.cdn_prefix))}" imagesizes="${HERO_SIZES[page]}">`;

interface PageHead {
  readonly boot: Boot;
  /** Null on an error page. */
  readonly name: PageName | null;
  readonly head: HeadTexts;
  readonly files: v.InferOutput<typeof PageFiles> | undefined;
  readonly hero: HeroPhoto | null;
  /** The public address of the page, without a query. */
  readonly address: string;
}

/** The HTML that the Worker adds to the head of a page: description, files to load, public tags and boot data. */
export function headTags({ boot, name, head, files, hero, address }: PageHead): string {
  return [
    meta('description', head.description),
    meta('apple-mobile-web-app-title', boot.settings.name),
    ...(files?.css ?? []).map((href) => link('stylesheet', href)),
    ...(hero ? [heroPreload(hero, boot)] : []),
    ...(files?.js ?? []).map((href) => link('modulepreload', href, ' fetchpriority="low"')),
    ...(files?.texts ?? ['messages']).map((file) =>
      link('preload', `/_i18n/${boot.locale}/${file}.json?v=${boot.build}`, ' as="fetch" crossorigin fetchpriority="low"'),
    ),
    ...(name ? [] : [meta('robots', 'noindex')]),
    ...(name && isShareable(name) ? publicTags({ boot, head, address }) : []),
    jsonBlock(BOOT_ELEMENT, boot),
  ].join('\n');
}

/** An empty page with a language and a title that must not be indexed. Crawlers get it for unknown addresses. */
export const emptyPage = (locale: string, title: string): string =>
  [
    '<!doctype html>',
    `<html lang="${locale}">`,
    `<head><meta charset="utf-8">${meta('robots', 'noindex')}<title>${escapeHtml(title)}</title></head>`,
    '<body></body>',
    '</html>',
  ].join('\n');
