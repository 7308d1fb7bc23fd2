import * as v from 'valibot';
import { safely } from '../platform/safe-storage.ts';
import { StorageTimeoutError, withTimeout } from '../platform/storage-timeout.ts';
import { getMany } from './key-value.ts';
import { isSignedOutHere } from './signed-out-mark.ts';
import { CONFIRMED_KEY, isConfirmedLately, isStoredAnswer, storedAnswers } from './stored-answers.ts';

/** A snapshot of a member's screen, with what the same build needs to show it before any script runs. */
const ScreenSnapshot = v.object({
  build: v.string(),
  lang: v.string(),
  template: v.string(),
  theme: v.string(),
  styles: v.array(v.string()),
  /** HTML of the page's own elements; the content security policy lets no script in it run. */
  html: v.string(),
});
export type ScreenSnapshot = v.InferOutput<typeof ScreenSnapshot>;

/** The name under which a snapshot lies in the answer store. */
export const snapshotName = (pathname: string): string => `screen/${pathname}`;

/**
 * The stored snapshot, not yet parsed; `late` if storage does not answer in time, null if it is blocked or may not be shown without a sign
 * of life from the server.
 */
async function readSnapshot(pathname: string): Promise<unknown> {
  try {
    const [confirmed, stored] = await getMany<unknown>([CONFIRMED_KEY, snapshotName(pathname)], storedAnswers().bounded);
    return isConfirmedLately(confirmed) ? stored : null;
  } catch (error) {
    return error instanceof StorageTimeoutError ? 'late' : null;
  }
}

/**
 * The snapshot of a path, if the same build took it; `late` if storage does not answer in time. Null if there is none, or if its member may
 * have left.
 */
export async function storedSnapshot(pathname: string, build: string): Promise<ScreenSnapshot | 'late' | null> {
  const [stored, isSignedOut] = await Promise.all([readSnapshot(pathname), safely(() => withTimeout(isSignedOutHere))]);
  if (stored === 'late') return stored;
  const parsed = isSignedOut === false && isStoredAnswer(stored) ? v.safeParse(ScreenSnapshot, stored.data) : null;
  return parsed?.success && parsed.output.build === build ? parsed.output : null;
}

const HTML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const escapeAttribute = (text: string) => text.replaceAll(/[&"<]/g, (character) => HTML_ESCAPES[character] ?? '');

/** The HTML of the bare page with a snapshot in its empty root. */
export function withSnapshot(page: string, { lang, template, theme, styles, html }: ScreenSnapshot): string {
  const themeAttribute = theme ? ` data-theme="${escapeAttribute(theme)}"` : '';
  const attributes = `lang="${escapeAttribute(lang)}" data-template="${escapeAttribute(template)}"${themeAttribute}`;
  const links = styles
    .filter((href) => !page.includes(`href="${href}"`))
    .map((href) => `<link rel="stylesheet" href="${escapeAttribute(href)}">`)
    .join('');
  return page
    .replace(/<html lang="\w+"/, () => `<html ${attributes}`)
    .replace('</head>', () => `${links}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

/** The HTML of the bare page, marked so that it does not wait for storage again. */
export const markStorageLate = (page: string): string => page.replace('<html ', '<html data-storage="late" ');
