import * as v from 'valibot';
import { orNothing } from '../platform/safe-storage.ts';
import { StorageLate, withinLimit } from '../platform/storage-timeout.ts';
import { get } from './key-value.ts';
import { isSignedOutHere } from './signed-out-mark.ts';
import { isKept, keptAnswers } from './stored-answers.ts';

/** A snapshot of a member's screen, with what the same build needs to show it before any script runs. */
const KeptScreen = v.object({
  build: v.string(),
  lang: v.string(),
  template: v.string(),
  theme: v.string(),
  styles: v.array(v.string()),
  /** HTML of the page's own elements; the content security policy lets no script in it run. */
  html: v.string(),
});
export type KeptScreen = v.InferOutput<typeof KeptScreen>;

/** The name under which a snapshot lies in the answer store. */
export const screenName = (pathname: string): string => `screen/${pathname}`;

/** The stored snapshot, not yet parsed; `late` if storage does not answer in time, null if it is blocked. */
async function readScreen(pathname: string): Promise<unknown> {
  try {
    return await get<unknown>(screenName(pathname), keptAnswers().bounded);
  } catch (error) {
    return error instanceof StorageLate ? 'late' : null;
  }
}

/**
 * The snapshot of a path, if the same build took it; `late` if storage does not answer in time. Null if there is none, or if its member may
 * have left.
 */
export async function keptScreen(pathname: string, build: string): Promise<KeptScreen | 'late' | null> {
  const [stored, isSignedOut] = await Promise.all([readScreen(pathname), orNothing(() => withinLimit(isSignedOutHere))]);
  if (stored === 'late') return stored;
  const parsed = isSignedOut === false && isKept(stored) ? v.safeParse(KeptScreen, stored.data) : null;
  return parsed?.success && parsed.output.build === build ? parsed.output : null;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const inAttribute = (text: string) => text.replaceAll(/[&"<]/g, (character) => SIGNS[character] ?? '');

/** The HTML of the bare page with a snapshot in its empty root. */
export function withScreen(page: string, { lang, template, theme, styles, html }: KeptScreen): string {
  const themeAttribute = theme ? ` data-theme="${inAttribute(theme)}"` : '';
  const attributes = `lang="${inAttribute(lang)}" data-template="${inAttribute(template)}"${themeAttribute}`;
  const links = styles.map((href) => `<link rel="stylesheet" href="${inAttribute(href)}">`).join('');
  return page
    .replace(/<html lang="\w+"/, () => `<html ${attributes}`)
    .replace('</head>', () => `${links}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

/** The HTML of the bare page, marked so that it does not wait for storage again. */
export const withLateStorage = (page: string): string => page.replace('<html ', '<html data-storage="late" ');
