import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SHIPPED_LOCALES } from '#contract/primitives';

const LOCALES = join(import.meta.dirname, '../../../web/locales');

/** web/build/strip-i18next.ts leaves out of i18next what only such texts would ask for. */
const NOT_BUILT_IN = { 'another text': /\$t\(/, 'a format': /\{\{[^}]*,/ };

test.each(SHIPPED_LOCALES)('the texts in %s ask for names and plurals alone', (locale) => {
  for (const file of readdirSync(join(LOCALES, locale))) {
    const texts = readFileSync(join(LOCALES, locale, file), 'utf8');
    for (const [what, sign] of Object.entries(NOT_BUILT_IN)) expect(sign.exec(texts), `${file} asks for ${what}`).toBeNull();
  }
});
