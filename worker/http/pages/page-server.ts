import type { Context as HonoContext } from 'hono';
import { type Boot, INITIAL_ANSWERS_ELEMENT } from '#contract/pages/boot';
import { knownPageAt } from '#contract/pages/landers';
import { type PageName, withoutTrailingSlash } from '#contract/pages/page-routes';
import { maySignUp } from '#contract/settings';
import { type HonoEnv, keepBookmark, lastKnownSettings, localeOfRequest, storeLocaleOfAddress } from '../request-context.ts';
import { NOINDEX } from '../robots.ts';
import { type ReadInitialAnswer, readPageStart } from './boot.ts';
import { pagePreloads } from './built-files.ts';
import { assetOf, type HeadTexts, headTextsOf } from './head-texts.ts';
import { heroPhotoOf } from './hero-photo.ts';
import { documentAttributes, emptyPage, headTags, isShareable, jsonBlock } from './page-head.ts';
import { prerenderedShell } from './prerendered-shell.ts';
import { touchIconOf } from './web-manifest.ts';

/** The `User-Agent` of crawlers and link previews. Cubot is excluded, because it is a brand of phones. */
const BOT_USER_AGENT =
  /(?<!cu)bot\b|crawler|spider|slurp|facebookexternalhit|meta-external|whatsapp|bingpreview|uripreview|mediapartners|googleother|google-inspection|archiver|embedly/i;

/** For each page that comes with an initial answer, the function that gives it. */
export type InitialAnswers = Partial<Record<PageName, ReadInitialAnswer>>;

/** Answers navigations: the built page with language, title, preloads, prerendered shell and boot data, with the status 200 or 404. */
export const pageServer = (firstAnswers: InitialAnswers) => (c: HonoContext<HonoEnv>) => servePage(c, firstAnswers);

const titleOf = ({ title }: HeadTexts, site: string) => `${title} · ${site}`;

/**
 * The error page for crawlers: an empty page with the status 404. It does not read the database
 * (docs/product.md, "Treatment of crawlers").
 */
async function emptyErrorPage(c: HonoContext<HonoEnv>): Promise<Response> {
  const { name, domain_language: fallback } = lastKnownSettings(c.var.env);
  const locale = localeOfRequest(c, fallback);
  const page = emptyPage(locale, titleOf(await headTextsOf(c, null, locale, { name, isSignupOpen: false }), name));
  return c.html(page, 404, { 'Cache-Control': 'no-store', ...NOINDEX });
}

/** Whether the visitor may sign up, by the campaign parameter in the address. A campaign of an earlier visit is known to the page alone. */
const mayVisitorSignUp = (c: HonoContext<HonoEnv>, { settings }: Boot): boolean => maySignUp(settings, c.req.query('network'));

async function servePage(c: HonoContext<HonoEnv>, firstAnswers: InitialAnswers): Promise<Response> {
  const pageOfPath = knownPageAt(c.req.path);
  const isBot = BOT_USER_AGENT.test(c.req.header('User-Agent') ?? '');
  if (!pageOfPath && isBot) return emptyErrorPage(c);
  const { build, pages, inline_scripts } = await pagePreloads(c);
  c.set('inlineScripts', inline_scripts);
  const ask = (pageOfPath && firstAnswers[pageOfPath]) || null;
  const [document, { boot: bootData, answers: found, isIndexable }] = await Promise.all([
    assetOf(c, '/index.html'),
    readPageStart(c, build, ask),
  ]);
  const isMissing = found === 'missing';
  if (isMissing && isBot) return emptyErrorPage(c);
  const boot = { ...bootData, ...(isMissing && { is_missing: true }) };
  const [name, answers] = isMissing ? [null, []] : [pageOfPath, found];
  const head = await headTextsOf(c, name, boot.locale, { name: boot.settings.name, isSignupOpen: mayVisitorSignUp(c, boot) });
  const shell = await prerenderedShell(c, { name, boot, answers, title: head.title });
  const address = `${c.var.env.SITE_URL}${withoutTrailingSlash(c.req.path)}`;
  const tags = headTags({ boot, name, head, files: name ? pages[name] : undefined, hero: heroPhotoOf(name, boot, answers), address });
  const page = new HTMLRewriter()
    .on('html', documentAttributes(boot))
    .on('title', {
      element(element) {
        element.setInnerContent(titleOf(head, boot.settings.name));
      },
    })
    .on('meta[name="theme-color"][media*="light"]', {
      element(element) {
        element.setAttribute('content', boot.settings.theme_color);
      },
    })
    .on('link[rel="apple-touch-icon"]', {
      element(element) {
        element.setAttribute('href', touchIconOf(lastKnownSettings(c.var.env)));
      },
    })
    .on('head', {
      element(element) {
        element.append(tags, { html: true });
      },
    })
    .on('#root', {
      element(element) {
        element.setInnerContent(shell, { html: true });
      },
    })
    .on('body', {
      element(element) {
        // Behind the shell, which is then painted before the answers have arrived. Module scripts run after them.
        if (answers.length > 0) element.append(jsonBlock(INITIAL_ANSWERS_ELEMENT, answers), { html: true });
      },
    })
    .transform(new Response(document.body));
  storeLocaleOfAddress(c);
  keepBookmark(c, false);
  const mayBeIndexed = name !== null && (isShareable(name) || isIndexable);
  const headers = new Headers({
    'Content-Type': 'text/html; charset=UTF-8',
    'Cache-Control': 'no-store',
    ...(mayBeIndexed ? {} : NOINDEX),
  });
  for (const [key, value] of c.res.headers) if (key === 'set-cookie') headers.append(key, value);
  return new Response(page.body, { status: name ? 200 : 404, headers });
}
