import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { operatorPasskeys, operatorSessions } from '#db/schema/index';
import { planNewCode } from '../../../worker/domain/operating/operators.ts';
import { PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { aDeskSession } from '../../support/database/operator-factories.ts';
import { SoftwarePasskey } from '../../support/database/software-passkey.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus, pressOn, tabTo } from '../support/keyboard.ts';
import { PHONE, until } from '../support/visit.ts';
import { aNewOperator, type DeskBrowser, enrol, openDesk, signIn, typePassword } from './desk-fixture.ts';

const site = browserSite();
const open: DeskBrowser[] = [];
afterEach(async () => {
  for (const browser of open.splice(0)) await browser.close();
});
const desk = async (...args: Parameters<typeof openDesk> extends [unknown, ...infer Rest] ? Rest : never): Promise<DeskBrowser> => {
  const browser = await openDesk(site, ...args);
  open.push(browser);
  return browser;
};

const aCodeFor = async ({ id }: TestMember): Promise<string> =>
  (await (await planNewCode(site.db, Date.now(), { kind: 'command_line' }, id)).apply()).code;

test('an operator makes a passkey with the code, signs out, and signs in with it', async () => {
  const [member, { page }] = [await aNewOperator(site), await desk()];
  await enrol(page, member, (await aCodeFor(member)).toLowerCase());
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === '__Host-desk');
  expect([cookie?.httpOnly, cookie?.secure, cookie?.sameSite]).toEqual([true, true, 'Strict']);
  await page.getByText('Used for this session').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Access' }).waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in at the desk' }).waitFor();
  expect((await page.context().cookies()).filter(({ name }) => name === '__Host-desk')).toEqual([]);
  await signIn(page, member);
});

test('what is typed wrong is said, and whoever is no operator gets no further', async () => {
  const [member, { page }] = [await aNewOperator(site), await desk()];
  await typePassword(page, { email: 'nobody@example.org' });
  await page.getByRole('alert').getByText('don’t belong together').waitFor();
  await typePassword(page, member);
  await page.getByLabel('Enrolment code').fill('AAAAA-AAAAA-AAAAA-AAAAA');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This code isn’t valid.').waitFor();
  await until(() => hasFocus(page.getByLabel('Enrolment code'))).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
});

test('a passkey that is refused on the device is said, and can be tried again', async () => {
  const [member, { page, agree }] = [await aNewOperator(site), await desk()];
  await enrol(page, member, await aCodeFor(member));
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await typePassword(page, member);
  await agree(false);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByText('The passkey wasn’t used').waitFor();
  await agree(true);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByRole('navigation', { name: 'Desk' }).waitFor();
});

test('by keyboard alone: sign in, confirm, and learn that this device holds a passkey already', async () => {
  const [member, { page }] = [await aNewOperator(site), await desk()];
  await enrol(page, member, await aCodeFor(member));
  await pressOn(page, page.getByRole('button', { name: 'Sign out', exact: true }));
  await tabTo(page, page.getByLabel('E-mail address'));
  await page.keyboard.type(member.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('button', { name: 'Use passkey' }));
  await page.getByRole('navigation', { name: 'Desk' }).waitFor();
  await site.db.update(operatorSessions).set({ confirmedAt: 1 }).where(eq(operatorSessions.memberId, member.id));
  await pressOn(page, page.getByRole('button', { name: 'Add a passkey' }));
  await page.keyboard.type('Phone');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('This device already holds one of your passkeys.').waitFor();
  await page.keyboard.press('Escape');
  await until(() => page.getByRole('dialog').count()).toBe(0);
  const passkeys = await site.db.select().from(operatorPasskeys).where(eq(operatorPasskeys.memberId, member.id));
  expect(passkeys).toHaveLength(1);
});

test('not confirming leaves everything as it was', async () => {
  const [member, { page }] = [await aNewOperator(site), await desk()];
  await enrol(page, member, await aCodeFor(member));
  const phone = new SoftwarePasskey();
  await site.db.insert(operatorPasskeys).values({
    ...{ id: phone.id, memberId: member.id, publicKey: phone.publicKey, counter: 0, transports: ['internal'], name: 'Old phone' },
    ...{ createdAt: Date.now(), usedAt: Date.now() },
  });
  await site.db.update(operatorSessions).set({ confirmedAt: 1 }).where(eq(operatorSessions.memberId, member.id));
  await page.reload();
  await page.getByRole('button', { name: 'Remove: Old phone' }).click();
  const removal = page.getByRole('alertdialog');
  await removal.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await removal.getByText('Confirm with your passkey first.').waitFor();
  await removal.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByText('The passkey was removed').first().waitFor();
  await until(() => page.getByText('Old phone').count()).toBeLessThanOrEqual(1);
  await page.getByText('Your only passkey can’t be removed.').waitFor();
});

test('another device is signed out, and a session that was ended elsewhere leads to the sign-in page', async () => {
  const [member, { page }] = [await aNewOperator(site), await desk()];
  await enrol(page, member, await aCodeFor(member));
  const [passkey] = await site.db.select().from(operatorPasskeys).where(eq(operatorPasskeys.memberId, member.id));
  const software = new SoftwarePasskey();
  Object.assign(software, { id: passkey?.id });
  await aDeskSession(site.db, { id: member.id, passkey: software });
  await page.reload();
  await page.getByRole('button', { name: 'Sign out: node' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('cell', { name: 'Session ended' }).waitFor();
  await site.db.delete(operatorSessions).where(eq(operatorSessions.memberId, member.id));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of this passkey').fill('Phone');
  await page.getByRole('button', { name: 'Make passkey' }).click();
  await page.getByRole('heading', { name: 'Sign in at the desk' }).waitFor();
});

test.each([
  ['on a phone, in Dutch, in the dark', { ...PHONE, locale: 'nl-NL', colorScheme: 'dark' as const }, 'Inloggen bij de balie'],
  ['on the narrowest phone', { ...PHONE, viewport: { width: 320, height: 640 } }, 'Sign in at the desk'],
  ['on a desktop, in a language that the desk does not speak', { locale: 'de-DE' }, 'Sign in at the desk'],
])('it fits %s and axe finds nothing', async (_, options, title) => {
  const [member, { page }] = [await aNewOperator(site), await desk('/access', options)];
  await page.getByRole('heading', { name: title }).waitFor();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([await overflow(), await violationsOn(page)]).toEqual([0, []]);
  await page.getByRole('combobox').first().selectOption('en');
  await enrol(page, member, await aCodeFor(member));
  await page.getByText('Passkey added').first().waitFor();
  expect([await overflow(), await violationsOn(page)]).toEqual([0, []]);
});

test('the page is sent with a policy of its own, is not stored and not indexed, and is no page of the app', async () => {
  const answers = await Promise.all(['/operator', '/operator/access'].map((path) => fetch(new URL(path, site.url))));
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('Cache-Control'), answer.headers.get('X-Robots-Tag')]).toEqual([200, 'no-store', 'noindex']);
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    const page = await answer.text();
    expect(page).not.toMatch(/id="boot"|manifest|<script>/);
  }
  expect((await fetch(new URL('/operators', site.url))).status).toBe(404);
});
