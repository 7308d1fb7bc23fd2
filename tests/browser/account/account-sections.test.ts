import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NAME_MAX } from '#contract/member-name';
import { memberFields, type members } from '#db/schema/index';
import { aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { refusal, stubCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, heading, link } from '../support/locators.ts';
import { changeRow } from '../support/signup-and-search-actions.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;

/** Opens the settings of a new member with these columns. */
async function openSettings(traits: Partial<typeof members.$inferInsert> = {}): Promise<Page> {
  joris = await aMember(site.db, { name: 'Joris', ...traits });
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  await page.goto('/profile/settings');
  await heading(page, t('profile:account_title')).waitFor();
  return page;
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const expectAccessible = async (page: Page) => {
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
};
const userOfJoris = async () => {
  const { body } = await apiClient(site.url, joris.cookie).get('/api/user.php');
  return JSON.parse(JSON.stringify(body));
};

describe('the e-mail address', () => {
  async function changeTo(page: Page, email: string): Promise<void> {
    await button(page, t('account:email_change_long')).click();
    await field(page, t('account:email_other')).fill(email);
    await field(page, t('account:password_now')).fill(PASSWORD);
    await page.locator('#email').getByRole('button').and(page.locator('[type=submit]')).click();
  }

  test('is replaced at once if it is unconfirmed', async () => {
    const page = await openSettings({ status: 'not_confirmed' });
    const other = `other-${joris.email}`;
    await changeTo(page, other);
    await page.getByText(t('account:email_replaced', { email: other })).waitFor();
    await page.locator('#email').getByText(other, { exact: true }).waitFor();
  });

  test('stays until the new one is confirmed', async () => {
    const page = await openSettings();
    const other = `other-${joris.email}`;
    const sent = await stubCalls(page, 'mailchange.php', 'POST', { status: 200, json: await userOfJoris() });
    await changeTo(page, other);
    await page.getByText(t('account:email_asked', { email: other, old: joris.email })).waitFor();
    await page.locator('#email').getByText(joris.email, { exact: true }).waitFor();
    expect(sent).toEqual([{ email: other, password: PASSWORD }]);
  });

  test.each([
    ['the address belongs to somebody else', refusal(409, 'email_taken'), 'account:email_taken', 'account:email_other'],
    [
      'the password is wrong',
      refusal(422, 'invalid', { fields: { password: 'wrong_password' } }),
      'errors:fields.wrong_password',
      'account:password_now',
    ],
  ])('shows the refusal at its field if %s, and keeps what was typed', async (_, answered, words, label) => {
    const page = await openSettings();
    await stubCalls(page, 'mailchange.php', 'POST', answered);
    await changeTo(page, `other-${joris.email}`);
    await page.getByText(t(words)).waitFor();
    await until(() => hasFocus(field(page, t(label)))).toBe(true);
    expect(await field(page, t('account:email_other')).inputValue()).toBe(`other-${joris.email}`);
  });
});

describe('the password', () => {
  test('is reached by the gear of the profile, and by the addresses that older mails have', async () => {
    const page = await openSettings();
    await page.goto('/profile');
    await link(page, t('profile:settings_title')).click();
    await untilAddress(page, '/profile/settings');
    await expectAccessible(page);
    for (const section of ['password', 'email', 'devices', 'data', 'delete', 'hidden-words', 'mails', 'put-aside']) {
      await page.goto(`/profile#${section}`);
      await untilAddress(page, `/profile/settings#${section}`);
      await page.locator(`#${section}`).waitFor();
    }
    await page.goto('/profile/settings');
    await link(page, t('profile:settings_back')).click();
    await untilAddress(page, '/profile');
    await link(page, t('profile:as_others')).click();
    await untilAddress(page, `/members/${joris.id}`);
  });

  test('is changed with the old one', async () => {
    const page = await openSettings();
    const sent = await stubCalls(page, 'password.php', 'PUT');
    await button(page, t('account:password_change_long')).click();
    await field(page, t('account:password_old')).fill(PASSWORD);
    await field(page, t('account:password_chosen')).fill('short');
    await button(page, t('account:password_do')).click();
    await page.getByText(t('account:password_too_short', { min: 8 })).waitFor();
    await field(page, t('account:password_chosen')).fill('a lamp under the stairs');
    await button(page, t('account:password_do')).click();
    await page.getByText(t('account:password_done'), { exact: true }).first().waitFor();
    expect(sent).toEqual([{ old: PASSWORD, password: 'a lamp under the stairs' }]);
    await until(() => hasFocus(button(page, t('account:password_change_long')))).toBe(true);
  });
});

describe('the signed-in devices', () => {
  const agent = (system: string) => `Mozilla/5.0 (${system}) Gecko/20100101 Firefox/143.0`;
  const device = (id: string, system: string, isCurrent: boolean) => ({
    id: id.repeat(22),
    device: agent(system),
    last_seen_at: new Date().toISOString(),
    is_current: isCurrent,
  });

  test('are listed by name, and one is logged out', async () => {
    const page = await openSettings();
    const here = device('a', 'X11; Linux x86_64', true);
    const other = device('b', 'Android 14; Mobile', false);
    await stubCalls(page, 'sessions.php', 'GET', { status: 200, json: { sessions: [here, other] } });
    const sent = await stubCalls(page, 'sessions.php', 'DELETE');
    await button(page, t('account:devices_show')).click();
    await page.getByText(t('cards:device_on', { browser: 'Firefox', system: 'Linux' })).waitFor();
    await page.getByText(t('cards:device_here'), { exact: true }).waitFor();
    await expectAccessible(page);
    await stubCalls(page, 'sessions.php', 'GET', { status: 200, json: { sessions: [here] } });
    const name = t('cards:device_on', { browser: 'Firefox', system: 'Android' });
    await button(page, t('account:device_end_long', { device: name })).click();
    await page.getByText(t('account:device_ended')).waitFor();
    await page.getByText(name).waitFor({ state: 'detached' });
    expect(sent).toEqual([{ id: other.id }]);
  });
});

describe('the data of a member', () => {
  test('further facts are chosen row by row from the catalogue, and taken back', async () => {
    const page = await openSettings();
    await page.goto('/profile');
    const row = page.locator('#field-smoking');
    const stored = () => site.db.select().from(memberFields).where(eq(memberFields.memberId, joris.id));
    await changeRow(page, 'field-smoking', async (sheet) => {
      await sheet.getByRole('radio', { name: 'Non-smoker' }).check();
      await expectAccessible(page);
    });
    await until(stored).toMatchObject([{ fieldId: 'smoking', value: 'no' }]);
    await row.getByText('Non-smoker', { exact: true }).waitFor();
    await until(() => hasFocus(row.getByRole('button'))).toBe(true);
    await changeRow(page, 'field-smoking', (sheet) => sheet.getByRole('radio', { name: t('profile:no_answer') }).check());
    await until(stored).toEqual([]);
  });

  test('a row keeps its sheet open with what was typed while the server refuses it, and by keyboard alone', async () => {
    const page = await openSettings();
    await page.goto('/profile');
    await page.locator('#name > button').press('Enter');
    const sheet = page.getByRole('dialog', { name: t('profile:name') });
    await sheet.getByRole('textbox').fill('@joris');
    await page.keyboard.press('Enter');
    await sheet.getByText(t('profile:name_error', { max: NAME_MAX })).waitFor();
    await sheet.getByRole('textbox').fill('Jorrit');
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await page.locator('#name').getByText('Jorrit', { exact: true }).waitFor();
    await page.locator('#name > button').press('Enter');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await until(() => hasFocus(page.locator('#name > button'))).toBe(true);
    await expectAccessible(page);
  });

  test('are exported as a file', async () => {
    const page = await openSettings();
    const day = () => new Date().toISOString().slice(0, 10);
    const firstDay = day();
    const downloading = page.waitForEvent('download');
    await button(page, t('account:export_do')).click();
    const download = await downloading;
    expect([`vonk-${firstDay}.json`, `vonk-${day()}.json`]).toContain(download.suggestedFilename());
    const saved = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(saved).toMatchObject({ user: (await userOfJoris()).user, conversations: [] });
    await page.getByText(t('account:export_done')).waitFor();
  });

  test('are not saved if the connection ends before the file does, and the page says so', async () => {
    const page = await openSettings();
    await page.evaluate(() => {
      const answers = { parts: ['{\n"exported_at": '] };
      const fetchAsBefore = window.fetch;
      window.fetch = async (input, init) => {
        if (!String(input).includes('/api/export.php')) return fetchAsBefore(input, init);
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            const part = answers.parts.shift();
            if (part === undefined) controller.error(new TypeError('network error'));
            else controller.enqueue(new TextEncoder().encode(part));
          },
        });
        return new Response(body, { headers: { 'Content-Type': 'application/json' } });
      };
    });
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await button(page, t('account:export_do')).click();
    await page.locator('#data').getByRole('alert').waitFor();
    expect([downloads, await page.getByText(t('account:export_done')).count()]).toEqual([0, 0]);
  });
});

