import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { insertOrder } from '#db/queries/credits/orders';
import { clearSetting, saveSetting, settingRows } from '#db/queries/operator/settings';
import { members, operatorActivity, operatorSessions } from '#db/schema/index';
import { planNewCode } from '../../../worker/domain/operating/operators.ts';
import { aDiscountCode, aMember, anOrderRow } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { toastWith } from '../support/toasts.ts';
import { PHONE, until } from '../support/visit.ts';
import { aNewOperator, type DeskBrowser, enrol, openDesk } from './desk-fixture.ts';

const site = browserSite();
const open: DeskBrowser[] = [];
afterEach(async () => {
  for (const browser of open.splice(0)) await browser.close();
});

/** A desk at which an operator is signed in. */
async function deskOf(role: 'moderator' | 'admin', path: string, options: Parameters<typeof openDesk>[2] = {}) {
  const member = await aNewOperator(site, role);
  const { code } = await (await planNewCode(site.db, Date.now(), { kind: 'command_line' }, member.id)).apply();
  const browser = await openDesk(site, path, options);
  open.push(browser);
  await enrol(browser.page, member, code);
  return { page: browser.page, member };
}

const inForce = async (key: string) => (await settingRows(site.db)).find((row) => row.key === key)?.value;

test('a member is found by the beginning of a name, and by no part of an address', async () => {
  const { page } = await deskOf('moderator', '/members');
  const [found] = [await aMember(site.db, { name: 'Wilhelmina' }), await aMember(site.db, { name: 'Anna Wilhelmina' })];
  await page.getByLabel('Name, e-mail address or id').fill('wilhel');
  await page.keyboard.press('Enter');
  await page.getByText('1 member', { exact: true }).waitFor();
  await page.getByLabel('Name, e-mail address or id').fill(`${found.email.slice(0, 8)}@`);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('Nobody found').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Wilhelmina' }).click();
  await page.getByRole('heading', { name: 'Wilhelmina' }).waitFor();
  await page.getByText(found.email).waitFor();
  expect(await page.getByRole('button', { name: 'Give credits' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  const acts = await site.db.select().from(operatorActivity).where(eq(operatorActivity.aboutId, found.id));
  expect(acts.map(({ act }) => act)).toEqual(['member_viewed']);
});

test('credits are given for a reason, after the passkey', async () => {
  const member = await aMember(site.db, { name: 'Bram' });
  const { page, member: operator } = await deskOf('admin', `/members/${member.id}`);
  await page.getByRole('button', { name: 'Give credits' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give credits to Bram' });
  await dialog.getByLabel('Credits').fill('0');
  await dialog.getByRole('button', { name: 'Give credits' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await site.db.update(operatorSessions).set({ confirmedAt: 1 }).where(eq(operatorSessions.memberId, operator.id));
  await dialog.getByLabel('Credits').fill('25');
  await dialog.getByLabel('Reason').fill('the shop was away');
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Give credits' }).click();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await toastWith(page, '25 credits given. Balance: 25').waitFor();
  await page.getByRole('cell', { name: '25 · the shop was away' }).waitFor();
  const [row] = await site.db.select().from(members).where(eq(members.id, member.id));
  expect(row?.credits).toBe(25);
});

test('a refund says what is to be done at the provider, and is recorded', async () => {
  const member = await aMember(site.db, { name: 'Cleo' });
  await insertOrder(site.db, anOrderRow({ memberId: member.id, status: 'paid', provider: 'stripe', providerRef: 'pay_123' }), 0);
  const { page } = await deskOf('admin', `/members/${member.id}`);
  await page.getByRole('button', { name: 'Record a refund' }).click();
  await page.getByText('Refund payment pay_123 at stripe first').waitFor();
  await page.getByLabel('Reason').fill('bought twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Record a refund' }).click();
  await toastWith(page, 'Recorded. The provider is asked within a minute').waitFor();
  await page.getByRole('cell', { name: 'Refund recorded' }).waitFor();
});

test('a discount is ended for a reason', async () => {
  const code = await aDiscountCode(site.db);
  const { page } = await deskOf('admin', '/discounts');
  await page.getByRole('button', { name: `End: ${code}` }).click();
  await page.getByLabel('Reason').fill('it spread too far');
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await toastWith(page, `${code} has ended`).waitFor();
  await until(() => page.getByRole('button', { name: `End: ${code}` }).count()).toBe(0);
});

test('a setting is looked at first, saved, and taken back', async () => {
  await clearSetting(site.db, 'min_age');
  const { page } = await deskOf('admin', '/settings');
  await page.getByLabel('Find a setting').fill('min_age');
  await page.getByRole('button', { name: 'Change: min_age' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change min_age' });
  await dialog.getByLabel('Value').fill('12');
  await dialog.getByRole('button', { name: 'Look first' }).click();
  await dialog.getByText('This doesn’t fit the setting').waitFor();
  await dialog.getByLabel('Value').fill('21');
  await dialog.getByRole('button', { name: 'Look first' }).click();
  await dialog.getByText('In force then').waitFor();
  expect([await violationsOn(page), await inForce('min_age')]).toEqual([[], undefined]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toastWith(page, 'min_age is saved').waitFor();
  expect(await inForce('min_age')).toBe(21);
  await page.getByRole('button', { name: 'Take back: min_age' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await until(() => inForce('min_age')).toBe(undefined);
});

test('a setting that somebody else has changed meanwhile is not overwritten', async () => {
  await clearSetting(site.db, 'photos_each');
  const { page } = await deskOf('admin', '/settings');
  await page.getByLabel('Find a setting').fill('photos_each');
  await page.getByRole('button', { name: 'Change: photos_each' }).click();
  await saveSetting(site.db, 'photos_each', 5);
  await page.getByLabel('Value').fill('6');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else has just changed this.').waitFor();
  expect(await inForce('photos_each')).toBe(5);
});

test('the company is a form, and only what differs is saved', async () => {
  const { page } = await deskOf('admin', '/company');
  await page.getByLabel('Name', { exact: true }).fill('Vonk B.V.');
  await page.getByLabel('VAT numbers').fill('nl NL123456789B01\nde DE123');
  await page.getByLabel('Telephone for support').fill('+31 30 123 45 67');
  await page.getByRole('button', { name: 'Save' }).click();
  await toastWith(page, 'Company is saved').waitFor();
  expect(await inForce('company')).toMatchObject({ name: 'Vonk B.V.', vat_numbers: { NL: 'NL123456789B01', DE: 'DE123' } });
  expect(await inForce('support_phone')).toBe('+31 30 123 45 67');
});

test.each([
  ['on a desktop by night', { colorScheme: 'dark' as const }],
  ['on a narrow phone', { ...PHONE, viewport: { width: 320, height: 640 } }],
])('every page fits %s and axe finds nothing', async (_, options) => {
  const member = await aMember(site.db, { name: 'Dorothea-Wilhelmina van Blokland tot Overbeek' });
  await insertOrder(site.db, anOrderRow({ memberId: member.id, status: 'paid', provider: 'mollie', providerRef: `tr_${member.id}` }), 0);
  await saveSetting(site.db, 'vat_rates', { NL: 2100, DE: 1900 });
  await aDiscountCode(site.db);
  const { page } = await deskOf('admin', '/members?q=Dorothea', options);
  for (const path of ['/members?q=Dorothea', `/members/${member.id}`, '/discounts', '/settings', '/company', '/nothing']) {
    await page.goto(`/operator${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await until(() => page.locator('.desk-loading').count()).toBe(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([path, overflow, await violationsOn(page)]).toEqual([path, 0, []]);
  }
});
