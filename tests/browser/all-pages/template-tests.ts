import { expect, test } from 'vitest';
import { shippedLocales } from '../../support/files/translation-files.ts';
import { violationsOn } from '../support/axe.ts';
import { DESKTOP_SIZE, PHONE_SIZE } from '../support/visit.ts';
import { expectDarkContrast, expectLanguage, expectToFit, PAGE_NAMES, pageSample, templatePages } from './page-checks.ts';

/** `npm test` checks one in so many of all pages in all languages. */
const SAMPLE_RATE = 150;

/** Tests pages of this template in all languages: on a phone and on a desktop, in light and dark colours. */
export function testTemplate(template: 'social' | 'classic'): void {
  const { open } = templatePages(template);
  const all = shippedLocales().flatMap((locale) => PAGE_NAMES.map((name) => ({ locale, name })));
  const sample = pageSample(template, all, SAMPLE_RATE);

  test.each(sample)(
    `$locale, ${template}: $name is accessible in light and dark colours and fits 320 px and a desktop`,
    async ({ locale, name }) => {
      const page = await open(name, locale);
      await expectLanguage(page, locale);
      for (const viewport of [PHONE_SIZE, DESKTOP_SIZE]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await violationsOn(page)).toEqual([]);
        await expectDarkContrast(page);
      }
      for (const width of [DESKTOP_SIZE.width, 320]) await expectToFit(page, width);
    },
  );
}
