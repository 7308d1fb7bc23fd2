import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aConversation, aLike, aMember, anImage, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { dropInitialAnswers } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, heading, link } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();
const UNAVAILABLE = { status: 503, json: { error: { code: 'unavailable', message: 'away' } } };
let noor: TestMember;

/** Creates a member with credits who sends a first message to Noor. */
async function writeTo(name: string): Promise<TestMember> {
  const writer = await aMember(site.db, { name, credits: 5, country: 'NL', countryregion: 'NL-GR' });
  const conversation = { id: await aConversation(site.db, writer.id, noor.id) };
  const sent = await apiClient(site.url, writer.cookie).post('/api/chat.php', {
    conversation,
    message: { client_id: newId(), text: `From ${name}` },
  });
  expect(sent.status).toBe(201);
  return writer;
}

beforeAll(async () => {
  noor = await aMember(site.db, { name: 'Noor', country: 'NL', countryregion: 'NL-UT', city: 'Utrecht' });
  await writeTo('Bas');
  const [tom] = [await writeTo('Tom')];
  await aLike(site.db, tom.id, noor.id);
});

test('home shows new likes, everybody who waits for an answer, and new members nearby if there are enough', async () => {
  const page = await visit(site, { ...DESKTOP, cookie: noor.cookie });
  await page.goto('/home');
  await link(page, `${t('home:likes_new_one', { count: 1 })} Tom`).waitFor();
  await page.getByRole('link', { name: t('home:quote', { text: 'From Tom' }) }).waitFor();
  // Two in the whole country, none in her own region.
  await heading(page, t('home:new_title')).waitFor();
  await until(() => page.getByRole('article').count()).toBe(2);
  expect(await violationsOn(page)).toEqual([]);
  for (let i = 0; i < 4; i += 1) await aMember(site.db, { name: `New ${i}`, country: 'NL', countryregion: 'NL-UT' });
  await page.reload();
  await heading(page, t('home:near_title', { place: 'Utrecht' })).waitFor();
  await until(() => page.getByRole('article').count()).toBe(4);
  await link(page, `${t('home:waiting_more_one', { count: 1 })} Bas`).click();
  await untilAddress(page, '/chats');
});

test('each part that cannot be loaded says so and offers a retry', async () => {
  const page = await visit(site, { ...DESKTOP, cookie: noor.cookie });
  await dropInitialAnswers(page);
  for (const file of ['chats', 'likes', 'search']) await page.route(`**/api/${file}.php*`, (route) => route.fulfill(UNAVAILABLE));
  await page.goto('/home');
  const retryButtons = button(page, t('core:action.retry'));
  await retryButtons.nth(2).waitFor();
  await page.unroute('**/api/likes.php*');
  await retryButtons.nth(1).click();
  await link(page, `${t('home:likes_new_one', { count: 1 })} Tom`).waitFor();
  await until(() => retryButtons.count()).toBe(2);
});

test('a new member finds faces to write to and, in one card, what is left to do', async () => {
  const { cookie } = await aMember(site.db, { name: 'Nina', status: 'not_confirmed', gender: null });
  for (const name of ['Ada', 'Bea', 'Cem']) await anImage(site.db, (await aMember(site.db, { name })).id);
  const page = await visit(site, { ...PHONE, cookie });
  await page.goto('/home');
  await heading(page, t('home:first_word_title')).waitFor();
  const card = page.getByRole('region', { name: t('home:progress_title') });
  await card.getByText(t('home:progress_count', { done: 0, count: 5 })).waitFor();
  expect(await card.getByRole('link').evaluateAll((links) => links.map((each) => each.getAttribute('href')))).toEqual([
    ...['/profile/settings#account', '/profile#details', '/profile#photos', '/profile#about', '/profile#prompts'],
  ]);
  await until(() => page.locator('.home-face').count()).toBe(3);
  expect(await page.getByText(t('home:no_likes')).count()).toBe(0);
  expect(await page.getByRole('complementary', { name: t('reminder:label') }).count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await card.getByRole('link', { name: new RegExp(t('home:about')) }).click();
  await untilAddress(page, '/profile#about');
});

test.each([
  ['is asked to finish the sign-up while it asks the same', { lastSignupStep: 2 }, 1],
  ['sees no card once nothing is left', { personal: 'I sail.' }, 0],
] as const)('a member %s', async (_, traits, count) => {
  const member = await aMember(site.db, traits);
  if (count === 0) {
    await anImage(site.db, member.id);
    await apiClient(site.url, member.cookie).put('/api/user.php', { prompts: [{ id: 'find_me', text: 'At the market.' }] });
  }
  const page = await visit(site, { ...PHONE, cookie: member.cookie });
  await page.goto('/home');
  await heading(page, t('home:first_word_title')).waitFor();
  const card = page.getByRole('region', { name: t('home:progress_title') });
  await until(async () => [await link(page, t('home:progress_sign_up_do')).count(), await card.count()]).toEqual([count, count]);
});

test.each(['/members', '/chats', '/profile'])('on a phone home is one press away from %s, by the logo and by its link', async (path) => {
  const page = await visit(site, { ...PHONE, cookie: noor.cookie });
  const head = page.getByRole('banner');
  const home = head.getByRole('link', { name: t('core:navigation.home'), exact: true });
  await page.goto(path);
  await home.click();
  await untilAddress(page, '/home');
  await until(() => home.getAttribute('aria-current')).toBe('page');
  await page.goto(path);
  await head.getByRole('link', { name: t('core:navigation.to_home', { site: 'Vonk' }), exact: true }).click();
  await untilAddress(page, '/home');
});

test('in the template classic a phone has no link to home, and the logo leads to the search', async () => {
  await saveSetting(site.db, 'template', 'classic');
  onTestFinished(() => clearSetting(site.db, 'template').then(() => undefined));
  const page = await visit(site, { ...PHONE, cookie: noor.cookie });
  await page.goto('/likes');
  const logo = link(page, t('core:navigation.to_home', { site: 'Vonk' }));
  await logo.waitFor();
  expect([await logo.getAttribute('href'), await page.locator('.phone-head').count()]).toEqual(['/members', 0]);
});
