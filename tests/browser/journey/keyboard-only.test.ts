import { expect, test } from 'vitest';
import { likes, messages } from '#db/schema/index';
import { aMember, PASSWORD } from '../../support/database/factories.ts';
import { browserSite } from '../support/browser-site.ts';
import { chooseRadio, hasFocus, pressOn, tabTo } from '../support/keyboard.ts';
import { button, composer, field, heading, link, navigationLink, thread } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();

test('login, search, like and chat work by keyboard alone', async () => {
  const joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 6 });
  const vera = await aMember(site.db, { name: 'Vera', country: 'BE', countryregion: null });
  await aMember(site.db, { name: 'Marit' });
  const page = await visit(site, { viewport: { width: 390, height: 844 } });

  await page.goto('/login');
  await tabTo(page, field(page, t('session:email')));
  await page.keyboard.type(joris.email);
  await tabTo(page, field(page, t('session:password')));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await untilAddress(page, '/home');

  await pressOn(page, navigationLink(page, 'discover'));
  await untilAddress(page, '/members');
  await pressOn(page, button(page, t('members:filters')));
  const sheet = page.getByRole('dialog', { name: t('members:filters') });
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await until(() => hasFocus(button(page, t('members:filters')))).toBe(true);
  await page.keyboard.press('Enter');
  await chooseRadio(page, sheet.getByRole('group', { name: t('members:gender') }), t('members:gender_female'));
  await tabTo(page, field(page, t('members:country')).and(sheet.getByRole('combobox')));
  await page.keyboard.type('Belgium');
  await pressOn(page, sheet.getByRole('button', { name: t('members:show_profiles', { profiles: t('cards:profiles_one', { shown: 1 }) }) }));
  await untilAddress(page, '/members?gender=female&country=BE');

  await pressOn(page, page.getByRole('link', { name: /Vera/ }));
  await untilAddress(page, `/members/${vera.id}`);
  const heart = button(page, t('cards:like', { name: 'Vera' }));
  await pressOn(page, heart, 'Space');
  await until(() => heart.first().getAttribute('aria-pressed')).toBe('true');
  await until(() => site.db.select().from(likes)).toMatchObject([{ likerId: joris.id, likedId: vera.id }]);

  await pressOn(page, link(page, t('cards:chat_with', { name: 'Vera' })));
  await untilAddress(page, /^\/chats\/[\w-]{22}$/);
  await tabTo(page, composer(page));
  await page.keyboard.type('One line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('and another');
  await page.keyboard.press('Enter');
  await thread(page).getByText(t('chat:sent'), { exact: true }).waitFor();
  await until(() => site.db.select().from(messages)).toMatchObject([{ text: 'One line\nand another' }]);
  expect(await hasFocus(composer(page))).toBe(true);

  await pressOn(page, link(page, t('chat:back')));
  await heading(page, t('chat:title')).waitFor();
});
