import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { User } from '#contract/account';
import { PAGES, TEXT_PAGES } from '#contract/pages/page-routes';
import {
  conditionalPart,
  PLACEHOLDER_CARDS_MARK,
  SHELL_QUERY_PLACEHOLDER,
  type ShellName,
  type ShellVariant,
} from '#contract/pages/prerendered-shells';
import type { TextPage } from '#contract/pages/text-page';
import { type Locale, SHIPPED_LOCALES } from '#contract/primitives';
import { type Image, type Profile, photoWidths } from '#contract/profile';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { MemberCard } from '../../cards/member-card.tsx';
import { i18n, initTexts, loadTexts } from '../../i18n/i18n.ts';
import { currentSettings, setSettings } from '../../session/settings.ts';
import sprite from '../../ui/icons.svg?raw';
import { loadScreen } from '../routes/routes.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { Shell } from '../shell/shell.tsx';
import { BLANK_USER } from './blank-user.ts';
import { ScriptsNeeded } from './scripts-needed.tsx';

/** Placeholders for what the Worker fills in: private-use characters and unusual numbers that occur in no text of the site. */
const SITE = '\u{e000}';
const AGE = 7_103;
const TEXT_LEAD = '\u{e001}';
const TEXT_BODY = '\u{e002}';
const WIDTH = 5_113;
const HEIGHT = 6_473;
const NAME = '\u{e003}';
const PLACE = '\u{e004}';
const WORDS = '\u{e005}';
const LANGUAGE = '\u{e006}';
const TITLE = '\u{e007}';
const PATH = '\u{e008}';
/** The query of a login link in a shell whose address is not known at build. */
const NEXT_QUERY = `?next=${encodeURIComponent(`/${SHELL_QUERY_PLACEHOLDER}`)}`;
const FEATURED_AGE = 7_109;
const FICTIONAL_LABEL = /<span class="tag">[^<]*<\/span>/g;
const PARAGRAPH_OF_WORDS = new RegExp(`<p [^>]*>${WORDS}</p>`);
const SKELETON_CARDS = /<div class="cards" aria-busy="true"[^>]*>(<div class="card skeleton">.*?<\/div>)+<\/div>/;
const COMMENT = /<!--[\s\S]*?-->/g;
/** Markup that React and the router add for a page on which they run. */
const CLIENT_MARKUP = /<link rel="preload"[^>]*>| data-discover="true"/g;
const FORM = /<form /g;
const SYMBOL = /<symbol [\s\S]*?<\/symbol>/g;
const SYMBOL_ID = /id="([\w-]+)"/;

/** Pages with almost nothing that is the same for every member: their shell is the frame around a loading sign. */
const FRAME_ONLY_PAGES: readonly ShellName[] = ['home', 'likes-type', 'chats-chatId', 'profile', 'profile-settings', 'credits'];

const IMAGE: Image = {
  id: '',
  thumb_filename: 'thumb',
  medium_filename: 'medium',
  large_filename: 'large',
  thumbhash: '',
  is_nude: false,
  width: WIDTH,
  height: HEIGHT,
};

/** Replaces the file names and measures of the drawn photo by `{{names}}`. */
function withImage(html: string): string {
  const { thumb, medium, large } = photoWidths(WIDTH);
  return html
    .replaceAll(
      `thumb ${thumb}w, medium ${medium}w, large ${large}w`,
      '{{thumb}} {{thumb_width}}w, {{medium}} {{medium_width}}w, {{large}} {{large_width}}w',
    )
    .replace('src="medium"', 'src="{{medium}}"')
    .replaceAll(String(WIDTH), '{{width}}')
    .replaceAll(String(HEIGHT), '{{height}}');
}

/** Puts the text of a text page into the cache with placeholders for lead and body. Returns the text; null for other pages. */
async function cacheText(page: ShellName, locale: Locale): Promise<TextPage | null> {
  if (!TEXT_PAGES.some((name) => name === page)) return null;
  const text: TextPage = await (await fetch(`/_i18n/${locale}/${page}.json`)).json();
  queryClient.setQueryData(['text', locale, page], { ...text, lead: TEXT_LEAD, body: TEXT_BODY });
  queryClient.setQueryData(['company'], null);
  return text;
}

/** The sprite of the icons that a shell uses: the page fetches its sprite only when its scripts run. */
function spriteOf(html: string): string {
  const symbols = sprite.match(SYMBOL)?.filter((symbol) => html.includes(`href="#${SYMBOL_ID.exec(symbol)?.[1]}"`)) ?? [];
  return `<div class="sprite"><svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg></div>`;
}

/** A profile whose values are placeholders. */
type FeaturedMemberPlaceholders = Omit<Profile, 'language'> & { readonly language: string };

/** Sets user, settings and language for the next `draw`. */
async function setSite({ locale, template, signups }: ShellVariant, user: User | null): Promise<void> {
  queryClient.clear();
  queryClient.setQueryData(queryKeys.user, user);
  setSettings({
    ...currentSettings(),
    visible_profile_fields: ['age', 'city', 'language'],
    visible_profile_notes: ['personal'],
    locales: [...SHIPPED_LOCALES],
    name: SITE,
    min_age: AGE,
    template,
    signups,
  });
  if (!i18n.isInitialized) await initTexts();
  await i18n.changeLanguage(locale);
}

