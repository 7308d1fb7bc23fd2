import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { User } from '#contract/account';
import { PAGES, TEXT_PAGES } from '#contract/pages/page-routes';
import { BOXES, LOOK_SEARCH, type LookKind, type LookName, onlyIf } from '#contract/pages/prerendered-shells';
import type { TextPage } from '#contract/pages/text-page';
import { type Locale, SHIPPED_LOCALES } from '#contract/primitives';
import { type Image, type Profile, photoWidths } from '#contract/profile';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { MemberCard } from '../../cards/member-card.tsx';
import { i18n, loadTexts, startTexts } from '../../i18n/i18n.ts';
import { currentSettings, setSettings } from '../../session/settings.ts';
import sprite from '../../ui/icons.svg?raw';
import { loadScreen } from '../routes/routes.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { Shell } from '../shell/shell.tsx';
import { NOBODY } from './blank-user.ts';
import { ScriptsNeeded } from './scripts-needed.tsx';

/** Placeholders for what the Worker fills in: private-use characters and unusual numbers that occur in no text of the site. */
const SITE = '\u{e000}';
const AGE = 7_103;
const LEAD = '\u{e001}';
const BODY = '\u{e002}';
const WIDTH = 5_113;
const HEIGHT = 6_473;
const NAME = '\u{e003}';
const PLACE = '\u{e004}';
const WORDS = '\u{e005}';
const LANGUAGE = '\u{e006}';
const TITLE = '\u{e007}';
const PATH = '\u{e008}';
/** The query of a login link in a shell whose address is not known at build. */
const NEXT = `?next=${encodeURIComponent(`/${LOOK_SEARCH}`)}`;
const LEAD_AGE = 7_109;
const FICTIONAL = /<span class="flag">[^<]*<\/span>/g;
const PARAGRAPH_OF_WORDS = new RegExp(`<p [^>]*>${WORDS}</p>`);
const AWAITED_CARDS = /<div class="cards" aria-busy="true"[^>]*>(<div class="card skel">.*?<\/div>)+<\/div>/;
const COMMENT = /<!--[\s\S]*?-->/g;
/** Markup that React and the router add for a page on which they run. */
const HINT = /<link rel="preload"[^>]*>| data-discover="true"/g;
const FORM = /<form /g;
const SYMBOL = /<symbol [\s\S]*?<\/symbol>/g;
const SYMBOL_ID = /id="([\w-]+)"/;

/** Pages with almost nothing that is the same for every member: their shell is the frame around a loading sign. */
const FRAMES: readonly LookName[] = ['home', 'likes-type', 'chats-chatId', 'profile', 'credits'];

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
async function knownText(page: LookName, locale: Locale): Promise<TextPage | null> {
  if (!TEXT_PAGES.some((name) => name === page)) return null;
  const text: TextPage = await (await fetch(`/_i18n/${locale}/${page}.json`)).json();
  queryClient.setQueryData(['text', locale, page], { ...text, lead: LEAD, body: BODY });
  queryClient.setQueryData(['company'], null);
  return text;
}

/** The sprite of the icons that a shell uses: the page fetches its sprite only when its scripts run. */
function iconsIn(html: string): string {
  const symbols = sprite.match(SYMBOL)?.filter((symbol) => html.includes(`href="#${SYMBOL_ID.exec(symbol)?.[1]}"`)) ?? [];
  return `<div class="sprite"><svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg></div>`;
}

/** A profile whose values are placeholders. */
type LeadMarks = Omit<Profile, 'language'> & { readonly language: string };

/** Sets user, settings and language for the next `draw`. */
async function prepare({ locale, template, signups }: LookKind, user: User | null): Promise<void> {
  queryClient.clear();
  queryClient.setQueryData(keys.user, user);
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
  if (!i18n.isInitialized) await startTexts();
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
  return (await new Response(prelude).text()).replaceAll(COMMENT, '').replaceAll(HINT, '');
}

/** Links to the login and the terms that the shell itself lacks, for readers without scripts. */
function waysOn(html: string): string {
  const targets = [
    ['/login', i18n.t('navigation.log_in')],
    ['/pages/terms', i18n.t('titles.pages-terms')],
  ] as const;
  const links = targets
    .filter(([path]) => !html.includes(`href="${path}`))
    .map(([path, name]) => `<a class="link" href="${path}">${name}</a>`);
  return links.length > 0 ? `<noscript><p class="row">${links.join('')}</p></noscript>` : '';
}

