import * as v from 'valibot';
import { orNothing } from '../platform/safe-storage.ts';
import { StorageLate, withinLimit } from '../platform/storage-timeout.ts';
import { get } from './key-value.ts';
import { isSignedOutHere } from './signed-out-mark.ts';
import { isKept, keptAnswers } from './stored-answers.ts';

/** A member's screen as it stood last, with what its own build needs to show it before any script runs. */
const KeptScreen = v.object({
  build: v.string(),
  lang: v.string(),
  template: v.string(),
  theme: v.string(),
  styles: v.array(v.string()),
  /** Out of the page's own elements; the policy of the page lets nothing in it run. */
  html: v.string(),
});
export type KeptScreen = v.InferOutput<typeof KeptScreen>;

/** Where a screen lies among what is kept of its member. */
export const screenName = (pathname: string): string => `screen/${pathname}`;

/** What is kept of a screen; `late` where storage has not said so within the limit, null where it is blocked. */
async function readScreen(pathname: string): Promise<unknown> {
  try {
    return await get<unknown>(screenName(pathname), keptAnswers().bounded);
  } catch (error) {
    return error instanceof StorageLate ? 'late' : null;
  }
}

/** The screen that this browser keeps of an address, where the same build has drawn it; null where there is none, or it is not known whose. */
export async function keptScreen(pathname: string, build: string): Promise<KeptScreen | 'late' | null> {
  const [kept, isSignedOut] = await Promise.all([readScreen(pathname), orNothing(() => withinLimit(isSignedOutHere))]);
  if (kept === 'late') return kept;
  const parsed = isSignedOut === false && isKept(kept) ? v.safeParse(KeptScreen, kept.data) : null;
  return parsed?.success && parsed.output.build === build ? parsed.output : null;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const inAttribute = (text: string) => text.replaceAll(/[&"<]/g, (sign) => SIGNS[sign] ?? '');

/** The bare page with a kept screen in the place of nothing. */
export function withScreen(page: string, { lang, template, theme, styles, html }: KeptScreen): string {
  const attributes = `lang="${inAttribute(lang)}" data-template="${inAttribute(template)}"${theme ? ` data-theme="${inAttribute(theme)}"` : ''}`;
  const links = styles.map((href) => `<link rel="stylesheet" href="${inAttribute(href)}">`).join('');
  return page
    .replace(/<html lang="\w+"/, () => `<html ${attributes}`)
    .replace('</head>', () => `${links}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

/** The bare page that says of itself that storage was waited for already. */
export const withLateStorage = (page: string): string => page.replace('<html ', '<html data-storage="late" ');
