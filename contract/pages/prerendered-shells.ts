import type { Locale } from '../primitives.ts';
import type { PublicSettings } from '../settings.ts';
import { isSlugged } from './landers.ts';
import { PAGES, type PageName } from './page-routes.ts';

/**
 * The pages with a prerendered shell, which is drawn at build (docs/product.md, "Prerendered shell"). It shows the page to a visitor; that
 * of a page for members holds no data of any member.
 */
export const SHELLS = [
  'index',
  'login',
  'signup',
  'members-memberId-signup',
  'match-finder',
  'reset-password',
  'pages-terms',
  'pages-privacy',
  'pages-cookies',
  'pages-return-policy',
  'pages-faq',
  'pages-service',
  'landers-video-slug',
  'landers-gallery-slug',
  'landers-alonetonight-slug',
  'landers-iconslanding-slug',
  'landers-collagelanding-slug',
  'landers-transitionsvideolanding-slug',
  'landers-maplanding-slug',
  'landers-socialnetwork-slug',
  'complaints',
  'cancellation',
  'members-memberId-landing',
  'members-memberId-landing2-slug',
  'members-memberId-landing3-slug',
  'home',
  'members',
  'search',
  'likes',
  'likes-type',
  'chats',
  'chats-chatId',
  'notifications',
  'profile',
  'profile-settings',
  'credits',
] as const satisfies readonly PageName[];
export type ShellName = (typeof SHELLS)[number];

/** The values of the setting `signups` that have shells. With `with_trafficsource` the page depends on the visit, so it has none. */
export const SHELL_SIGNUPS = ['all', 'none'] as const satisfies readonly PublicSettings['signups'][];

/** What the shell of a page is drawn for. Everything else that depends on the site is filled in later by `fillTemplate`. */
export interface ShellVariant {
  readonly locale: Locale;
  readonly template: PublicSettings['template'];
  readonly signups: (typeof SHELL_SIGNUPS)[number];
}

/** How many cards of the initial answer the shell of the search shows. The others stay placeholders. */
export const SHELL_CARDS = 4;
/** The landing pages that feature a member. They have a second shell, whose `{{names}}` are filled in with the facts of that member. */
export const FEATURED_MEMBER_SHELLS = [
  'members-memberId-landing',
  'members-memberId-landing2-slug',
  'members-memberId-landing3-slug',
] as const satisfies readonly ShellName[];

/** The path of the built file that stands in `noscript` on a page without a shell or, with `isMissing`, on a 404 page. */
export const noscriptPath = ({ locale, template }: Pick<ShellVariant, 'locale' | 'template'>, isMissing: boolean): string =>
  `/_shells/${locale}/${template}/${isMissing ? 'missing' : 'plain'}.html`;

/** Marks the beginning and the end of the placeholder cards in a shell. */
export const PLACEHOLDER_CARDS_MARK = '<!--boxes-->';

/**
 * The path of the built file of a shell. Pages for members have one whatever `signups` says; it is filed under `all`. `isFeaturing`:
 * the shell that features a member.
 */
export function shellPath(page: ShellName, address: string, { locale, template, signups }: ShellVariant, isFeaturing = false): string {
  const name = isSlugged(page) ? `${page}.${address.split('/').at(-1)}` : page;
  return `/_shells/${locale}/${template}/${PAGES[page].access === 'member' ? 'all' : signups}/${name}${isFeaturing ? '.featuring' : ''}.html`;
}

/** The path of the built file of a member's card, with `{{names}}` to be filled in. That of a fictional profile holds the label. */
export const shellCardPath = (isFictional: boolean, { locale, template }: Pick<ShellVariant, 'locale' | 'template'>): string =>
  `/_shells/${locale}/${template}/${isFictional ? 'card-fictional' : 'card'}.html`;

/** In the links of a shell, the placeholder for the query of the page's address. */
export const SHELL_QUERY_PLACEHOLDER = '?shell=query';

/** Wraps a part of a shell that `resolveConditionalParts` keeps only if the value of this name is set. */
export const conditionalPart = (name: string, part: string): string => `<!--if ${name}-->${part}<!--end ${name}-->`;
const CONDITIONAL_PART = /<!--if (\w+)-->(.*?)<!--end \1-->/g;
/** A shell without the marked parts whose value is missing or empty. */
export const resolveConditionalParts = (shell: string, values: Readonly<Record<string, string>>): string =>
  shell.replaceAll(CONDITIONAL_PART, (_, name: string, part: string) => (values[name] ? part : ''));
