import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { batch } from '#db/client';
import { grantCredits } from '#db/queries/shared/credit-balance';
import { debtLines, debts, ledgerLines, members } from '#db/schema/index';
import { aConversation, aMember, newId, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { interceptCalls, refusal } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { chatActions } from '../support/chat-actions.ts';
import { hasFocus, pressOn } from '../support/keyboard.ts';
import { button, field, link, navigationLink, thread } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until, untilAddress } from '../support/visit.ts';
import { openUntilIdle, untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
const { as, open, sendMessage, withMessage } = chatActions(site);
const exact = true;
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 3 });
  marit = await aMember(site.db, { name: 'Marit', credits: 9 });
});

const rows = (page: Page) => page.locator('.chat-entry');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const messageRequestsFold = (page: Page) => page.locator('.message-requests summary');

test('hidden words are typed, pasted, removed and restored, and stay if saving fails', async () => {
  const page = await open(joris, DESKTOP);
  await openUntilIdle(page, '/profile/settings');
  const section = page.locator('#hidden-words');
  const input = field(page, t('profile:hidden_words_label'));
  const words = () => section.locator('.chip bdi').allTextContents();
  const stored = async () => (await as(joris).get('/api/user.php')).at('user.hidden_words');
  await input.pressSequentially('Crypto');
  await input.press('Enter');
  await input.pressSequentially('bitcoin,');
  await input.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'to the moon\nCRYPTO; Crÿpto, lambo');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await until(words).toEqual(['Crypto', 'bitcoin', 'to the moon', 'lambo']);
  await section.getByText(t('profile:hidden_words_double', { words: 'CRYPTO and Crÿpto' }), { exact }).waitFor();
  await until(stored).toEqual(['Crypto', 'bitcoin', 'to the moon', 'lambo']);
  expect(await input.inputValue()).toBe('');

  const chip = (word: string) => button(page, `${t('profile:hidden_words_remove')} ${word}`);
  await pressOn(page, chip('bitcoin'));
  await until(() => hasFocus(chip('to the moon'))).toBe(true);
  await section.getByText(t('profile:hidden_words_removed', { word: 'bitcoin' }), { exact }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await until(stored).toEqual(['Crypto', 'to the moon', 'lambo']);
  await pressOn(page, button(page, t('profile:hidden_words_undo')));
  await until(() => hasFocus(chip('bitcoin'))).toBe(true);
  await until(stored).toEqual(['Crypto', 'bitcoin', 'to the moon', 'lambo']);

  await input.fill('x'.repeat(101));
  await input.press('Enter');
  await section.getByText(t('profile:hidden_words_too_long', { max: 100 })).waitFor();
  expect(await input.inputValue()).toHaveLength(101);
  await input.fill('nft');
  let isDown = true;
  await interceptCalls(page, 'user.php', 'PUT', (route) => (isDown ? route.abort() : route.fallback()));
  await button(page, t('profile:hidden_words_add')).click();
  await section.getByRole('alert').waitFor();
  expect((await words()).at(-1)).toBe('nft');
  isDown = false;
  await section.getByRole('button', { name: t('core:action.retry') }).click();
  await until(stored).toEqual(['Crypto', 'bitcoin', 'to the moon', 'lambo', 'nft']);
  await until(() => section.getByRole('alert').count()).toBe(0);
});

test('a message request is folded away and not counted until it is opened', async () => {
  await as(joris).put('/api/user.php', { hidden_words: ['crypto'] });
  await withMessage(joris, await aMember(site.db, { name: 'Vera', credits: 1 }), 'Hello there');
  const [phone, laptop] = await Promise.all([open(joris), open(joris, DESKTOP)]);
  await Promise.all([openUntilIdle(phone, '/chats'), openUntilIdle(laptop, '/chats')]);
  await Promise.all([untilNoRequestPending(phone), untilNoRequestPending(laptop)]);
  const chat = await withMessage(joris, marit, 'Earn with Crypto!');
  for (const page of [phone, laptop])
    await messageRequestsFold(page)
      .getByText(t('chat:aside_one', { count: 1 }), { exact })
      .waitFor();
  await navigationLink(phone, 'chats', 1).waitFor();
  expect(await rowOf(phone, 'Marit').isVisible()).toBe(false);
  await pressOn(phone, messageRequestsFold(phone));
  await rowOf(phone, 'Marit').waitFor();
  expect(await violationsOn(phone)).toEqual([]);
  await link(phone, t('chat:aside_change')).click();
  await untilAddress(phone, '/profile/settings#hidden-words');
  // Until this section is rendered, the chats are still on screen, with the fold open.
  await phone.locator('#hidden-words').waitFor();
  await phone.goBack();
  await pressOn(phone, messageRequestsFold(phone));
  await pressOn(phone, rowOf(phone, 'Marit').getByRole('link'));
  await untilAddress(phone, `/chats/${chat}`);
  await thread(phone).getByText('Earn with Crypto!', { exact }).waitFor();
  await messageRequestsFold(laptop).waitFor({ state: 'detached' });
  await rowOf(laptop, 'Marit').waitFor();
  await phone.goBack();
  await rowOf(phone, 'Marit').waitFor();
  await navigationLink(phone, 'chats', 1).waitFor();
  await until(() => messageRequestsFold(phone).count()).toBe(0);
  expect(await checkInvariants(site.db)).toEqual([]);
});

