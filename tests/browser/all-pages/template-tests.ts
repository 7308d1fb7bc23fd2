import { expect, test } from 'vitest';
import { shippedLocales } from '../../support/files/translation-files.ts';
import { violationsOn } from '../support/axe.ts';
import { DESKTOP_SIZE, PHONE_SIZE } from '../support/visit.ts';
import { expectReadableByNight, expectSpoken, expectToFit, facesIn, PAGE_NAMES, shareOf } from './page-checks.ts';

/** How many pages of all languages stand for the others in `npm test`: one of so many. */
const ONE_OF = 150;

/** Every page in this template, in every language, on a phone and on a desktop, by day and by night. */
export function facesOf(template: 'social' | 'classic'): void {
  const { open } = facesIn(template);
  const all = shippedLocales().flatMap((locale) => PAGE_NAMES.map((name) => ({ locale, name })));
  const drawn = shareOf(template, all, ONE_OF);

  test.each(drawn)(
    `$locale, ${template}: $name is for everyone, by day and by night, from 320 px to a desktop`,
    async ({ locale, name }) => {
      const page = await open(name, locale);
      await expectSpoken(page, locale);
      for (const viewport of [PHONE_SIZE, DESKTOP_SIZE]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await violationsOn(page)).toEqual([]);
        await expectReadableByNight(page);
      }
      for (const width of [DESKTOP_SIZE.width, 320]) await expectToFit(page, width);
    },
  );
}
