import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { openDatabase } from '#db/client';
import { images } from '#db/schema/index';
import { CHROMIUM_ARGS, installedChromium, resetNotificationPermission } from '../../scripts/lib/browsers/chromium.ts';
import { inProject } from '../../scripts/lib/paths.ts';
import { aConversation, aMatch, aMember, newId } from '../support/database/factories.ts';
import { populate } from '../support/database/populate.ts';
import { apiClient } from '../support/product/api-client.ts';
import { startProduct } from '../support/product/test-product.ts';
import { messageSender } from './chat/fixture.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';
import { memoryMeterOf, type PageMemory } from './tab/page-memory.ts';
import { goRound, SCREENS_OF_A_ROUND } from './tab/screens.ts';

/**
 * One tab that lives through thousands of messages and hundreds of screens: what it holds after its garbage was collected
 * (docs/performance.md, "P24: a tab that stays open").
 */
const [SCREENS = 500, MESSAGES = 5_000] = process.argv.slice(2).map(Number);
const MEMBERS = 300;
const SENDERS = 8;
/** Rounds between two measurements. */
const ROUNDS_BETWEEN = 5;
const SETTLE_MS = 1_500;
const AIM_GROWTH = 1.05;

await using lifetime = new AsyncDisposableStack();
const product = await startProduct({ hasRooms: true, hasOwnWorker: true, vars: { SETTINGS_TTL_SECONDS: '3600' } });
lifetime.defer(product.stop);
const db = openDatabase(product.dbUrl);
await populate(db, MEMBERS, Date.now(), () => undefined);
const noor = await aMember(db);
const portrait = await readFile(inProject('assets/portraits/pool/p22-3-medium.webp'));
for (const files of await db.select({ thumb: images.thumb, medium: images.medium, large: images.large }).from(images))
  for (const name of Object.values(files)) await product.worker.putPhoto(name, portrait);

/** Members who match with the one of the tab, and write in turn. */
const senders: ((client_id: string) => Promise<void>)[] = [];
for (let made = 0; made < SENDERS; made += 1) {
  const other = await aMember(db, { name: `Bas ${made}`, gender: 'male' });
  await aMatch(db, noor.id, other.id);
  const send = messageSender(apiClient(product.url, other.cookie), await aConversation(db, noor.id, other.id));
  await send();
  senders.push(send);
}

const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args: CHROMIUM_ARGS });
lifetime.defer(() => browser.close());
const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' });
const [name = '', value = ''] = noor.cookie.split('=');
await phone.addCookies([{ name, value, url: product.url }]);
await phone.addInitScript(resetNotificationPermission);
const page = await phone.newPage();

let documents = 0;
const received = new Set<string>();
page.on('domcontentloaded', () => {
  documents += 1;
});
page.on('websocket', (socket) =>
  socket.on('framereceived', ({ payload }) => {
    const [, id] = /"type":"message\.sent".*"client_id":"([\w-]+)"/.exec(String(payload)) ?? [];
    if (id) received.add(id);
  }),
);
await page.goto(`${product.url}/members`);
await page.locator('.page-members .cards .card').first().waitFor();
await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
await pause(SETTLE_MS);

const messagesOfAScreen = Math.ceil(MESSAGES / SCREENS);
const sent = new Set<string>();
/** The messages of one screen, one after the other. Each sender waits for its own last one, as its send pass comes with the answer. */
async function sendSome(): Promise<void> {
  for (let i = 0; i < messagesOfAScreen && sent.size < MESSAGES; i += 1) {
    const id = newId();
    sent.add(id);
    await senders[sent.size % SENDERS]?.(id);
  }
}

async function untilReceived(tab: Page): Promise<void> {
  const missing = () => [...sent].filter((id) => !received.has(id)).length;
  for (let tries = 0; missing() > 0 && tries < 100; tries += 1) await tab.waitForTimeout(100);
  assertCorrect(missing() === 0, `the tab received all but ${missing()} of ${sent.size} messages`);
}

const measure = await memoryMeterOf(page);
const samples: (PageMemory & { readonly screens: number })[] = [];
async function takeSample(screens: number): Promise<void> {
  await untilReceived(page);
  await pause(SETTLE_MS);
  const memory = await measure();
  samples.push({ screens, ...memory });
  process.stderr.write(`\r${screens} screens, ${sent.size} messages, ${(memory.heapBytes / 1e6).toFixed(2)} MB   `);
}

const rounds = Math.ceil(SCREENS / SCREENS_OF_A_ROUND);
for (let round = 0; round < rounds; round += 1) {
  await goRound(page, round, sendSome);
  if ((round + 1) % ROUNDS_BETWEEN === 0) await takeSample((round + 1) * SCREENS_OF_A_ROUND);
}
process.stderr.write('\n');
assertCorrect(documents === 1, `the tab stays the same document (${documents})`);
assertCorrect(sent.size === MESSAGES, `all messages were sent (${sent.size})`);

console.table(
  samples.map(({ screens, heapBytes, nodes, detachedElements, listeners }) => ({
    screens,
    heap: `${(heapBytes / 1e6).toFixed(2)} MB`,
    nodes,
    'detached elements': detachedElements,
    listeners,
  })),
);

/** The mean of the last quarter of the samples beside that of the third one, the first after half of the way. */
const quarter = Math.max(1, samples.length >> 2);
const meanOf = (part: readonly PageMemory[], of: keyof PageMemory) => part.reduce((sum, sample) => sum + sample[of], 0) / part.length;
const half = samples.slice(samples.length >> 1, (samples.length >> 1) + quarter);
const last = samples.slice(-quarter);
const growth = (what: string, of: keyof PageMemory, scale: number, unit: string): ReportLine => ({
  what,
  ours: meanOf(last, of) / scale,
  limit: meanOf(half, of) / scale,
  unit,
  aim: AIM_GROWTH,
});
report(`P24 a tab after ${SCREENS} screens and ${MESSAGES} messages, beside half of them`, [
  growth('heap', 'heapBytes', 1e6, 'MB'),
  growth('nodes', 'nodes', 1, 'nodes'),
  growth('detached elements', 'detachedElements', 1, 'elements'),
  growth('listeners', 'listeners', 1, 'listeners'),
]);
