import { expect, test } from 'vitest';
import { addressesOf } from '#contract/pages/landers';
import { aMember, anImage, newEmail, newId } from '../../support/database/factories.ts';
import { dropInitialAnswers, holdRequests } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { blockFonts, layoutShiftOf } from '../support/layout-shift.ts';
import { button, field, heading, link } from '../support/locators.ts';
import { stepHeading } from '../support/signup-steps.ts';
import { t } from '../support/translations.ts';
import { addressOf, DESKTOP, PHONE, visit } from '../support/visit.ts';

const site = browserSite();

const POSTCARD = addressesOf('members-memberId-landing2-slug');
const DRAFTS = addressesOf('members-memberId-landing3-slug');
const ofMember = (path: string | undefined, id: string) => (path ?? '').replace(':memberId', id);
const boxOf = (page: Awaited<ReturnType<typeof visit>>) => page.locator('.featured-photo').boundingBox();

test('a featured member fills the space that was reserved, and the sign-up keeps their id', async () => {
  const [marit, page] = [await aMember(site.db, { name: 'Marit', isFictional: true }), await visit(site, PHONE)];
  await anImage(site.db, marit.id);
  await blockFonts(page);
  await dropInitialAnswers(page);
  const release = await holdRequests(page, 'profile.php', 'GET');
  await page.goto(`${ofMember(POSTCARD[0], marit.id)}?network=north&ref=7`);
  await heading(page, t('member-landing2:coffee.headline')).waitFor();
  await page.getByText(t('signup:fictional_warning', { site: 'Vonk' })).waitFor();
  const reservedBox = await boxOf(page);
  release();
  await page.getByText('Marit, 26–35').waitFor();
  await page.getByText(t('cards:fictional'), { exact: true }).waitFor();
  expect(await boxOf(page)).toEqual(reservedBox);
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);
  expect(await violationsOn(page)).toEqual([]);
  expect(await link(page, t('core:navigation.log_in')).getAttribute('href')).toContain(encodeURIComponent(`/members/${marit.id}`));

  await field(page, t('signup:email')).fill(newEmail());
  await button(page, t('member-landing2:coffee.submit')).click();
  await page.getByText(t('signup:email_new')).waitFor();
  await field(page, t('signup:name')).fill('Joris');
  await field(page, t('signup:password')).fill('a boat called Which Version');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/user.php'));
  await button(page, t('signup:submit')).click();
  expect((await sent).postDataJSON()).toMatchObject({ profile: marit.id });
  await stepHeading(page, 'photo').waitFor();
  expect(addressOf(page)).toContain(`member=${marit.id}`);
});

test('the page of a paused member works without them', async () => {
  const paused = await aMember(site.db, { name: 'Ilse', isPaused: true });
  const page = await visit(site, DESKTOP);
  await page.goto(ofMember('/members/:memberId/landing', paused.id));
  await page.locator('.featured-photo-loading').waitFor({ state: 'detached' });
  await page.getByText(t('member-landing:untitled'), { exact: true }).waitFor();
  expect(await page.getByText('Ilse').count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
});

test('an unknown member is a 404 page, with the way to the sign-up for visitors and with members for members', async () => {
  const joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
  await aMember(site.db, { name: 'Ilse', gender: 'female' });
  const [visitor, member] = [await visit(site, DESKTOP), await visit(site, { ...DESKTOP, cookie: joris.cookie })];
  for (const path of [DRAFTS[1], '/members/:memberId/chat']) {
    const address = ofMember(path, newId());
    for (const page of [visitor, member]) {
      expect((await page.goto(address))?.status()).toBe(404);
      await heading(page, t('core:error_page.not_found')).waitFor();
      await page.getByText(address, { exact: true }).waitFor();
    }
    await visitor
      .getByRole('main')
      .getByRole('link', { name: t('core:navigation.join'), exact: true })
      .waitFor();
    await heading(member, t('core:error_page.these_exist')).waitFor();
  }
  expect(await violationsOn(visitor)).toEqual([]);
});

test('the featured member is part of the page: shown without scripts, not requested again, and without layout shift', async () => {
  const jip = await aMember(site.db, { name: 'Jip', personal: 'Reads', language: 'en' });
  await anImage(site.db, jip.id);
  const path = ofMember('/members/:memberId/landing', jip.id);
  const plain = await visit(site, { ...PHONE, javaScriptEnabled: false });
  await blockFonts(plain);
  await plain.goto(path);
  await plain.getByText('Jip, 26–35').waitFor();
  const boxWithoutScripts = await boxOf(plain);
  const page = await visit(site, PHONE);
  await blockFonts(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(path);
  await page.getByText('Jip, 26–35').waitFor();
  expect(await boxOf(page)).toEqual(boxWithoutScripts);
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);
  expect(asked).not.toContain('/api/profile.php');
});

test('without scripts the page of a paused member can be read and leads to the login', async () => {
  const page = await visit(site, { ...PHONE, javaScriptEnabled: false });
  const { id } = await aMember(site.db, { isPaused: true });
  await page.goto(ofMember(POSTCARD[2], id));
  await heading(page, t('member-landing2:walk.headline')).waitFor();
  await page.getByText(t('member-landing2:to_somebody')).waitFor();
  expect(await link(page, t('core:navigation.log_in')).getAttribute('href')).toBe(`/login?next=${encodeURIComponent(`/members/${id}`)}`);
});
