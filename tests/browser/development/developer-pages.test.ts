import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DEVELOPER_TEXTS } from '../../../web/development/developer-texts.ts';
import { TOAST_POSITIONS } from '../../../web/ui/toasts/toast-list.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus } from '../support/keyboard.ts';
import { pauseToasts } from '../support/toasts.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until, visit } from '../support/visit.ts';

const site = browserSite({ keepsPages: true });
const { reminder, panelActions } = DEVELOPER_TEXTS;
let page: Page;

/** Presses a button by keyboard, because a toast may cover it. */
const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
const toast = () => page.locator('.toast');
const stateOf = (one: Locator) => one.getAttribute('data-state');
const noToast = () => until(() => toast().count()).toBe(0);

/** The countdown of the first toast, which is the animation of its bar. */
const timer = () =>
  page.locator('.toast .toast-progress').evaluate((bar) => {
    const [running] = bar.getAnimations();
    const { height } = bar.getBoundingClientRect();
    return { height, duration: running?.effect?.getTiming().duration, play: running?.playState };
  });
/** Slows the countdown down so much that it does not end during the test. */
const slowDown = () =>
  page.locator('.toast .toast-progress').evaluate((bar) => {
    for (const running of bar.getAnimations()) running.playbackRate = 1e-6;
  });
/** Ends the countdown and waits within the page for the state `hidden`, which lasts too short a time to be polled. */
const finishAndHide = () =>
  page.locator('.toast .toast-progress').evaluate((bar) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const box = bar.closest('.toast');
    if (!box) throw new Error('a bar outside of a toast');
    const look = () => box.getAttribute('data-state') === 'hidden' && resolve();
    new MutationObserver(look).observe(box, { attributeFilter: ['data-state'] });
    bar.getAnimations()[0]?.finish();
    return promise;
  });
const topDialog = () => page.locator('dialog[open]').last();

async function openPage(path: string): Promise<void> {
  page = await visit(site, DESKTOP);
  await page.goto(path);
  await page.locator('.dev h1').waitFor();
}

