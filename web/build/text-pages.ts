import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { TEXT_PAGES, type TextPageName } from '../../contract/pages/page-routes.ts';
import type { TextPage } from '../../contract/pages/text-page.ts';
import { insertCautionLists } from './caution-lists.ts';

const FOLDER = join(import.meta.dirname, '../texts');
const FALLBACK_LOCALE = 'en';
const FRONT_MATTER = /^---\nchanged: (\d{4}-\d{2}-\d{2})\n---\n/;
/** The id that a heading keeps in every language: `## Credits {#credits}`. */
const HEADING_ID = /\s*\{#([a-z-]+)\}$/;
const FOLDED_SECTION = /^<h3 id="([a-z-]+)">(.*?)<\/h3>\n(.+)$/su;
const INTERNAL_LINK = /^[/#]/;
const KNOWN_LINK = /^([/#]|https:\/\/|(?:tel:\{\{phone_digits\}\}|mailto:\{\{(?:authority_)?email\}\}|\{\{dispute_body_url\}\})$)/;

function failBuild(what: string): never {
  throw new Error(`web/texts: ${what}`);
}

/** Throws, and so stops the build, at raw HTML, a picture, a heading without an id, and a link that is not internal, https: or the support phone. */
const markdown = new Marked({
  renderer: {
    html: ({ text }) => failBuild(`no HTML in a text: ${text}`),
    image: ({ href }) => failBuild(`no picture in a text: ${href}`),
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      const [, id] = HEADING_ID.exec(html) ?? failBuild(`a heading without {#id}: ${html}`);
      return `<h${depth} id="${id}">${html.replace(HEADING_ID, '')}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      if (!KNOWN_LINK.test(href)) failBuild(`a link to ${href}`);
      const rel = INTERNAL_LINK.test(href) ? '' : ' rel="noreferrer"';
      return `<a class="link" href="${href}"${rel}>${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

const isHeading =
  (depth: number) =>
  (token: Token): token is Tokens.Heading =>
    token.type === 'heading' && token.depth === depth;

/** Texts whose sections of the third level are folded: readers look for one question among many. */
const FOLDED_PAGES: readonly TextPageName[] = ['pages-faq'];

/** The HTML of a body with each section of the third level folded behind its heading, with a link to it beside that. */
function foldedHtml(tokens: readonly Token[]): string {
  const starts = tokens.flatMap((token, i) => (token.type === 'heading' ? [i] : []));
  return starts
    .map((start, i) => {
      const heading = tokens[start];
      const html = markdown.parser(tokens.slice(start, starts[i + 1]));
      if (!heading || !isHeading(3)(heading)) return html;
      const [, id, words, answer] = FOLDED_SECTION.exec(html) ?? failBuild(`no question to fold: ${html}`);
      const question = `<summary><h3 id="${id}-question">${words}</h3></summary>`;
      const link = `<a class="fold-link" href="#${id}" aria-labelledby="${id}-question">#</a>`;
      return `<div class="fold" id="${id}"><details>${question}\n${answer}</details>${link}</div>\n`;
    })
    .join('');
}

/** Renders one Markdown text in one language. Throws if its date of change or its title is missing, or if it breaks a rule of `markdown`. */
export function textPageOf(source: string, lang: string, isFolded = false): TextPage {
  const [frontMatter = '', changed = ''] = FRONT_MATTER.exec(source) ?? failBuild(`no date of change: ${source.slice(0, 60)}`);
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(changed));
  const tokens = markdown.lexer(insertCautionLists(source.slice(frontMatter.length)).replaceAll('{{changed}}', date));
  const [title, ...rest] = tokens.filter(({ type }) => type !== 'space');
  if (!title || !isHeading(1)(title)) return failBuild(`no title: ${source.slice(frontMatter.length, 80)}`);
  const firstSection = rest.findIndex(isHeading(2));
  return {
    lang,
    title: title.text,
    lead: markdown.parser(rest.slice(0, firstSection)),
    body: isFolded ? foldedHtml(rest.slice(firstSection)) : markdown.parser(rest.slice(firstSection)),
    contents: rest.filter(isHeading(2)).map(({ text }) => ({ id: HEADING_ID.exec(text)?.[1] ?? '', text: text.replace(HEADING_ID, '') })),
  };
}

const pathOf = (locale: string, page: TextPageName) => join(FOLDER, locale, `${page.replace('pages-', '')}.md`);

/** The content of /_i18n/<locale>/<page>.json. Where the locale has no such text it is the English one, with `lang` set to `en`. */
export function textPage(locale: string, page: TextPageName): TextPage {
  const lang = existsSync(pathOf(locale, page)) ? locale : FALLBACK_LOCALE;
  return textPageOf(readFileSync(pathOf(lang, page), 'utf8'), lang, FOLDED_PAGES.includes(page));
}

export const isTextPage = (name: string): name is TextPageName => TEXT_PAGES.some((page) => page === name);
