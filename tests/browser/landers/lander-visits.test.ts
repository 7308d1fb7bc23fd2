import { expect, test } from 'vitest';
import { addressesOf } from '#contract/pages/landers';
import { aMember } from '../../support/database/factories.ts';
import { browserSite } from '../support/browser-site.ts';
import { field, heading, link } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, visit } from '../support/visit.ts';

const site = browserSite();
const LANDER = addressesOf('landers-gallery-slug')[1] ?? '';
const FILM = addressesOf('landers-video-slug')[0] ?? '';

test('a language that cannot be loaded shows a warning and keeps page and typed text; the next try loads it', async () => {
  const page = await visit(site, DESKTOP);
  const language = page.getByRole('combobox', { name: t('core:language.choose') });
  await page.goto(LANDER);
  await heading(page, t('lander-gallery:makers.headline')).waitFor();
  await field(page, t('signup:email')).fill('kim@exam');
  for (const body of ['{"broken":', '[]', JSON.stringify({ long: 'x'.repeat(5_000_000) })]) {
    await page.route('**/_i18n/nl/lander-gallery.json*', (route) => route.fulfill({ contentType: 'application/json', body }));
    await language.selectOption('nl');
    const toast = page.locator('.toast');
    await toast.first().waitFor();
    await toast.getByRole('button').last().click();
    await toast.first().waitFor({ state: 'detached' });
    await heading(page, t('lander-gallery:makers.headline')).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect((await page.context().cookies()).some(({ name }) => name === 'i18n_redirected')).toBe(false);
    await page.unroute('**/_i18n/nl/lander-gallery.json*');
  }
  await language.selectOption('nl');
  await until(() => page.locator('html').getAttribute('lang')).toBe('nl');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('input[type=email]').inputValue()).toBe('kim@exam');
});

test('a member who opens a lander is not asked to sign up, but led to the members', async () => {
  const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db)).cookie });
  await page.goto(LANDER);
  await heading(page, t('lander-gallery:makers.headline')).waitFor();
  expect(await page.locator('input[type=email]').count()).toBe(0);
  await link(page, t('signup:go_on')).waitFor();
});

test('a film is not loaded with reduced motion, and can be paused otherwise', async () => {
  const films: string[] = [];
  const open = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await visit(site, { ...PHONE, reducedMotion });
    page.on('request', (request) => /\.(mp4|webm)$/.test(new URL(request.url()).pathname) && films.push(request.url()));
    await page.goto(FILM);
    return page;
  };
  const still = await open('reduce');
  await still.waitForTimeout(1500);
  expect(films).toEqual([]);
  const moving = await open('no-preference');
  await moving.getByRole('button', { name: t('lander-video:pause'), exact: true }).click();
  await until(() => moving.locator('video').evaluateAll((all) => all.every((one) => one instanceof HTMLVideoElement && one.paused))).toBe(
    true,
  );
  await moving.getByRole('button', { name: t('lander-video:play'), exact: true }).waitFor();
});
