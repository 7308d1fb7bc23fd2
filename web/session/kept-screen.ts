import { get } from 'idb-keyval';
import * as v from 'valibot';
import { isKept, keptStore } from './kept-store.ts';
import { orNothing } from './or-nothing.ts';

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

/** The screen that this browser keeps of an address, where the same build has drawn it. */
export async function keptScreen(pathname: string, build: string): Promise<KeptScreen | null> {
  const kept = await orNothing(() => get<unknown>(screenName(pathname), keptStore()));
  const parsed = isKept(kept) ? v.safeParse(KeptScreen, kept.data) : null;
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