describe('a toast', () => {
  test('is 350 px wide at the top end for 5 s, with a countdown bar of 4 px, also with reduced motion', async () => {
    await openPage('/_dev/dialogs');
    await press('with text');
    await toast().waitFor();
    expect(await timer()).toEqual({ height: 4, duration: 5000, play: 'running' });
    // The following checks may take longer than 5 s; the next test resumes the countdown.
    await pauseToasts(page);
    const [box, slot] = await Promise.all([toast().boundingBox(), page.locator('.toast-slot').boundingBox()]);
    expect([box?.width, slot?.width, slot?.y, (slot?.x ?? 0) + (slot?.width ?? 0)]).toEqual([350, 382, 0, 1440]);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('is paused while it is hovered or has the focus, and disappears when its time is over', async () => {
    await slowDown();
    await toast().hover();
    await until(async () => [await stateOf(toast()), (await timer()).play]).toEqual(['hovered', 'paused']);
    await page.mouse.move(10, 880);
    await until(async () => [await stateOf(toast()), (await timer()).play]).toEqual(['shown', 'running']);
    await toast()
      .getByRole('button', { name: t('core:action.close') })
      .focus();
    await until(async () => [await stateOf(toast()), (await timer()).play]).toEqual(['hovered', 'paused']);
    // Whether pointer or focus leaves first, the other one keeps it paused.
    const elsewhere = page.getByRole('button', { name: 'with text', exact: true });
    await toast().hover();
    await page.mouse.move(10, 880);
    await page.mouse.move(12, 880);
    expect([await stateOf(toast()), (await timer()).play]).toEqual(['hovered', 'paused']);
    await toast().hover();
    await elsewhere.focus();
    expect([await stateOf(toast()), (await timer()).play]).toEqual(['hovered', 'paused']);
    await page.mouse.move(10, 880);
    await until(async () => [await stateOf(toast()), (await timer()).play]).toEqual(['shown', 'running']);
    await finishAndHide();
    await noToast();
  });

  test('is closed by its button; an endless one has no bar', async () => {
    await press('endless');
    await toast().waitFor();
    expect(await page.locator('.toast .toast-progress').count()).toBe(0);
    await toast()
      .getByRole('button', { name: t('core:action.close') })
      .click();
    await noToast();
  });

  test('that takes the focus returns it after its action', async () => {
    const opener = page.getByRole('button', { name: 'with an action that takes the focus', exact: true });
    await opener.click();
    const act = toast().getByRole('button', { name: DEVELOPER_TEXTS.toasts.act });
    await until(() => hasFocus(act)).toBe(true);
    await until(async () => [await stateOf(toast()), (await timer()).duration]).toEqual(['hovered', 10_000]);
    await page.keyboard.press('Enter');
    await toast().getByText(DEVELOPER_TEXTS.toasts.acted, { exact: true }).waitFor();
    await until(() => hasFocus(opener)).toBe(true);
    await press(DEVELOPER_TEXTS.toasts.clear);
    await noToast();
  });

  test('has nine positions, each where its name says', async () => {
    const places = await page.evaluate(
      async (names) => {
        for (const button of document.querySelectorAll('button')) if (names.includes(button.textContent)) button.click();
        while (document.querySelectorAll('.toast').length < names.length) await new Promise(requestAnimationFrame);
        return [...document.querySelectorAll('.toast')].map((box) => {
          const { left, right, top, bottom } = box.getBoundingClientRect();
          const part = (middle: number, whole: number, words: readonly string[]) => words[Math.floor((3 * middle) / whole)];
          const vertical = part((top + bottom) / 2, innerHeight, ['top', 'middle', 'bottom']);
          const horizontal = part((left + right) / 2, innerWidth, ['start', 'center', 'end']);
          return `${vertical}-${horizontal}`;
        });
      },
      TOAST_POSITIONS as readonly string[],
    );
    expect(places).toEqual(TOAST_POSITIONS);
    await press(DEVELOPER_TEXTS.toasts.clear);
    await noToast();
  });

  test('is placed below the one before it', async () => {
    await press('four at once');
    await until(() => toast().count()).toBe(4);
    const boxes = await Promise.all((await toast().all()).map((one) => one.boundingBox()));
    const gaps = boxes.slice(1).map((box, i) => (box?.y ?? 0) - (boxes[i]?.y ?? 0) - (boxes[i]?.height ?? 0));
    expect(gaps).toEqual([12, 12, 12]);
    await press(DEVELOPER_TEXTS.toasts.clear);
    await noToast();
  });
});

describe('a dialog', () => {
  test('contains the toasts while it is the topmost, so that they can be pressed', async () => {
    const opener = page.getByRole('button', { name: 'nested', exact: true });
    await opener.click();
    await topDialog().getByRole('button', { name: DEVELOPER_TEXTS.dialogs.nestedToast }).click();
    await page.locator('dialog .toast').waitFor();
    await pauseToasts(page);
    await topDialog().getByRole('button', { name: DEVELOPER_TEXTS.dialogs.nested }).click();
    await page.locator('dialog dialog .toast').waitFor();
    await page.keyboard.press('Escape');
    await until(() => page.locator('dialog[open]').count()).toBe(1);
    await until(() => hasFocus(page.getByRole('button', { name: DEVELOPER_TEXTS.dialogs.nested }))).toBe(true);
    await page
      .locator('dialog .toast')
      .getByRole('button', { name: t('core:action.close') })
      .click();
    await noToast();
    await page.keyboard.press('Escape');
    await until(() => page.locator('dialog[open]').count()).toBe(0);
    await until(() => hasFocus(opener)).toBe(true);
  });

  test('of every kind takes the focus, closes by Escape and returns the focus', async () => {
    const names = await page.locator('.dev-row button[data-dialog]').allTextContents();
    expect(names.length).toBeGreaterThan(25);
    const wrong: string[] = [];
    for (const name of names) {
      const opener = page.locator(`[data-dialog="${name}"]`);
      await opener.press('Enter');
      await topDialog().waitFor();
      if (!(await topDialog().evaluate((box) => box.contains(document.activeElement)))) wrong.push(`${name} takes no focus`);
      if ((await topDialog().evaluate((box) => getComputedStyle(box).zIndex)) !== '1055') wrong.push(`${name} has another layer`);
      await page.keyboard.press('Escape');
      await until(() => page.locator('dialog[open]').count()).toBe(0);
      if (!(await hasFocus(opener))) wrong.push(`${name} gives no focus back`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the hidden panel', () => {
  test('opens above the page without being modal, and its three buttons do nothing', async () => {
    const panel = page.getByRole('complementary', { name: DEVELOPER_TEXTS.panel });
    expect(await panel.count()).toBe(0);
    await press(DEVELOPER_TEXTS.panel);
    expect(await panel.evaluate((box) => getComputedStyle(box).zIndex)).toBe('1055');
    const before = [page.url(), await page.locator('main').innerHTML()];
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const name of Object.values(panelActions)) await panel.getByRole('button', { name, exact: true }).click();
    expect([[page.url(), await page.locator('main').innerHTML()], asked]).toEqual([before, []]);
    await panel.getByText(DEVELOPER_TEXTS.features).click();
    expect(await panel.locator('pre').textContent()).toMatch(/"templateName": "social"[\s\S]*"isDevPanelOpen": true/);
  });
});

describe('the other developer pages', () => {
  test('show the reminder in all states', async () => {
    await page.goto('/_dev/activate-reminder');
    const words = (state: string) => page.locator(`[data-state=${state}]`).getByRole('status').textContent();
    const send = (state: string) => page.locator(`[data-state=${state}] .reminder-actions button`);
    await until(() => words('sent')).toMatch(/joris\.van\.der/);
    await until(() => words('refused')).toBe(t('errors:unavailable'));
    await until(() => words('waiting')).toBe(t('reminder:mail_wait', { wait: '10 minutes' }));
    await until(async () => [await send('sending').getAttribute('aria-busy'), await send('mail').isEnabled()]).toEqual(['true', true]);
    await until(async () => [
      await send('sent').isDisabled(),
      await send('waiting').isDisabled(),
      await send('refused').isEnabled(),
    ]).toEqual([true, true, true]);
    await page.getByText(t('reminder:sign_up_title')).waitFor();
    await page
      .locator('[data-state=mail]')
      .getByRole('button', { name: t('reminder:close') })
      .click();
    await page.getByText(reminder.dismissed).waitFor();
  });

  test('show both navigations with every current page and every badge', async () => {
    await page.goto('/_dev/top-nav?template=classic');
    await page.locator('.top-nav').first().waitFor();
    expect(await page.locator('html').getAttribute('data-template')).toBe('classic');
    const marked = (part: string) =>
      page.locator(`${part} [aria-current]`).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const three = (text: string) => [text, text, text];
    const members = three('/members');
    expect(await marked('.top-nav')).toEqual([...members, '/members', '/likes', '/chats', '/notifications', '/profile', '/chats']);
    await page.goto('/_dev/top-nav?template=social');
    await page.locator('.navigation-rail').first().waitFor();
    expect(await marked('.navigation-rail')).toEqual([
      ...members,
      '/home',
      '/members',
      '/likes',
      '/chats',
      '/notifications',
      '/profile',
      '/credits',
      '/chats',
    ]);
    expect(await page.locator('.tabs .badge [aria-hidden]').allTextContents()).toEqual([...three('3'), ...three('99+'), ...three('3')]);
  });
});