/** Grants so many lots, each a day older than the one before. */
async function addLedgerLines(count: number): Promise<void> {
  for (let i = 1; i <= count; i += 1) {
    const grant = {
      id: newId(),
      memberId: joris.id,
      amount: 1,
      source: 'grant' as const,
      reference: newId(),
      createdAt: Date.now() - i * DAY,
    };
    await batch(site.db, grantCredits(site.db, grant));
  }
}

test('the ledger names its lines, shows new ones live, and moves the focus to the first older line', async () => {
  await addLedgerLines(19);
  const bas = await aMember(site.db, { name: 'Bas' });
  const [chat, chatWithBas] = [await aConversation(site.db, joris.id, marit.id), await aConversation(site.db, joris.id, bas.id)];
  await sendMessage(joris, chatWithBas, 'Are you there?');
  expect((await as(bas).delete('/api/user.php', { password: PASSWORD })).status).toBe(204);
  const page = await open(joris);
  let isDown = true;
  await interceptCalls(page, 'transactions.php', 'GET', (route) => (isDown ? route.fulfill(refusal(429, 'too_many')) : route.fallback()));
  await page.goto('/credits');
  await page.getByRole('alert').getByText(t('errors:too_many')).waitFor();
  isDown = false;
  await button(page, t('core:action.retry')).click();
  const lines = page.locator('.ledger-line');
  await until(() => lines.count()).toBe(20);
  await lines
    .filter({ hasText: t('credits:ledger_refund_gone') })
    .getByText('+1')
    .waitFor();
  await lines
    .filter({ hasText: t('credits:ledger_message_gone') })
    .getByText('-1')
    .waitFor();
  expect(await lines.getByRole('link').count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await site.db.update(members).set({ status: 'active', statusBefore: null, deletedAt: null }).where(eq(members.id, bas.id));
  await page.reload();
  await until(() =>
    lines
      .filter({ hasText: 'Bas' })
      .allInnerTexts()
      .then((texts) => texts.map((text) => text.split('\n')[0]).toSorted()),
  ).toEqual(['Message to Bas', 'Refund: Bas left without reading it']);
  await untilNoRequestPending(page);

  await sendMessage(joris, chat, 'Nice boat');
  const first = lines.first();
  await until(() => first.innerText()).toMatch(/^Message to Marit\s+now\s+-1/);
  await expect(first.getByRole('link').getAttribute('href')).resolves.toBe(`/members/${marit.id}`);
  await expect(first.locator('time').getAttribute('title')).resolves.toMatch(/\d{4} at /);

  await pressOn(page, button(page, t('credits:ledger_earlier')));
  await until(() => lines.count()).toBe(23);
  await until(() => hasFocus(lines.nth(20))).toBe(true);
  await until(() => button(page, t('credits:ledger_earlier')).count()).toBe(0);
  expect((await site.db.select().from(ledgerLines)).filter(({ memberId }) => memberId === joris.id)).toHaveLength(23);
});

test('the ledger says what the refund of a message has paid off, which belongs to no order', async () => {
  const bas = await aMember(site.db, { name: 'Bas' });
  await sendMessage(joris, await aConversation(site.db, joris.id, bas.id), 'Are you there?');
  await site.db.insert(debts).values({ memberId: joris.id, owed: 1 });
  await site.db
    .insert(debtLines)
    .values({ id: newId(), memberId: joris.id, amount: 1, reason: 'reversal', reference: newId(), createdAt: 1 });
  expect((await as(bas).delete('/api/user.php', { password: PASSWORD })).status).toBe(204);
  const page = await open(joris);
  await page.goto('/credits');
  const line = page.locator('.ledger-line').filter({ hasText: t('credits:ledger_owed_refund') });
  await line.getByText('-1').waitFor();
  expect(await line.getByRole('link').count()).toBe(0);
});
