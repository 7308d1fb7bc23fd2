import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { HEARTBEAT_SECONDS } from '#contract/realtime';
import { CHROMIUM_ARGS, installedChromium, resetNotificationPermission } from '../../../scripts/lib/browsers/chromium.ts';
import { aConversation, aMatch, aMember, newEmail, newId, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { aFile, aPng } from '../../support/files/image-files.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { aSubscription } from '../../support/servers/push-service.ts';
import { messageSender } from '../chat/fixture.ts';
import { openSocket } from '../support/event-socket.ts';
import { assertCorrect } from '../support/report.ts';
import { BACKLOGS, type Backlog, pileUp } from '../sweep/backlogs.ts';
import type { Counts, MeteredSite } from './metered-site.ts';

/** What a member does, or what is done for one. The month of a member is made of these. */
export const ACTS = [
  'first visit',
  'later visit',
  'open minute',
  'poll',
  'search page',
  'profile',
  'conversation',
  'message, seen at once',
  'message, paid, to somebody absent',
  'like',
  'photo',
  'login',
  'sign-up',
  'mail',
] as const;
export type Act = (typeof ACTS)[number];

/** How an act is performed. */
export interface Performance {
  readonly act: Act;
  /** How often it is performed. */
  readonly times: number;
  /** How many acts each performance is; one if it is left out. */
  readonly acts?: number;
  /** What an act uses later than it is counted. */
  readonly later?: Partial<Counts>;
  /** What is not counted, before the first time. */
  readonly prepare?: () => Promise<unknown>;
  readonly perform: () => Promise<unknown>;
}

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true, locale: 'en-US' } as const;
/** How long deliveries and reports go on after the last request of a page. */
const SETTLE_MS = 2_000;
const REPEATS = 2;
const OPEN_ROOMS = 20;
/** By then a page that was closed is noticed as gone. */
const GONE_MS = 65_000;
const MAILS = 200;
const CONVERSATIONS = 8;
const CHATS_IN_VIEW = 4;
const CREDITS = 1_000;

const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await pause(SETTLE_MS);
};

async function newPhone(browser: Browser, url: string, member: TestMember): Promise<BrowserContext> {
  const context = await browser.newContext(PHONE);
  const [name = '', value = ''] = member.cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  await context.addInitScript(resetNotificationPermission);
  return context;
}

/** Opens the list of members, looks at it, and leaves. */
async function visit(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // As after a day: what the service worker keeps is there, and no photo is fresh.
  await cdp.send('Network.clearBrowserCache');
  await page.goto(`${url}/members`);
  await page.locator('.page-members .cards .card').first().waitFor();
  await settled(page);
  await page.close({ runBeforeUnload: true });
  await pause(SETTLE_MS);
}

/** Members around the one who is measured: they match, have written to each other, and get pushes. */
async function aCircle({ db, url }: MeteredSite) {
  const noor = await aMember(db, { credits: CREDITS });
  const subscribe = (member: TestMember) => apiClient(url, member.cookie).post('/api/user.php?push=1', { subscription: aSubscription() });
  const chats: { readonly other: TestMember; readonly conversation: string }[] = [];
  for (let made = 0; made < CONVERSATIONS; made += 1) {
    const other = await aMember(db, { name: `Bas ${made}`, gender: 'male' });
    await aMatch(db, noor.id, other.id);
    await subscribe(other);
    const conversation = await aConversation(db, noor.id, other.id);
    for (const from of [noor, other, noor]) await messageSender(apiClient(url, from.cookie), conversation)();
    chats.push({ other, conversation });
  }
  return { noor, chats, subscribe };
}