describe('deleting the account', () => {
  test('starts with the focus on keeping it, requires the password, and ends the session on this page', async () => {
    const page = await openSettings();
    await button(page, t('account:delete_open')).click();
    const dialog = page.getByRole('alertdialog', { name: t('account:delete_title') });
    await until(() => hasFocus(button(page, t('account:delete_keep')))).toBe(true);
    await expectAccessible(page);
    await button(page, t('account:delete_do')).click();
    await dialog.getByText(t('account:old_required')).waitFor();
    await stubCalls(page, 'user.php', 'DELETE', refusal(422, 'invalid', { fields: { password: 'wrong_password' } }));
    await dialog.getByLabel(t('account:delete_reason')).fill('I met somebody.');
    await dialog.getByLabel(t('account:password_now'), { exact: true }).fill(PASSWORD);
    await button(page, t('account:delete_do')).click();
    await dialog.getByText(t('errors:fields.wrong_password')).waitFor();
    const sent = await stubCalls(page, 'user.php', 'DELETE');
    await button(page, t('account:delete_do')).click();
    await untilAddress(page, '/account-deleted');
    await heading(page, t('account:gone_title')).waitFor();
    await expectAccessible(page);
    expect(sent).toEqual([{ password: PASSWORD, reason: 'I met somebody.' }]);
  });

  test('is cancelled by the focused button', async () => {
    const page = await openSettings();
    await button(page, t('account:delete_open')).click();
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await until(() => hasFocus(button(page, t('account:delete_open')))).toBe(true);
    await page.setViewportSize({ width: 320, height: 568 });
    await button(page, t('account:delete_open')).click();
    await until(() => hasFocus(heading(page, t('account:delete_title')))).toBe(true);
    expect(await page.getByRole('alertdialog').evaluate((sheet) => sheet.scrollTop)).toBe(0);
  });
});
