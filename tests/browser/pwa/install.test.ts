import { chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHROMIUM_ARGS, fullChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { aMember } from '../../support/database/factories.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus } from '../support/keyboard.ts';
import { button } from '../support/locators.ts';
import { t, translationsIn } from '../support/translations.ts';
import { until, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const site = browserSite();
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const TITLE = t('install:title', { site: 'Vonk' });

type Outcome = 'accepted' | 'dismissed';

/** Runs in the page: imitates the installation offer of Chromium before anything is rendered; `dataset.offer` records how it is handled. */
function imitateOffer(outcome: Outcome): void {
  addEventListener('DOMContentLoaded', () => {
    const prompt = async () => {
      document.documentElement.dataset.offer += ' asked';
    };
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice: Promise.resolve({ outcome }),
    });
    document.documentElement.dataset.offer = dispatchEvent(offer) ? 'left to the browser' : 'held';
  });
}

const offerState = (page: Page) => page.evaluate(() => document.documentElement.dataset.offer);
const card = (page: Page) => page.getByRole('region', { name: TITLE });
const row = (page: Page) => page.locator('#install');

async function memberPage(options: { userAgent?: string; locale?: string; outcome?: Outcome } = {}): Promise<Page> {
  const { outcome, ...rest } = options;
  const page = await visit(site, { cookie: (await aMember(site.db)).cookie, ...rest });
  if (outcome) await page.addInitScript(imitateOffer, outcome);
  return page;
}

test('Chromium regards the site as installable', async () => {
  const context = await chromium.launchPersistentContext('', { executablePath: fullChromium() ?? '', args: CHROMIUM_ARGS });
  const [page] = context.pages();
  if (!page) throw new Error('a browser without a page');
  await page.goto(`${site.url}/`);
  const session = await context.newCDPSession(page);
  const { errors, manifest, url } = await session.send('Page.getAppManifest');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  await context.close();
  expect({ errors, installabilityErrors, url }).toEqual({ errors: [], installabilityErrors: [], url: `${site.url}/manifest.webmanifest` });
  expect(manifest).toMatchObject({ id: `${site.url}/`, startUrl: `${site.url}/home`, display: 'kStandalone', name: 'Vonk' });
  expect([manifest?.icons?.length, manifest?.screenshots?.length, manifest?.shortcuts?.length]).toEqual([4, 3, 3]);
});

test('the offer of the browser is deferred to a card, which disappears after an installation', async () => {
  const page = await memberPage({ outcome: 'accepted' });
  await openUntilIdle(page, '/home');
  expect(await offerState(page)).toBe('held');
  await card(page)
    .getByRole('button', { name: t('install:action'), exact: true })
    .click();
  await card(page).waitFor({ state: 'detached' });
  expect(await offerState(page)).toBe('held asked');
  await until(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});

test('after a refusal there is no card any more, and the profile explains the browser’s own way', async () => {
  const page = await memberPage({ outcome: 'dismissed' });
  await page.goto('/profile/settings');
  await button(page, t('install:action')).click();
  await row(page).getByText(t('install:cancelled')).waitFor();
  await until(() => hasFocus(row(page).getByRole('status'))).toBe(true);
  await openUntilIdle(page, '/home');
  expect([await offerState(page), await card(page).count()]).toEqual(['held', 0]);
});

test('an iPhone shows the instructions for Share until they are done', async () => {
  const page = await memberPage({ userAgent: IPHONE });
  await openUntilIdle(page, '/home');
  await card(page)
    .getByRole('button', { name: t('install:how') })
    .click();
  const guide = page.getByRole('dialog', { name: t('install:guide', { site: 'Vonk' }) });
  await until(() => guide.getByRole('listitem').allTextContents()).toEqual([1, 2, 3].map((step) => t(`install:share_${step}`)));
  await page.keyboard.press('Escape');
  await guide.waitFor({ state: 'detached' });
  await card(page)
    .getByRole('button', { name: t('install:how') })
    .press('Enter');
  await guide.getByRole('button', { name: t('install:done') }).click();
  await card(page).waitFor({ state: 'detached' });
  await openUntilIdle(page, '/profile/settings');
  await row(page)
    .getByRole('button', { name: t('install:how') })
    .click();
  await guide.waitFor();
});

test('a closed card does not come back on this device', async () => {
  const sayDutch = translationsIn('nl');
  const page = await memberPage({ userAgent: IPHONE, locale: 'nl-NL' });
  await openUntilIdle(page, '/home');
  await page.getByRole('button', { name: sayDutch('install:dismiss') }).click();
  await page.locator('.install-card').waitFor({ state: 'detached' });
  await openUntilIdle(page, '/home');
  expect(await page.locator('.install-slot').count()).toBe(0);
});

test('a browser without support and the installed app get no offer', async () => {
  const page = await memberPage();
  await openUntilIdle(page, '/home');
  expect(await page.locator('.install-slot').count()).toBe(0);
  const installed = await memberPage({ userAgent: IPHONE });
  await installed.addInitScript(() => Object.defineProperty(navigator, 'standalone', { get: () => true }));
  await openUntilIdle(installed, '/home');
  expect(await installed.locator('.install-slot').count()).toBe(0);
});

test('the browser bar has the colour of the chosen scheme', async () => {
  const page = await memberPage();
  await page.goto('/profile/settings');
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content.toLowerCase()),
    );
  expect(await shown()).toEqual(['#fbf6f0']);
  await page.getByRole('radio', { name: t('profile:theme_dark') }).check();
  await until(shown).toEqual(['#16111a']);
});