/** The acts that a page does, in a phone that has been there before. `close` closes all pages. */
async function pageActs(site: MeteredSite, lifetime: AsyncDisposableStack) {
  const { url } = site;
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const { noor, chats } = await aCircle(site);
  const phone = await newPhone(browser, url, noor);
  const openPage = async (context: BrowserContext, path: string, shown: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    await page.locator(shown).first().waitFor();
    await settled(page);
    return page;
  };
  await (await openPage(phone, '/members', '.page-members .cards .card')).close();
  const page = await openPage(phone, '/members', '.page-members .cards .card');
  const [seen] = chats;
  if (!seen) throw new Error('there is no conversation');
  const writeIn = async (text: string): Promise<void> => {
    await page.locator('.composer textarea').pressSequentially(text, { delay: 60 });
    await page.locator('.composer button[type=submit]').tap();
    await page.locator('.message', { hasText: text }).first().waitFor();
    await settled(page);
  };
  let opened = 0;
  const performances: Performance[] = [
    {
      act: 'first visit',
      times: REPEATS,
      perform: async () => {
        const context = await newPhone(browser, url, noor);
        await visit(context, url);
        await context.close();
      },
    },
    { act: 'later visit', times: REPEATS, perform: () => visit(phone, url) },
    {
      act: 'search page',
      times: REPEATS,
      perform: async () => {
        const next = page.waitForResponse((response) => response.url().includes('/api/search.php'));
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await next;
        await settled(page);
      },
    },
    {
      act: 'profile',
      times: REPEATS,
      prepare: () => page.evaluate(() => scrollTo(0, 0)),
      perform: async () => {
        await page.locator('.cards .card').nth(opened++).locator('a').first().tap();
        await page.locator('.page-members-memberId h1').waitFor();
        await settled(page);
        await page.locator('.page-members-memberId a.glass-btn').first().tap();
        await page.locator('.page-members .cards .card').first().waitFor();
        await settled(page);
      },
    },
    {
      act: 'like',
      times: REPEATS,
      perform: async () => {
        await page.locator('.cards .like-btn').nth(opened++).tap();
        await settled(page);
      },
    },
    {
      act: 'conversation',
      times: REPEATS,
      prepare: () => page.locator('.tabs a[href^="/chats"]').first().tap(),
      perform: async () => {
        await page
          .locator('.page-chats .chat-entry')
          .nth(opened++ % CHATS_IN_VIEW)
          .tap();
        await page.locator('.page-chats-chatId .thread-head').waitFor();
        await settled(page);
        await page.locator('.back-button').first().tap();
        await page.locator('.page-chats .chat-entry').first().waitFor();
        await settled(page);
      },
    },
    {
      act: 'message, seen at once',
      times: REPEATS,
      prepare: async () => {
        await openPage(await newPhone(browser, url, seen.other), `/chats/${seen.conversation}`, '.composer textarea');
        await page.goto(`${url}/chats/${seen.conversation}`);
        await page.locator('.composer textarea').waitFor();
        await settled(page);
      },
      perform: () => writeIn(`How are you today, ${newId()}?`),
    },
  ];
  return { performances, close: () => browser.close() };
}

/** A message that costs a credit, to a member without an open page, who gets a push for it. */
async function paidMessage(site: MeteredSite): Promise<Performance> {
  const { db, url } = site;
  const [noor, absent] = [await aMember(db, { credits: CREDITS }), await aMember(db, { name: 'Bas' })];
  await apiClient(url, absent.cookie).post('/api/user.php?push=1', { subscription: aSubscription() });
  const client = apiClient(url, noor.cookie);
  const conversation = String((await client.get(`/api/chat.php?profile=${absent.id}`)).at('id'));
  const send = messageSender(client, conversation);
  return {
    act: 'message, paid, to somebody absent',
    times: REPEATS,
    prepare: () => send(),
    perform: async () => {
      await send();
      await pause(SETTLE_MS);
    },
  };
}

/** An alarm that finds out whether an open page fell silent comes every ten minutes, and is a request and a row (decision 0091). */
const ALARMS_A_MINUTE = 0.1;

