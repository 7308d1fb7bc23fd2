import type { Locale } from '../primitives.ts';
import type { PublicSettings } from '../settings.ts';
import { isSlugged } from './landers.ts';
import { PAGES, type PageName } from './page-routes.ts';

/** The pages whose first look is drawn at build: as a visitor meets them or, where only members come, before anything of theirs is known. */
export const LOOKS = [
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
  'credits',
] as const satisfies readonly PageName[];
export type LookName = (typeof LOOKS)[number];

/** With `with_trafficsource` it is a matter of the visit whether one may sign up, which no look tells. */
export const LOOK_SIGNUPS = ['all', 'none'] as const satisfies readonly PublicSettings['signups'][];

/** What a first look depends on beside its page; what else it shows of the site is filled in (`fillText`). */
export interface LookKind {
  readonly locale: Locale;
  readonly template: PublicSettings['template'];
  readonly signups: (typeof LOOK_SIGNUPS)[number];
}

/** Cards that the search's look shows of its first answer; in the place of the others are their boxes. */
export const LOOK_CARDS = 4;
/** Those that lead with a member have a second look, with `{{names}}` for what is theirs: of whoever is brought along with the page. */
export const LED_LOOKS = [
  'members-memberId-landing',
  'members-memberId-landing2-slug',
  'members-memberId-landing3-slug',
] as const satisfies readonly LookName[];

/** Where the built page keeps what stands in place of a page without a look, or of none, for whoever reads without scripts. */
export const plainLookPath = ({ locale, template }: Pick<LookKind, 'locale' | 'template'>, isMissing: boolean): string =>
  `/_looks/${locale}/${template}/${isMissing ? 'missing' : 'plain'}.html`;

/** Stands before and behind the boxes of cards that are awaited. */
export const BOXES = '<!--boxes-->';

/** Where the built page keeps the first look of an address. Members have signed up, whether others may or not. */
export function lookPath(page: LookName, address: string, { locale, template, signups }: LookKind, isLed = false): string {
  const name = isSlugged(page) ? `${page}.${address.split('/').at(-1)}` : page;
  return `/_looks/${locale}/${template}/${PAGES[page].access === 'member' ? 'all' : signups}/${name}${isLed ? '.led' : ''}.html`;
}

/** A member's card in a look, with `{{names}}` for what is theirs; that of somebody fictional says so. */
export const cardPath = (isFictional: boolean, { locale, template }: Pick<LookKind, 'locale' | 'template'>): string =>
  `/_looks/${locale}/${template}/${isFictional ? 'card-fictional' : 'card'}.html`;

/** Stands in a look's links for the query of the address they travel on from. */
export const LOOK_SEARCH = '?look=search';

/** Marks a part of a look that only stands there where this is so. */
export const onlyIf = (name: string, part: string): string => `<!--if ${name}-->${part}<!--end ${name}-->`;
const PART = /<!--if (\w+)-->(.*?)<!--end \1-->/g;
/** A look with those of its parts that have a value. */
export const withParts = (look: string, values: Readonly<Record<string, string>>): string =>
  look.replaceAll(PART, (_, name: string, part: string) => (values[name] ? part : ''));
