import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { TEXT_PAGES, type TextPageName } from '../../contract/pages/page-routes.ts';
import type { TextPage } from '../../contract/pages/text-page.ts';
import { withCautionLists } from './caution-lists.ts';

const FOLDER = join(import.meta.dirname, '../texts');
const FALLBACK = 'en';
const CHANGED = /^---\nchanged: (\d{4}-\d{2}-\d{2})\n---\n/;
/** The id that a heading keeps in every language: `## Credits {#credits}`. */
const ID = /\s*\{#([a-z-]+)\}$/;
const OURS = /^[/#]/;
const KNOWN_LINK = /^([/#]|https:\/\/|tel:\{\{phone_digits\}\}$)/;

function refuse(what: string): never {
  throw new Error(`web/texts: ${what}`);
}

/** Our own Markdown and nothing else: raw HTML, pictures and strange links stop the build. */
const markdown = new Marked({
  renderer: {
    html: ({ text }) => refuse(`no HTML in a text: ${text}`),
    image: ({ href }) => refuse(`no picture in a text: ${href}`),
    heading({ tokens, depth }) {
      const words = this.parser.parseInline(tokens);
      const [, id] = ID.exec(words) ?? refuse(`a heading without {#id}: ${words}`);
      return `<h${depth} id="${id}">${words.replace(ID, '')}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      if (!KNOWN_LINK.test(href)) refuse(`a link to ${href}`);
      const rel = OURS.test(href) ? '' : ' rel="noreferrer"';
      return `<a class="link" href="${href}"${rel}>${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

const isHeading =
  (depth: number) =>
  (token: Token): token is Tokens.Heading =>
    token.type === 'heading' && token.depth === depth;

/** One Markdown text in one language as the page and the Worker take it. */
export function textPageOf(source: string, lang: string): TextPage {
  const [front = '', changed = ''] = CHANGED.exec(source) ?? refuse(`no date of change: ${source.slice(0, 60)}`);
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(changed));
  const tokens = markdown.lexer(withCautionLists(source.slice(front.length)).replaceAll('{{changed}}', date));
  const [title, ...rest] = tokens.filter(({ type }) => type !== 'space');
  if (!title || !isHeading(1)(title)) return refuse(`no title: ${source.slice(front.length, 80)}`);
  const first = rest.findIndex(isHeading(2));
  return {
    lang,
    title: title.text,
    lead: markdown.parser(rest.slice(0, first)),
    body: markdown.parser(rest.slice(first)),
    contents: rest.filter(isHeading(2)).map(({ text }) => ({ id: ID.exec(text)?.[1] ?? '', text: text.replace(ID, '') })),
  };
}

const pathOf = (locale: string, page: TextPageName) => join(FOLDER, locale, `${page.replace('pages-', '')}.md`);

/** What goes out as /_i18n/<locale>/<page>.json: in English, and saying so, where the language has no such text yet. */
export function textPage(locale: string, page: TextPageName): TextPage {
  const lang = existsSync(pathOf(locale, page)) ? locale : FALLBACK;
  return textPageOf(readFileSync(pathOf(lang, page), 'utf8'), lang);
}

export const isTextPage = (name: string): name is TextPageName => TEXT_PAGES.some((page) => page === name);
