import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { t } from '../support/translations.ts';
import { untilAnimationsEnd } from '../support/waits.ts';
import { expectDarkContrast, expectLanguage, expectToFit, isInSample, PAGE_NAMES, pageSample, templatePages } from './page-checks.ts';

const { open } = templatePages('social');

/** `npm test` checks a sample of them; most also have a test of their own. */
const isForDevelopers = (name: string) => /^(classic-)?dev-/.test(name);
const [FOR_DEVELOPERS, FOR_ALL] = [PAGE_NAMES.filter(isForDevelopers), PAGE_NAMES.filter((name) => !isForDevelopers(name))];
const SAMPLE = [...pageSample('developer pages', FOR_DEVELOPERS, 10), ...pageSample('pages', FOR_ALL, 5)];

describe('in the template social and the language en', () => {
  test.each(SAMPLE)('%s is accessible and fits 320 px', async (name) => {
    const page = await open(name, 'en');
    await expectLanguage(page, 'en');
    expect(await violationsOn(page)).toEqual([]);
    await expectToFit(page, 320);
    if (isInSample(`${name} by night`, 5)) await expectDarkContrast(page);
  });
});

describe('dialogs', () => {
  const OVERLAYS = [
    { name: 'members', opener: new RegExp(`^${t('members:filters')}$`), title: 'members:filters' },
    { name: 'profile', opener: /^Interests/, title: 'profile:interests_dialog' },
  ] as const;

  test.each(OVERLAYS)('$title is accessible in light and dark colours', async ({ name, opener, title }) => {
    const page = await open(name, 'en');
    await page.getByRole('button', { name: opener }).last().click();
    await page.getByRole('dialog', { name: t(title) }).waitFor();
    await untilAnimationsEnd(page);
    expect(await violationsOn(page)).toEqual([]);
    await expectDarkContrast(page);
  });
});
