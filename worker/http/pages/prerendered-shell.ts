import type { Context as HonoContext } from 'hono';
import type { Boot } from '#contract/pages/boot';
import { ageSaid, leadOf } from '#contract/pages/featured-member';
import { PAGES, type PageName, plainPath, TEXT_PAGES } from '#contract/pages/page-routes';
import {
  BOXES,
  cardPath,
  LED_LOOKS,
  LOOK_CARDS,
  LOOK_SEARCH,
  LOOK_SIGNUPS,
  LOOKS,
  type LookKind,
  lookPath,
  plainLookPath,
  withParts,
} from '#contract/pages/prerendered-shells';
import { escaped, fillText, textValues } from '#contract/pages/text-page';
import { type Image, type ProfileCard, photoWidths } from '#contract/profile';
import { type HonoEnv, lastGoodSettings } from '../request-context.ts';
import type { FirstAnswered } from './boot.ts';
import { assetOf, cardTextsIn } from './head-texts.ts';

const known = new Map<string, string>();

async function lookAt(c: HonoContext<HonoEnv>, path: string): Promise<string> {
  const look = known.get(path) ?? (await (await assetOf(c, path)).text());
  known.set(path, look);
  return look;
}

/** A photo's files, and how wide each is. */
function imageValues({ width, height, ...image }: Image, cdn: string): Record<string, string> {
  const { thumb, medium, large } = photoWidths(width);
  return {
    ...{ width: String(width), height: String(height) },
    ...{ thumb: `${cdn}${image.thumb_filename}`, medium: `${cdn}${image.medium_filename}`, large: `${cdn}${image.large_filename}` },
    ...{ thumb_width: String(thumb), medium_width: String(medium), large_width: String(large) },
  };
}

/** What a card shows before it is one; null where there is no photo, or none to show unasked. */
function cardValues({ id, name, age, main_image: image }: ProfileCard, cdn: string): Record<string, string> | null {
  if (!image || image.is_nude || age === null) return null;
  return { id, name, age: String(age), ...imageValues(image, cdn) };
}

const BOX = /<div class="card skel">.*?<\/div>/;

/** The answer's first cards in the place of their boxes. What an operator puts between them is not known here: then there are none. */
async function withCards(c: HonoContext<HonoEnv>, look: string, { boot, answer }: Begun, kind: LookKind): Promise<string> {
  const [before = '', boxes = '', after] = look.split(BOXES);
  if (!answer || !('profiles' in answer) || after === undefined || boot.settings.member_resell.length > 0) return look;
  const box = BOX.exec(boxes)?.[0] ?? '';
  const items = await Promise.all(
    answer.profiles.map(async (profile, i) => {
      const values = i < LOOK_CARDS ? cardValues(profile, boot.settings.cdn_prefix) : null;
      return `<li>${values ? fillText(await lookAt(c, cardPath(profile.is_fictional, kind)), values) : box}</li>`;
    }),
  );
  return items.length > 0 ? `${before}<ul class="cards">${items.join('')}</ul>${after}` : look;
}

/** Whether the page is met as its look shows it: by a visitor, or by a member where only they come. */
const fits = (name: PageName, { user }: Boot): boolean =>
  PAGES[name].access === 'member' ? typeof user === 'object' : user === 'signed_out';

/** The links of a look travel on with the query of its address; some have more of their own behind it. */
const withSearch = (look: string, search: string): string =>
  look.replaceAll(`${LOOK_SEARCH}&amp;`, () => (search ? `${escaped(search)}&amp;` : '?')).replaceAll(LOOK_SEARCH, () => escaped(search));

/** Who leads to a page under their own address. */
const memberIn = (path: string): string => /^\/members\/([\w-]{22})\//.exec(path)?.[1] ?? '';

/** What a page shows of the member who leads to it; null where that is nobody, or is more than a look can tell. */
async function leadValues(c: HonoContext<HonoEnv>, { boot, answer }: Begun): Promise<Record<string, string> | null> {
  const profile = answer && 'profile' in answer ? answer.profile : null;
  if (!profile) return null;
  const { name, city, country, language, photo, words, isFictional, ...aged } = leadOf(profile, boot.settings);
  const texts = await cardTextsIn(c, boot.locale);
  const age = ageSaid(aged, (open, end) => texts[open].replace('{{age}}', end));
  if (!photo || !age) return null;
  const place = city || boot.settings.countries.find(({ code }) => code === country)?.name;
  return {
    ...{ name, age, place: place ?? '', words: words ?? '', language: language ?? '', fictional: isFictional ? '1' : '' },
    ...imageValues(photo, boot.settings.cdn_prefix),
  };
}

interface Begun {
  /** What the page is called. */
  readonly title: string;
  readonly name: PageName | null;
  readonly boot: Boot;
  readonly answer: FirstAnswered;
}

/**
 * What a page shows before any script runs, drawn at build and with the names of this site in it. Where nothing was drawn for whoever asks, that
 * is for those alone who read without scripts: a text whole, of any other page what it is called and the ways on.
 */
export async function firstLook(c: HonoContext<HonoEnv>, begun: Begun): Promise<string> {
  const { name, boot } = begun;
  const page = LOOKS.find((one) => one === name);
  const signups = LOOK_SIGNUPS.find((one) => one === boot.settings.signups);
  const isText = TEXT_PAGES.some((one) => one === name);
  const { locale, settings } = boot;
  const kind = { locale, template: settings.template, signups: signups ?? 'none' };
  if (!page || !(isText || (signups && fits(page, boot)))) {
    const { pathname, search } = new URL(c.req.url);
    const values = { ...textValues(settings, null), title: begun.title, path: pathname };
    return `<noscript>${withSearch(fillText(await lookAt(c, plainLookPath(kind, name === null)), values), search)}</noscript>`;
  }
  const lead = LED_LOOKS.some((one) => one === page) ? await leadValues(c, begun) : null;
  const values = { ...textValues(settings, lastGoodSettings(c.var.env).company), member: memberIn(c.req.path), ...lead };
  const drawn = await lookAt(c, lookPath(page, plainPath(c.req.path), kind, lead !== null));
  const filled = withSearch(fillText(withParts(drawn, values), values), new URL(c.req.url).search);
  return signups && fits(page, boot) ? withCards(c, filled, begun, kind) : `<noscript>${filled}</noscript>`;
}
