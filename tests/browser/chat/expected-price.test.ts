import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { members, messages } from '#db/schema/index';
import { aConversation, aMatch, aMember, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { interceptCalls } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { chatActions } from '../support/chat-actions.ts';
import { button, composer, sendButton, thread, writeMessage } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { until } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
const { as, open } = chatActions(site);
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit' });
});
afterEach(() => clearSetting(site.db, 'message_prices'));

/** A page of Joris with his conversation with Marit. */
async function aChatOfJoris({ hasSocket = true } = {}): Promise<Page> {
  const chat = await aConversation(site.db, joris.id, marit.id);
  const page = await open(joris);
  if (!hasSocket)
    await page.context().routeWebSocket(
      () => true,
      (socket) => socket.close({ code: 1013 }),
    );
  await page.goto(`/chats/${chat}`);
  await composer(page).waitFor();
  // Without a socket the thread is read a second time at once.
  await untilNoRequestPending(page);
  return page;
}

const storedTexts = async () => (await site.db.select().from(messages).orderBy(messages.seq)).map(({ text }) => text);
const creditsOfJoris = async () => (await site.db.select().from(members)).find(({ id }) => id === joris.id)?.credits;
const question = (page: Page, price: number) =>
  page.getByText(t(`chat:not_sent_price_changed_${price === 1 ? 'one' : 'other'}`, { count: price }), { exact: true });
const agree = (page: Page, price: number) => button(page, t(`chat:send_for_${price === 1 ? 'one' : 'other'}`, { count: price }));

test('a message whose price was raised while the page was open asks first, and the button shows the new price', async () => {
  const page = await aChatOfJoris({ hasSocket: false });
  // The page learns the new price from nothing but the refusal.
  await interceptCalls(page, 'chat.php', 'GET', (route) => route.abort());
  await saveSetting(site.db, 'message_prices', { NL: 4 });
  await writeMessage(page, 'Do you sail?', 1);
  await question(page, 4).waitFor();
  await sendButton(page, 4).waitFor();
  expect([await storedTexts(), await creditsOfJoris()]).toEqual([[], 9]);
  await agree(page, 4).click();
  await thread(page).getByText(t('chat:sent'), { exact: true }).waitFor();
  expect([await storedTexts(), await creditsOfJoris()]).toEqual([['Do you sail?'], 5]);
  await saveSetting(site.db, 'message_prices', { NL: 5 });
  await writeMessage(page, 'On Sundays?', 4);
  await question(page, 5).waitFor();
  await button(page, t('chat:discard')).click();
  await until(() => question(page, 5).count()).toBe(0);
  await saveSetting(site.db, 'message_prices', { NL: 2 });
  await writeMessage(page, 'On Mondays?', 5);
  await until(storedTexts).toEqual(['Do you sail?', 'On Mondays?']);
  expect([await creditsOfJoris(), await checkInvariants(site.db)]).toEqual([3, []]);
});

test('a message written for free without a connection asks once it costs credits, because the like was taken back', async () => {
  await aMatch(site.db, joris.id, marit.id);
  const page = await aChatOfJoris();
  await page.getByText(t('chat:free_match'), { exact: true }).waitFor();
  await page.context().setOffline(true);
  await writeMessage(page, 'Do you sail?');
  expect((await as(marit).delete('/api/likes.php', { profile: joris.id })).status).toBe(200);
  await page.context().setOffline(false);
  await question(page, 1).waitFor();
  await sendButton(page, 1).waitFor();
  await page.reload();
  await question(page, 1).waitFor();
  expect([await storedTexts(), await creditsOfJoris()]).toEqual([[], 9]);
  await agree(page, 1).click();
  await until(storedTexts).toEqual(['Do you sail?']);
  expect([await creditsOfJoris(), await checkInvariants(site.db)]).toEqual([8, []]);
});
