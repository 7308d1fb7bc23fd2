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

/** Stand in for what the Worker fills in, where no text of ours can hold the same. */
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
/** What a login leads back to where the address is not known yet. */
const NEXT = `?next=${encodeURIComponent(`/${LOOK_SEARCH}`)}`;
const LEAD_AGE = 7_109;
const FICTIONAL = /<span class="flag">[^<]*<\/span>/g;
const PARAGRAPH_OF_WORDS = new RegExp(`<p [^>]*>${WORDS}</p>`);
const AWAITED_CARDS = /<div class="cards" aria-busy="true"[^>]*>(<div class="card skel">.*?<\/div>)+<\/div>/;
const COMMENT = /<!--[\s\S]*?-->/g;
/** What React and the router add for a browser in which they run. */
const HINT = /<link rel="preload"[^>]*>| data-discover="true"/g;
const FORM = /<form /g;
const SYMBOL = /<symbol [\s\S]*?<\/symbol>/g;
const SYMBOL_ID = /id="([\w-]+)"/;

/** Of these next to nothing holds for every member: their look is the frame. */
const FRAMES: readonly LookName[] = ['home', 'likes-type', 'chats-chatId', 'profile', 'credits'];

const IMAGE: Image = {
  ...{ id: '', thumb_filename: 'thumb', medium_filename: 'medium', large_filename: 'large', thumbhash: '', is_nude: false },
  ...{ width: WIDTH, height: HEIGHT },
};

/** Gives a drawn photo the names of its files and its measures. */
function withImage(drawn: string): string {
  const { thumb, medium, large } = photoWidths(WIDTH);
  return drawn
    .replaceAll(
      `thumb ${thumb}w, medium ${medium}w, large ${large}w`,
      '{{thumb}} {{thumb_width}}w, {{medium}} {{medium_width}}w, {{large}} {{large_width}}w',
    )
    .replace('src="medium"', 'src="{{medium}}"')
    .replaceAll(String(WIDTH), '{{width}}')
    .replaceAll(String(HEIGHT), '{{height}}');
}

async function knownText(page: LookName, locale: Locale): Promise<TextPage | null> {
  if (!TEXT_PAGES.some((one) => one === page)) return null;
  const text: TextPage = await (await fetch(`/_i18n/${locale}/${page}.json`)).json();
  queryClient.setQueryData(['text', locale, page], { ...text, lead: LEAD, body: BODY });
  queryClient.setQueryData(['company'], null);
  return text;
}

/** The icons that a look shows, as the page has none before its scripts have fetched them. */
function iconsIn(look: string): string {
  const symbols = sprite.match(SYMBOL)?.filter((symbol) => look.includes(`href="#${SYMBOL_ID.exec(symbol)?.[1]}"`)) ?? [];
  return `<div class="sprite"><svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg></div>`;
}

/** A member of whom everything is a mark. */
type LeadMarks = Omit<Profile, 'language'> & { readonly language: string };

async function prepare({ locale, template, signups }: LookKind, user: User | null): Promise<void> {
  queryClient.clear();
  queryClient.setQueryData(keys.user, user);
  const shown = { visible_profile_fields: ['age', 'city', 'language'], visible_profile_notes: ['personal'], locales: [...SHIPPED_LOCALES] };
  setSettings({ ...currentSettings(), ...shown, name: SITE, min_age: AGE, template, signups });
  if (!i18n.isInitialized) await startTexts();
  await i18n.changeLanguage(locale);
}

async function draw(location: string, children: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={location}>{children}</StaticRouter>
    </QueryClientProvider>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return (await new Response(prelude).text()).replaceAll(COMMENT, '').replaceAll(HINT, '');
}

/** What a look itself does not lead to, and without scripts no menu does. */
function waysOn(look: string): string {
  const ways = [
    ['/login', i18n.t('navigation.log_in')],
    ['/pages/terms', i18n.t('titles.pages-terms')],
  ] as const;
  const links = ways
    .filter(([path]) => !look.includes(`href="${path}`))
    .map(([path, name]) => `<a class="link" href="${path}">${name}</a>`);
  return links.length > 0 ? `<noscript><p class="row">${links.join('')}</p></noscript>` : '';
}

const filledLater = (drawn: string) => drawn.replaceAll(SITE, '{{site}}').replaceAll(String(AGE), '{{min_age}}');

/** Draws an address of a page as it stands before anything is known of who is here, as HTML with `{{names}}` that `fillText` fills in. */
export async function drawLook(page: LookName, address: string, kind: LookKind, lead?: LeadMarks): Promise<string> {
  const isOfMembers = PAGES[page].access === 'member';
  await prepare(kind, isOfMembers ? NOBODY : null);
  if (lead) queryClient.setQueryData(keys.lead(NOBODY.id), lead);
  const { Screen } = await loadScreen(page);
  const text = await knownText(page, kind.locale);
  const location = `${address.replace(':memberId', NOBODY.id)}${isOfMembers ? '' : LOOK_SEARCH}`;
  const drawn = await draw(location, <Shell page={page}>{FRAMES.includes(page) ? <ScreenLoading /> : <Screen />}</Shell>);
  const look = filledLater(drawn)
    .replaceAll(NOBODY.id, '{{member}}')
    // Sent by a browser before there is a script to take it, what was typed would stand in an address.
    .replaceAll(FORM, '<form method="dialog" ')
    .replace(LEAD, () => text?.lead ?? '')
    .replace(BODY, () => text?.body ?? '')
    .replace(AWAITED_CARDS, (boxes) => `${BOXES}${boxes}${BOXES}`);
  return `<div class="look">${look}${isOfMembers ? '' : waysOn(look)}${iconsIn(look)}</div>`;
}

/** Draws an address of a page that leads with a member as it stands once they are known. */
export async function drawLedLook(page: LookName, address: string, kind: LookKind): Promise<string> {
  const known = { name: NAME, city: PLACE, personal: WORDS, language: LANGUAGE, age: LEAD_AGE, is_fictional: true, main_image: IMAGE };
  const drawn = withImage(await drawLook(page, address, kind, { ...NOBODY.profile, ...known }));
  return drawn
    .replaceAll(FICTIONAL, (label) => onlyIf('fictional', label))
    .replace(PARAGRAPH_OF_WORDS, (words) => onlyIf('words', words))
    .replaceAll(NAME, '{{name}}')
    .replaceAll(String(LEAD_AGE), '{{age}}')
    .replaceAll(PLACE, '{{place}}')
    .replaceAll(WORDS, '{{words}}')
    .replaceAll(LANGUAGE, '{{language}}');
}

/** Draws what whoever reads without scripts finds in place of a page that has no look: its `{{title}}`, where there is none its `{{path}}`, and ways to go on. */
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

/** Draws a member's card with `{{names}}` for all that is theirs. Its own menu it has not: nobody needs one of themselves. */
export async function drawCard(isFictional: boolean, kind: LookKind): Promise<string> {
  await prepare(kind, NOBODY);
  const profile = { ...NOBODY.profile, name: SITE, age: AGE, is_fictional: isFictional, main_image: IMAGE };
  return withImage(await draw('/', <MemberCard profile={profile} priority />))
    .replaceAll(SITE, '{{name}}')
    .replaceAll(String(AGE), '{{age}}')
    .replaceAll(NOBODY.id, '{{id}}');
}
