import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEXT_PAGES } from '../../contract/pages/page-routes.ts';
import { SHIPPED_LOCALES } from '../../contract/primitives.ts';
import { isTextPage, textPage } from './text-pages.ts';

const LOCALES_FOLDER = join(import.meta.dirname, '../locales');

const readLocaleFile = (locale: string, name: string): object =>
  JSON.parse(readFileSync(join(LOCALES_FOLDER, locale, `${name}.json`), 'utf8'));

/**
 * The content of /_i18n/<locale>/<name>.json: for `messages` core.json with errors.json under `errors`, for the name of a text page that
 * text, otherwise the file of that name. Throws if there is none.
 */
export function localeFile(locale: string, name: string): string {
  if (isTextPage(name)) return JSON.stringify(textPage(locale, name));
  if (name !== 'messages') return JSON.stringify(readLocaleFile(locale, name));
  return JSON.stringify({ ...readLocaleFile(locale, 'core'), errors: readLocaleFile(locale, 'errors') });
}

/** Every locale and name that `localeFile` knows, for the shipped locales. */
export function localeFiles(): { locale: string; name: string }[] {
  return SHIPPED_LOCALES.flatMap((locale) => {
    const names = readdirSync(join(LOCALES_FOLDER, locale))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -5));
    return ['messages', ...names.filter((name) => name !== 'core' && name !== 'errors'), ...TEXT_PAGES].map((name) => ({ locale, name }));
  });
}
