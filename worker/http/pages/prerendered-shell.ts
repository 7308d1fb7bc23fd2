import type { Context as HonoContext } from 'hono';
import type { Boot } from '#contract/pages/boot';
import { featuredMemberOf, formatAge } from '#contract/pages/featured-member';
import { PAGES, type PageName, TEXT_PAGES, withoutTrailingSlash } from '#contract/pages/page-routes';
import {
  FEATURED_MEMBER_SHELLS,
  noscriptPath,
  PLACEHOLDER_CARDS_MARK,
  resolveConditionalParts,
  SHELL_CARDS,
  SHELL_QUERY_PLACEHOLDER,
  SHELL_SIGNUPS,
  SHELLS,
  type ShellVariant,
  shellCardPath,
  shellPath,
} from '#contract/pages/prerendered-shells';
import { escapeHtml, fillTemplate, textValues } from '#contract/pages/text-page';
import { type Image, type ProfileCard, photoWidths } from '#contract/profile';
import { type HonoEnv, lastKnownSettings } from '../request-context.ts';
import type { InitialAnswer } from './boot.ts';
import { assetOf, cardTextsIn } from './head-texts.ts';

/** The HTML of shells by their path. */
const shellFiles = new Map<string, string>();

/** Reads the HTML of a shell or card, once per isolate. */
async function readShellFile(c: HonoContext<HonoEnv>, path: string): Promise<string> {
  const html = shellFiles.get(path) ?? (await (await assetOf(c, path)).text());
  shellFiles.set(path, html);
  return html;
}

/** The values of a photo: the addresses of its three files and their widths. `cdn` is the setting `cdn_prefix`. */
function imageValues({ width, height, ...image }: Image, cdn: string): Record<string, string> {
  const { thumb, medium, large } = photoWidths(width);
  return {
    width: String(width),
    height: String(height),
    thumb: `${cdn}${image.thumb_filename}`,
    medium: `${cdn}${image.medium_filename}`,
    large: `${cdn}${image.large_filename}`,
    thumb_width: String(thumb),
    medium_width: String(medium),
    large_width: String(large),
  };
}

/** The values of a prerendered card. Null without an age or a main photo, or if that photo shows nudity. */
function cardValues({ id, name, age, main_image: image }: ProfileCard, cdn: string): Record<string, string> | null {
  if (!image || image.is_nude || age === null) return null;
  return { id, name, age: String(age), ...imageValues(image, cdn) };
}

const PLACEHOLDER_CARD = /<div class="card skeleton">.*?<\/div>/;

/**
 * Replaces the placeholder cards of a shell by the first cards of the initial answer. Leaves the shell as it is if `member_resell` has a
 * value, because advertisements would then stand between the cards.
 */
async function withCards(c: HonoContext<HonoEnv>, shell: string, { boot, answers }: ShellInput, kind: ShellVariant): Promise<string> {
  const [before = '', placeholders = '', after] = shell.split(PLACEHOLDER_CARDS_MARK);
  const search = answers.find((answer) => 'paging' in answer);
  if (!search || after === undefined || boot.settings.member_resell.length > 0) return shell;
  const placeholder = PLACEHOLDER_CARD.exec(placeholders)?.[0] ?? '';
  const items = await Promise.all(
    search.profiles.map(async (profile, i) => {
      const values = i < SHELL_CARDS ? cardValues(profile, boot.settings.cdn_prefix) : null;
      return `<li>${values ? fillTemplate(await readShellFile(c, shellCardPath(profile.is_fictional, kind)), values) : placeholder}</li>`;
    }),
  );
  return items.length > 0 ? `${before}<ul class="cards">${items.join('')}</ul>${after}` : shell;
}

/** Whether the shell of a page fits the viewer: a member on a page for members, a visitor on any other. */
const fitsViewer = (name: PageName, { user }: Boot): boolean =>
  PAGES[name].access === 'member' ? typeof user === 'object' : user === 'signed_out';

/** A shell whose links carry the query of the page's address, before further parameters of their own. */
const withQuery = (shell: string, search: string): string =>
  shell
    .replaceAll(`${SHELL_QUERY_PLACEHOLDER}&amp;`, () => (search ? `${escapeHtml(search)}&amp;` : '?'))
    .replaceAll(SHELL_QUERY_PLACEHOLDER, () => escapeHtml(search));

/** The id of the member in the path of a landing or sign-up page; '' if there is none. */
const memberIdIn = (path: string): string => /^\/members\/([\w-]{22})\//.exec(path)?.[1] ?? '';

/** The values of the member that a landing page features. Null without a member, or if the member has no photo or no age to show. */
async function featuredMemberValues(c: HonoContext<HonoEnv>, { boot, answers }: ShellInput): Promise<Record<string, string> | null> {
  const profile = answers.find((answer) => 'profile' in answer)?.profile;
  if (!profile) return null;
  const { name, city, country, language, photo, personal, isFictional, ...ageOrBand } = featuredMemberOf(profile, boot.settings);
  const texts = await cardTextsIn(c, boot.locale);
  const age = formatAge(ageOrBand, (open, end) => texts[open].replace('{{age}}', end));
  if (!photo || !age) return null;
  const place = city || boot.settings.countries.find(({ code }) => code === country)?.name;
  return {
    name,
    age,
    place: place ?? '',
    words: personal ?? '',
    language: language ?? '',
    fictional: isFictional ? '1' : '',
    ...imageValues(photo, boot.settings.cdn_prefix),
  };
}

interface ShellInput {
  /** The title of the page, for pages without a shell. */
  readonly title: string;
  /** Null on an error page. */
  readonly name: PageName | null;
  readonly boot: Boot;
  readonly answers: readonly InitialAnswer[];
}

/**
 * The HTML that a page shows before any script runs: its prerendered shell with the values of this site. If no shell fits the viewer, the
 * HTML is in `noscript`: the whole text of a text page, for any other page its title and links (docs/product.md, "Prerendered shell").
 */
export async function prerenderedShell(c: HonoContext<HonoEnv>, input: ShellInput): Promise<string> {
  const { name, boot } = input;
  const page = SHELLS.find((shellName) => shellName === name);
  const signups = SHELL_SIGNUPS.find((value) => value === boot.settings.signups);
  const isText = TEXT_PAGES.some((textPage) => textPage === name);
  const { locale, settings } = boot;
  const kind = { locale, template: settings.template, signups: signups ?? 'none' };
  if (!page || !(isText || (signups && fitsViewer(page, boot)))) {
    const { pathname, search } = new URL(c.req.url);
    const values = { ...textValues(settings, null), title: input.title, path: pathname };
    return `<noscript>${withQuery(fillTemplate(await readShellFile(c, noscriptPath(kind, name === null)), values), search)}</noscript>`;
  }
  const featured = FEATURED_MEMBER_SHELLS.some((shellName) => shellName === page) ? await featuredMemberValues(c, input) : null;
  const values = { ...textValues(settings, lastKnownSettings(c.var.env).company), member: memberIdIn(c.req.path), ...featured };
  const shell = await readShellFile(c, shellPath(page, withoutTrailingSlash(c.req.path), kind, featured !== null));
  const filled = withQuery(fillTemplate(resolveConditionalParts(shell, values), values), new URL(c.req.url).search);
  return signups && fitsViewer(page, boot) ? withCards(c, filled, input, kind) : `<noscript>${filled}</noscript>`;
}