/** Visible pages of members, each with a socket that pings, with nothing new, after all other pages were closed. */
function openMinutes(
  { db, url }: MeteredSite,
  minutes: number,
  closeOthers: () => Promise<void>,
  lifetime: AsyncDisposableStack,
): Performance {
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = [];
  lifetime.defer(async () => {
    for (const socket of sockets) socket.close();
  });
  const enter = async (): Promise<void> => {
    const room = await apiClient(url, (await aMember(db)).cookie).get('/api/room.php');
    const address = `ws://${room.at('host')}/parties/${room.at('party')}/${room.at('room')}?ticket=${room.at('ticket')}`;
    sockets.push(await openSocket(address, { Origin: url }));
  };
  return {
    act: 'open minute',
    times: 1,
    acts: OPEN_ROOMS * minutes,
    later: { object_alarms: ALARMS_A_MINUTE, object_rows_written: ALARMS_A_MINUTE },
    prepare: async () => {
      await closeOthers();
      await pause(GONE_MS);
      for (let open = 0; open < OPEN_ROOMS; open += 1) await enter();
      await pause(SETTLE_MS);
    },
    perform: async () => {
      for (let beats = 0; beats < (minutes * 60) / HEARTBEAT_SECONDS; beats += 1) {
        await pause(HEARTBEAT_SECONDS * 1000);
        for (const socket of sockets) socket.send('ping');
      }
      assertCorrect(
        sockets.every((socket) => socket.isOpen()),
        'all pages stay connected',
      );
    },
  };
}

/** The acts that are calls of the API, whatever page makes them. */
async function callActs({ db, url }: MeteredSite): Promise<Performance[]> {
  const noor = await aMember(db);
  const client = apiClient(url, noor.cookie);
  const visitor = apiClient(url);
  const etags = new Map<string, string>();
  for (const path of ['/api/user.php', '/api/chats.php', '/api/likes.php'])
    etags.set(path, (await client.get(path)).headers.get('ETag') ?? '');
  const answers = async (status: number, answer: ReturnType<typeof client.get>) => {
    const { status: found, body } = await answer;
    assertCorrect(found === status, `a call answers ${found}: ${JSON.stringify(body)}`);
    await pause(SETTLE_MS / 4);
  };
  return [
    {
      act: 'poll',
      times: REPEATS,
      perform: async () => {
        for (const [path, etag] of etags) await answers(304, client.get(path, { 'If-None-Match': etag }));
      },
    },
    {
      act: 'photo',
      times: REPEATS,
      perform: () => answers(201, client.upload('/api/profileimage.php', [['file', aFile(aPng({ width: 960, height: 1200 }))]])),
    },
    {
      act: 'login',
      times: REPEATS,
      perform: () => answers(200, visitor.post('/api/login.php', { email: noor.email, password: PASSWORD })),
    },
    {
      act: 'sign-up',
      times: REPEATS,
      perform: async () => {
        const email = newEmail();
        const settings = await visitor.get('/api/settings.php');
        const checked = await visitor.get(`/api/validate_email.php?email=${email}`);
        const body = { email, name: 'Eva', password: PASSWORD, csrf: settings.at('csrf'), token: checked.at('token'), n: newId() };
        await answers(201, visitor.post('/api/user.php?new=1', body));
      },
    },
  ];
}

/** Mails that wait, sent by the scheduled handler; without what it uses in a minute with nothing to do. */
function mails(site: MeteredSite): Performance {
  const backlog = BACKLOGS.find(({ name }) => name === 'mails') as Backlog;
  return {
    act: 'mail',
    times: 1,
    acts: MAILS,
    prepare: () => pileUp(site.db, backlog, MAILS, Date.now()),
    perform: async () => assertCorrect((await site.scheduled()) === 'ok', 'the mails are sent'),
  };
}

/**
 * All acts, in the order in which they have to be performed. The site has to be as deployed before the last one, the mails. Without minutes that
 * pages stay open there is no act of an open minute.
 */
export async function performancesOf(site: MeteredSite, minutes: number, lifetime: AsyncDisposableStack): Promise<Performance[]> {
  const { performances, close } = await pageActs(site, lifetime);
  return [
    ...performances,
    await paidMessage(site),
    ...(await callActs(site)),
    ...(minutes > 0 ? [openMinutes(site, minutes, close, lifetime)] : []),
    mails(site),
  ];
}