const filledLater = (html: string) => html.replaceAll(SITE, '{{site}}').replaceAll(String(AGE), '{{min_age}}');

/**
 * Renders the prerendered shell of a page at `address`: as a visitor sees it or, for a member page, without any data of a member. Returns
 * HTML with `{{names}}` that `fillText` fills in. `lead` is the profile of the member that a landing page presents.
 */
export async function drawLook(page: LookName, address: string, kind: LookKind, lead?: LeadMarks): Promise<string> {
  const isMemberPage = PAGES[page].access === 'member';
  await prepare(kind, isMemberPage ? NOBODY : null);
  if (lead) queryClient.setQueryData(keys.lead(NOBODY.id), lead);
  const { Screen } = await loadScreen(page);
  const text = await knownText(page, kind.locale);
  const location = `${address.replace(':memberId', NOBODY.id)}${isMemberPage ? '' : LOOK_SEARCH}`;
  const drawn = await draw(location, <Shell page={page}>{FRAMES.includes(page) ? <ScreenLoading /> : <Screen />}</Shell>);
  const html = filledLater(drawn)
    .replaceAll(NOBODY.id, '{{member}}')
    // A form that is sent before the scripts run would put what was typed into the address.
    .replaceAll(FORM, '<form method="dialog" ')
    .replace(LEAD, () => text?.lead ?? '')
    .replace(BODY, () => text?.body ?? '')
    .replace(AWAITED_CARDS, (skeletons) => `${BOXES}${skeletons}${BOXES}`);
  return `<div class="look">${html}${isMemberPage ? '' : waysOn(html)}${iconsIn(html)}</div>`;
}

/** Renders the shell of a landing page that presents a member, with `{{names}}` for that member's data. */
export async function drawLedLook(page: LookName, address: string, kind: LookKind): Promise<string> {
  const lead = {
    ...NOBODY.profile,
    name: NAME,
    city: PLACE,
    personal: WORDS,
    language: LANGUAGE,
    age: LEAD_AGE,
    is_fictional: true,
    main_image: IMAGE,
  };
  const drawn = withImage(await drawLook(page, address, kind, lead));
  return drawn
    .replaceAll(FICTIONAL, (label) => onlyIf('fictional', label))
    .replace(PARAGRAPH_OF_WORDS, (paragraph) => onlyIf('words', paragraph))
    .replaceAll(NAME, '{{name}}')
    .replaceAll(String(LEAD_AGE), '{{age}}')
    .replaceAll(PLACE, '{{place}}')
    .replaceAll(WORDS, '{{words}}')
    .replaceAll(LANGUAGE, '{{language}}');
}

/**
 * Renders what readers without scripts see in place of a page that has no shell: its `{{title}}` and links. If `isMissing`, the page of an
 * unknown address, with its `{{path}}`.
 */
export async function drawPlainLook(kind: LookKind, isMissing: boolean): Promise<string> {
  await prepare(kind, null);
  await loadTexts(['pages']);
  const shell = (
    <Shell page={null}>
      <ScriptsNeeded title={TITLE} {...(isMissing && { missing: PATH })} />
    </Shell>
  );
  const drawn = (await draw(`/${LOOK_SEARCH}`, shell)).replaceAll(NEXT, '');
  return `${filledLater(drawn).replace(TITLE, '{{title}}').replace(PATH, '{{path}}')}${iconsIn(drawn)}`;
}

/** Renders a member's card with `{{names}}` for the member's data. It has no menu, because the card is drawn as the user's own. */
export async function drawCard(isFictional: boolean, kind: LookKind): Promise<string> {
  await prepare(kind, NOBODY);
  const profile = { ...NOBODY.profile, name: SITE, age: AGE, is_fictional: isFictional, main_image: IMAGE };
  return withImage(await draw('/', <MemberCard profile={profile} priority />))
    .replaceAll(SITE, '{{name}}')
    .replaceAll(String(AGE), '{{age}}')
    .replaceAll(NOBODY.id, '{{id}}');
}
