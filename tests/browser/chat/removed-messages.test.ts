import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { cases, messages } from '#db/schema/index';
import { decideCase } from '../../../worker/domain/moderation/decide-case.ts';
import { dismissalOf } from '../../../worker/domain/moderation/decision-input.ts';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { browserSite } from '../support/browser-site.ts';
import { storedDataOf, untilStored } from '../support/browser-storage.ts';
import { chatActions } from '../support/chat-actions.ts';
import { openThreadConnected, openWithSocket } from '../support/delivery-channels.ts';
import { link, thread } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until } from '../support/visit.ts';

const site = browserSite();
const { as, open, sendMessage, withMessage } = chatActions(site);
const exact = true;
const BAD = 'Send me money';
const REMOVED = 'This message was removed.';
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', locale: 'en', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit', locale: 'en', credits: 9 });
});

const bubble = (page: Page, text: string) => thread(page).getByText(text, { exact });
const untilNotStored = (page: Page, word: string) => until(async () => (await storedDataOf(page)).includes(word)).toBe(false);

/** Reports the bad message to the operators and has its text removed; the events of that are delivered. */
async function removeBadMessage(): Promise<void> {
  const [{ id } = expect.unreachable()] = await site.db.select().from(messages).where(eq(messages.text, BAD));
  await as(joris).post('/api/report.php', { profile: marit.id, reason: 'scam', messages: [id] });
  const [{ number } = expect.unreachable()] = await site.db.select().from(cases).where(eq(cases.memberId, marit.id));
  const removal = { action: 'remove_text', text: `message:${id}`, ground: { kind: 'rule', code: 'scam' }, facts: 'Money.' } as const;
  await decideCase(site.db, Date.now(), { kind: 'command_line' }, { ...dismissalOf(number), ...removal });
  await site.product.worker.scheduled();
}

test('a removed message goes from an open thread, the list of chats and the copies that devices keep', async () => {
  const chat = await withMessage(joris, marit, 'Hello');
  await sendMessage(marit, chat, BAD);
  const [his, hers] = await Promise.all([open(joris), open(marit, DESKTOP)]);
  await openThreadConnected(hers, `/chats/${chat}`);
  await bubble(hers, BAD).waitFor();
  await his.goto(`/chats/${chat}`);
  await bubble(his, BAD).waitFor();
  await untilStored(his, 'thread/');
  await openWithSocket(his, '/chats');
  await Promise.all([untilStored(his, BAD), untilStored(hers, BAD)]);

  await removeBadMessage();

  await bubble(hers, REMOVED).waitFor();
  expect(await bubble(hers, BAD).count()).toBe(0);
  await bubble(hers, 'Hello').waitFor();
  await his.locator('.chat-entry').filter({ hasText: REMOVED }).waitFor();
  await Promise.all([untilNotStored(his, BAD), untilNotStored(hers, BAD)]);
  await untilStored(his, 'Hello', REMOVED);
});

test('a removed message is gone from a thread that was left on the page before and is opened again', async () => {
  const chat = await withMessage(joris, marit, BAD);
  const page = await open(joris);
  await openThreadConnected(page, `/chats/${chat}`);
  await bubble(page, BAD).waitFor();
  await link(page, t('chat:back')).click();
  const entry = page.locator('.chat-entry');
  await entry.filter({ hasText: BAD }).waitFor();

  await removeBadMessage();

  await entry.filter({ hasText: REMOVED }).waitFor();
  await entry.getByRole('link').first().click();
  await bubble(page, REMOVED).waitFor();
  expect(await bubble(page, BAD).count()).toBe(0);
});
