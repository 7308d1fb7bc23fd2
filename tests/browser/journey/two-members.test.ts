import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { PAGE_SIZE } from '#contract/members';
import { conversations, ledgerLines, likes, members, messages, participants } from '#db/schema/index';
import { aMember, newEmail, PASSWORD } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { sampleOf } from '../../support/timing/seeded-sample.ts';
import { browserSite } from '../support/browser-site.ts';
import { DELIVERY_CHANNELS, type DeliveryChannel } from '../support/delivery-channels.ts';
import { button, composer, heading, link, logIn, logOut, navigationLink, thread, writeMessage } from '../support/locators.ts';
import { activateAccount, bornYearsAgo, completeProfile, findOnSecondPage, signUp } from '../support/signup-and-search-actions.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, untilTitle, visit } from '../support/visit.ts';

const site = browserSite();

const QUESTION = 'What is the story with the boat?';
const ANSWER = 'Which version do you want to hear?';

/** With a socket the other page may read the message before its mark is checked. */
const SENT_OR_SEEN = new RegExp(`^(${t('chat:sent')}|${t('chat:seen')})$`);

/** Creates members such that Marit is on the second page of the search of Joris, besides members who do not match. */
async function populate(): Promise<{ id: string; email: string; found: number }> {
  await site.db.batch([site.db.delete(messages), site.db.delete(participants), site.db.delete(conversations), site.db.delete(members)]);
  const matching = { hasPhoto: true, gender: 'female', country: 'NL', dateOfBirth: `${bornYearsAgo(32).year}-01-01` };
  for (let i = 0; i < PAGE_SIZE; i += 1) await aMember(site.db, { ...matching, name: `Vera ${i}` });
  const others = [{ gender: 'male' }, { country: 'BE', countryregion: null }, { dateOfBirth: `${bornYearsAgo(60).year}-01-01` }];
  for (const other of others) await aMember(site.db, { ...matching, ...other, name: 'Somebody' });
  const before = Date.now() - 48 * HOUR;
  const traits = { ...matching, name: 'Marit', locale: 'en', lastActiveAt: before, activityBucket: Math.floor(before / 900_000) };
  const { id, email } = await aMember(site.db, traits);
  return { id, email, found: PAGE_SIZE + 1 };
}

async function creditsAndLedger(email: string) {
  const [member] = await site.db.select().from(members).where(eq(members.email, email));
  const lines = await site.db
    .select()
    .from(ledgerLines)
    .where(eq(ledgerLines.memberId, member?.id ?? ''))
    .orderBy(ledgerLines.createdAt);
  return { credits: member?.credits, lines: lines.map(({ reason, amount }) => ({ reason, amount })) };
}

/** Logs out and expects that no data of the member are on the page, nor come back with the browser's back button. */
async function expectNoTracesAfterLogout(page: Page): Promise<void> {
  await page.goto('/chats');
  await page.getByText(ANSWER).first().waitFor();
  await logOut(page);
  await untilAddress(page, '/login');
  await page.goBack();
  await untilAddress(page, /^\/login\?next=/);
  await heading(page, t('session:title')).waitFor();
  await expect(page.getByText(ANSWER).count()).resolves.toBe(0);
  await expect(page.getByText(t('profile:account_title'), { exact: true }).count()).resolves.toBe(0);
}

async function open(channel: DeliveryChannel, options: typeof PHONE): Promise<Page> {
  const page = await visit(site, options);
  await channel.prepare(page);
  return page;
}

/** Waits for the answer to a read mark; the page shows the thread as read before that. */
const untilMarkedRead = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && new URL(answer.url()).pathname === '/api/chat.php');