/** Renders to HTML, without React's comments and hints. */
async function draw(location: string, children: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={location}>{children}</StaticRouter>
    </QueryClientProvider>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return (await new Response(prelude).text()).replaceAll(COMMENT, '').replaceAll(CLIENT_MARKUP, '');
}

/** Links to the login and the terms that the shell itself lacks, for readers without scripts. */
function noscriptLinks(html: string): string {
  const targets = [
    ['/login', i18n.t('navigation.log_in')],
    ['/pages/terms', i18n.t('titles.pages-terms')],
  ] as const;
  const links = targets
    .filter(([path]) => !html.includes(`href="${path}`))
    .map(([path, name]) => `<a class="link" href="${path}">${name}</a>`);
  return links.length > 0 ? `<noscript><p class="row">${links.join('')}</p></noscript>` : '';
}

const withSitePlaceholders = (html: string) => html.replaceAll(SITE, '{{site}}').replaceAll(String(AGE), '{{min_age}}');

/**
 * Renders the prerendered shell of a page at `address`: as a visitor sees it or, for a member page, without any data of a member. Returns
 * HTML with `{{names}}` that `fillTemplate` fills in. `lead` is the profile of the member that a landing page presents.
 */
export async function drawShell(page: ShellName, address: string, kind: ShellVariant, lead?: FeaturedMemberPlaceholders): Promise<string> {
  const isMemberPage = PAGES[page].access === 'member';
  await setSite(kind, isMemberPage ? BLANK_USER : null);
  if (lead) queryClient.setQueryData(queryKeys.featuredMember(BLANK_USER.id), lead);
  const { Screen } = await loadScreen(page);
  const text = await cacheText(page, kind.locale);
  const location = `${address.replace(':memberId', BLANK_USER.id)}${isMemberPage ? '' : SHELL_QUERY_PLACEHOLDER}`;
  const drawn = await draw(location, <Shell page={page}>{FRAME_ONLY_PAGES.includes(page) ? <ScreenLoading /> : <Screen />}</Shell>);
  const html = withSitePlaceholders(drawn)
    .replaceAll(BLANK_USER.id, '{{member}}')
    // A form that is sent before the scripts run would put what was typed into the address.
    .replaceAll(FORM, '<form method="dialog" ')
    .replace(TEXT_LEAD, () => text?.lead ?? '')
    .replace(TEXT_BODY, () => text?.body ?? '')
    .replace(SKELETON_CARDS, (skeletons) => `${PLACEHOLDER_CARDS_MARK}${skeletons}${PLACEHOLDER_CARDS_MARK}`);
  return `<div class="prerendered-shell">${html}${isMemberPage ? '' : noscriptLinks(html)}${spriteOf(html)}</div>`;
}

/** Renders the shell of a landing page that presents a member, with `{{names}}` for that member's data. */
export async function drawFeaturedMemberShell(page: ShellName, address: string, kind: ShellVariant): Promise<string> {
  const lead = {
    ...BLANK_USER.profile,
    name: NAME,
    city: PLACE,
    personal: WORDS,
    language: LANGUAGE,
    age: FEATURED_AGE,
    is_fictional: true,
    main_image: IMAGE,
  };
  const drawn = withImage(await drawShell(page, address, kind, lead));
  return drawn
    .replaceAll(FICTIONAL_LABEL, (label) => conditionalPart('fictional', label))
    .replace(PARAGRAPH_OF_WORDS, (paragraph) => conditionalPart('words', paragraph))
    .replaceAll(NAME, '{{name}}')
    .replaceAll(String(FEATURED_AGE), '{{age}}')
    .replaceAll(PLACE, '{{place}}')
    .replaceAll(WORDS, '{{words}}')
    .replaceAll(LANGUAGE, '{{language}}');
}

/**
 * Renders what readers without scripts see in place of a page that has no shell: its `{{title}}` and links. If `isMissing`, the page of an
 * unknown address, with its `{{path}}`.
 */
export async function drawScriptsNeededPage(kind: ShellVariant, isMissing: boolean): Promise<string> {
  await setSite(kind, null);
  await loadTexts(['pages']);
  const shell = (
    <Shell page={null}>
      <ScriptsNeeded title={TITLE} {...(isMissing && { missingPath: PATH })} />
    </Shell>
  );
  const drawn = (await draw(`/${SHELL_QUERY_PLACEHOLDER}`, shell)).replaceAll(NEXT_QUERY, '');
  return `${withSitePlaceholders(drawn).replace(TITLE, '{{title}}').replace(PATH, '{{path}}')}${spriteOf(drawn)}`;
}

/** Renders a member's card with `{{names}}` for the member's data. It has no menu, because the card is drawn as the user's own. */
export async function drawCard(isFictional: boolean, kind: ShellVariant): Promise<string> {
  await setSite(kind, BLANK_USER);
  const profile = { ...BLANK_USER.profile, name: SITE, age: AGE, is_fictional: isFictional, main_image: IMAGE };
  return withImage(await draw('/', <MemberCard profile={profile} priority />))
    .replaceAll(SITE, '{{name}}')
    .replaceAll(String(AGE), '{{age}}')
    .replaceAll(BLANK_USER.id, '{{id}}');
}
