import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLike, aMember, anImage, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus } from '../support/keyboard.ts';
import { button, field, link } from '../support/locators.ts';
import { countCalls, holdApp, openShell, pressDown, recordDocuments, untilApp, untilAppUnderShell } from '../support/prerendered-shell.ts';
import { t, translationsIn } from '../support/translations.ts';
import { DESKTOP, until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();
let joris: TestMember;

beforeEach(async () => {
  await site.db.$client.batch(['delete from likes', 'delete from images', 'delete from members']);
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
});

/** Opens an address with the app held back, so that it shows its prerendered shell; `letIn` lets the app load. */
async function openHeldShell(path: string, member?: TestMember): Promise<{ page: Page; letIn: () => void; documents: string[] }> {
  const page = await visit(site, { ...DESKTOP, beforeApp: true, ...(member && { cookie: member.cookie }) });
  const letIn = await holdApp(page);
  const documents = recordDocuments(page);
  await openShell(page, path);
  return { page, letIn, documents };
}

const showPassword = (page: Page) => button(page, t('core:action.show_password'));
const passwordType = (page: Page) => field(page, t('session:password')).getAttribute('type');
const logInLink = (page: Page) => link(page, t('core:navigation.log_in'));
const busyCount = (page: Page) => page.locator('.prerendered-shell [aria-busy=true]').count();
const hasCookie = async (page: Page, name: string) => (await page.context().cookies()).some((cookie) => cookie.name === name);

describe('before the app has loaded', () => {
  test('a link is followed at once', async () => {
    const { page, documents } = await openHeldShell('/');
    await logInLink(page).click();
    await untilAddress(page, /^\/login/);
    expect(documents).toEqual(['/', '/login']);
  });

  test('the sign-up has been loaded ahead when its link is pressed', async () => {
    const page = await visit(site, { ...DESKTOP, beforeApp: true });
    const devTools = await page.context().newCDPSession(page);
    const isLoaded = new Promise<string>((resolve) =>
      devTools.on(
        'Preload.prefetchStatusUpdated',
        ({ status, prefetchUrl }) => status === 'Ready' && resolve(new URL(prefetchUrl).pathname),
      ),
    );
    await devTools.send('Preload.enable');
    await holdApp(page);
    await openShell(page, '/');
    expect(await isLoaded).toBe('/signup');
    await link(page, t('landing:join')).first().click();
    await untilAddress(page, '/signup');
    expect(await page.evaluate(() => Reflect.get(performance.getEntriesByType('navigation')[0] ?? {}, 'deliveryType'))).toBe(
      'navigational-prefetch',
    );
  });

  test('a link of the table of contents scrolls to its section, and the app keeps that position', async () => {
    const { page, letIn, documents } = await openHeldShell('/pages/terms');
    const sectionTop = async () => (await page.locator('.app').locator('#ending').first().boundingBox())?.y ?? 9999;
    await link(page, 'When it ends').first().click();
    await until(sectionTop).toBeLessThan(150);
    letIn();
    await untilApp(page);
    await until(sectionTop).toBeLessThan(150);
    expect(documents).toEqual(['/pages/terms']);
  });

  test('a link to the same page waits for the app and does not reload the page', async () => {
    const { page, letIn, documents } = await openHeldShell('/pages/faq');
    await page.locator('.prerendered-shell .site-foot a[href="/pages/faq"]').click();
    expect(await busyCount(page)).toBe(1);
    letIn();
    await untilApp(page);
    // The router adds a key to every history entry that it creates.
    await until(() => page.evaluate(() => typeof history.state?.key)).toBe('string');
    expect(documents).toEqual(['/pages/faq']);
  });

  test('a link on a page with campaign parameters waits until they are stored', async () => {
    const { page, letIn, documents } = await openHeldShell('/?network=ads');
    await link(page, t('landing:join')).first().click();
    expect([await busyCount(page), await hasCookie(page, 'tracking')]).toEqual([1, false]);
    letIn();
    await untilAddress(page, '/signup?network=ads');
    expect([await hasCookie(page, 'tracking'), documents]).toEqual([true, ['/']]);
  });

  test('a waiting link is followed after a while if the app does not load', async () => {
    const { page } = await openHeldShell('/?network=ads');
    await logInLink(page).click();
    await untilAddress(page, /^\/login/);
  });

  test('a switch shows its next state at every press, and the app takes over the last', async () => {
    const { page, letIn } = await openHeldShell('/login');
    await field(page, t('session:password')).fill(PASSWORD);
    await showPassword(page).click();
    expect([await passwordType(page), await showPassword(page).getAttribute('aria-pressed')]).toEqual(['text', 'true']);
    await showPassword(page).dblclick();
    expect([await passwordType(page), await busyCount(page)]).toEqual(['text', 0]);
    letIn();
    await untilApp(page);
    await until(() => passwordType(page)).toBe('text');
    expect(await field(page, t('session:password')).inputValue()).toBe(PASSWORD);
  });

  test('a switch that was pressed twice stays as it was', async () => {
    const { page, letIn } = await openHeldShell('/login');
    await showPassword(page).dblclick();
    expect([await passwordType(page), await showPassword(page).getAttribute('aria-pressed')]).toEqual(['password', 'false']);
    letIn();
    await untilApp(page);
    expect([await passwordType(page), await showPassword(page).getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  });

  test('a like that was given before is not taken back', async () => {
    const marit = await aMember(site.db, { name: 'Marit', gender: 'female' });
    await anImage(site.db, marit.id);
    await aLike(site.db, joris.id, marit.id);
    const { page, letIn } = await openHeldShell('/members', joris);
    await button(page, t('cards:like', { name: 'Marit' })).click();
    letIn();
    await untilApp(page);
    const heart = page.locator('#root').getByRole('button', { name: t('cards:like', { name: 'Marit' }), exact: true });
    await until(() => heart.evaluate((found) => document.activeElement === found)).toBe(true);
    expect(await heart.getAttribute('aria-pressed')).toBe('true');
    expect((await site.db.$client.execute('select count(*) as n from likes')).rows[0]?.n).toBe(1);
  });

  test('a like is sent once', async () => {
    const marit = await aMember(site.db, { name: 'Marit', gender: 'female' });
    await anImage(site.db, marit.id);
    const { page, letIn } = await openHeldShell('/members', joris);
    const likes = countCalls(page, 'likes.php', 'POST');
    await button(page, t('cards:like', { name: 'Marit' })).click();
    expect(await button(page, t('cards:like', { name: 'Marit' })).getAttribute('aria-pressed')).toBe('true');
    letIn();
    const heart = page.locator('#root').getByRole('button', { name: t('cards:like', { name: 'Marit' }), exact: true });
    await until(() => heart.getAttribute('aria-pressed')).toBe('true');
    await until(async () => (await site.db.$client.execute('select count(*) as n from likes')).rows[0]?.n).toBe(1);
    // The browser reports a request apart from the server, which has stored it.
    await until(() => likes.count).toBe(1);
  });

  test('a like that was pressed before a link is sent before the link is followed', async () => {
    const marit = await aMember(site.db, { name: 'Marit', gender: 'female' });
    await anImage(site.db, marit.id);
    const { page, letIn, documents } = await openHeldShell('/members', joris);
    await button(page, t('cards:like', { name: 'Marit' })).click();
    await page.getByRole('link', { name: 'Marit' }).first().click();
    letIn();
    await untilAddress(page, `/members/${marit.id}`);
    await until(async () => (await site.db.$client.execute('select count(*) as n from likes')).rows[0]?.n).toBe(1);
    expect(documents).toEqual(['/members']);
  });

  test.each(['the button', 'Enter'])('a login is filled in and sent once by %s', async (method) => {
    const { page, letIn, documents } = await openHeldShell('/login');
    const logins = countCalls(page, 'login.php', 'POST');
    await field(page, t('session:email')).fill(joris.email);
    await field(page, t('session:password')).fill(PASSWORD);
    if (method === 'Enter') await page.keyboard.press('Enter');
    else await button(page, t('session:submit')).dblclick();
    expect(await busyCount(page)).toBe(1);
    letIn();
    await untilAddress(page, '/home');
    expect([logins.count, documents]).toEqual([1, ['/login']]);
  });

  test('a checkbox that was ticked by its label stays ticked', async () => {
    const { page, letIn } = await openHeldShell('/landers/iconslanding/music');
    const boxes = page.locator('.app:visible input[type=checkbox]');
    const before = await boxes.first().isChecked();
    await page.locator('.prerendered-shell label.thing-pick').first().click();
    expect(await boxes.first().isChecked()).toBe(!before);
    letIn();
    await untilApp(page);
    await until(() => boxes.first().isChecked()).toBe(!before);
  });

  test('a choice takes effect as soon as the app has loaded', async () => {
    const { page, letIn } = await openHeldShell('/pages/cookies');
    await page.getByText(t('pages:tracking_refused'), { exact: true }).click();
    expect(await hasCookie(page, 'tracking-refused')).toBe(false);
    letIn();
    await until(() => hasCookie(page, 'tracking-refused')).toBe(true);
    await page.getByRole('status').getByText(t('pages:tracking_refused_text')).waitFor();
  });

  test('a chosen language takes effect', async () => {
    const { page, letIn } = await openHeldShell('/pages/terms');
    await page.locator('.prerendered-shell .language-switch select').selectOption('nl');
    letIn();
    await until(() => page.locator('html').getAttribute('lang')).toBe('nl');
    await page.getByText(translationsIn('nl')('core:navigation.log_in'), { exact: true }).first().waitFor();
  });
});

describe('while the app replaces the shell', () => {
  test('a button that is held down works when it is released', async () => {
    const { page, letIn } = await openHeldShell('/login');
    // The press moves the focus away from the field.
    await field(page, t('session:email')).focus();
    await pressDown(page, showPassword(page));
    letIn();
    await untilAppUnderShell(page);
    await page.mouse.up();
    await until(() => passwordType(page)).toBe('text');
    await untilApp(page);
  });

  test('an open select stays until an option is chosen', async () => {
    const { page, letIn } = await openHeldShell('/pages/terms');
    const languages = page.locator('.prerendered-shell .language-switch select');
    await languages.click();
    letIn();
    await untilAppUnderShell(page);
    await languages.selectOption('nl');
    await untilApp(page);
    await until(() => page.locator('html').getAttribute('lang')).toBe('nl');
  });

  test('a link that is held down is followed by the app when it is released', async () => {
    const { page, letIn, documents } = await openHeldShell('/');
    await pressDown(page, logInLink(page).first());
    letIn();
    await untilAppUnderShell(page);
    await page.mouse.up();
    await untilAddress(page, /^\/login/);
    await untilApp(page);
    expect(documents).toEqual(['/']);
  });

  test('a button on which Space is held down works when the key is released', async () => {
    const { page, letIn } = await openHeldShell('/login');
    await showPassword(page).focus();
    await page.keyboard.down('Space');
    letIn();
    await untilAppUnderShell(page);
    await page.keyboard.up('Space');
    await until(() => passwordType(page)).toBe('text');
    await untilApp(page);
  });

  test('the focus stays on its link, which Enter follows', async () => {
    const { page, letIn } = await openHeldShell('/login');
    await link(page, t('session:forgot')).focus();
    letIn();
    await untilApp(page);
    await until(() => hasFocus(link(page, t('session:forgot')))).toBe(true);
    await page.keyboard.press('Enter');
    await untilAddress(page, '/reset-password');
  });

  test('the scroll position stays', async () => {
    const { page, letIn } = await openHeldShell('/pages/terms');
    await page.mouse.wheel(0, 700);
    await until(() => page.evaluate(() => scrollY)).toBe(700);
    letIn();
    await untilApp(page);
    await until(() => page.evaluate(() => scrollY)).toBe(700);
  });

  test('an element of the shell that the app does not have is dropped', async () => {
    const { page, letIn } = await openHeldShell('/login');
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.evaluate(() => {
      const unknown = document.createElement('button');
      unknown.textContent = 'Unknown';
      document.querySelector('.prerendered-shell h1')?.after(unknown);
    });
    await button(page, 'Unknown').click();
    letIn();
    await untilApp(page);
    expect([errors, await button(page, 'Unknown').count()]).toEqual([[], 0]);
    await showPassword(page).click();
    await until(() => passwordType(page)).toBe('text');
  });
});