/** `npm run faults` runs both channels. Their events are tested in detail in live-chat.test.ts. */
for (const channel of sampleOf('ways of the journey', DELIVERY_CHANNELS, 1)) {
  test(`two members find each other and chat, ${channel.name}`, async () => {
    const marit = await populate();
    const joris = { email: newEmail(), name: 'Joris', password: 'a boat called Which Version' };

    const his = await open(channel, PHONE);
    await signUp(his, joris);
    await activateAccount(his, joris.email);
    await completeProfile(his, 34);
    await findOnSecondPage(his, { name: 'Marit', found: marit.found, onFirstPage: PAGE_SIZE });
    await his.getByRole('link', { name: /Marit/ }).first().click();
    await untilAddress(his, `/members/${marit.id}`);
    await untilTitle(his, 'Marit, 32 · Vonk');

    const hers = await open(channel, DESKTOP);
    await hers.goto('/login');
    await logIn(hers, { email: marit.email, password: PASSWORD });
    await untilAddress(hers, '/home');
    await untilTitle(hers, 'Home · Vonk');

    await button(his, t('cards:like', { name: 'Marit' }))
      .first()
      .click();
    await until(() =>
      button(his, t('cards:like', { name: 'Marit' }))
        .first()
        .getAttribute('aria-pressed'),
    ).toBe('true');
    // The page shows the like before the server has stored it.
    await until(() => site.db.select().from(likes)).toHaveLength(1);
    await channel.untilDelivered(hers);
    await navigationLink(hers, 'likes', 1).waitFor();
    await untilTitle(hers, '(1) Home · Vonk');
    await navigationLink(hers, 'likes', 1).click();
    // Home also has a link with his name and stays until the likes have loaded.
    await untilTitle(hers, '(1) Likes · Vonk');
    await hers.getByRole('link', { name: /Joris/ }).first().click();
    await untilTitle(hers, 'Joris, 34 · Vonk');
    await navigationLink(hers, 'likes').waitFor();

    await link(his, t('cards:chat_with', { name: 'Marit' }))
      .first()
      .click();
    await untilAddress(his, /^\/chats\/[\w-]{22}$/);
    await link(his, t('chat:credits_other', { count: 6 })).waitFor();
    await writeMessage(his, QUESTION, 1);
    await thread(his).getByText(t('chat:sent'), { exact: true }).waitFor();
    await link(his, t('chat:credits_other', { count: 5 })).waitFor();
    expect(await creditsAndLedger(joris.email)).toEqual({
      credits: 5,
      lines: [
        { reason: 'welcome', amount: 6 },
        { reason: 'message', amount: -1 },
      ],
    });

    await channel.untilDelivered(hers);
    await navigationLink(hers, 'chats', 1).waitFor();
    await untilTitle(hers, '(1) Joris, 34 · Vonk');
    await navigationLink(hers, 'chats', 1).click();
    const row = hers.getByRole('listitem').filter({ hasText: QUESTION });
    await row.getByText(t('chat:unread_one', { count: 1 })).waitFor();
    const hasRead = untilMarkedRead(hers);
    await row.getByRole('link').click();
    await thread(hers).getByText(QUESTION, { exact: true }).waitFor();
    await navigationLink(hers, 'chats').waitFor();
    await untilTitle(hers, 'Joris · Vonk');
    await row.getByText(t('chat:unread_one', { count: 1 })).waitFor({ state: 'detached' });
    await hasRead;
    await channel.untilDelivered(his);
    await thread(his).getByText(t('chat:seen'), { exact: true }).waitFor();

    await hers.getByText(t('chat:free_reply', { name: 'Joris' })).waitFor();
    const hasReadAnswer = untilMarkedRead(his);
    await writeMessage(hers, ANSWER);
    await thread(hers).getByText(SENT_OR_SEEN).waitFor();
    await channel.untilDelivered(his);
    await thread(his).getByText(ANSWER, { exact: true }).waitFor();
    await untilTitle(his, 'Marit · Vonk');
    await hasReadAnswer;
    await channel.untilDelivered(hers);
    await thread(hers).getByText(t('chat:seen'), { exact: true }).waitFor();
    await composer(hers).waitFor();
    expect(await creditsAndLedger(marit.email)).toEqual({ credits: 0, lines: [] });

    for (const page of [his, hers]) {
      await channel.untilUsed(page);
      await expectNoTracesAfterLogout(page);
    }
    expect(await checkInvariants(site.db)).toEqual([]);
  });
}
