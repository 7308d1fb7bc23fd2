import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Request } from 'playwright-core';
import { CHROMIUM_ARGS, hasNotBeenAsked, installedChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { assertRight } from '../support/report.ts';
import { type Part, twoWhoTalk } from './fixture.ts';

const HOUR_S = 3600;
/** Short enough for every heartbeat to be answered in its own time. */
const STEP_S = 10;
const SETTLE_MS = 3_000;
const ANSWER_MS = 30;
/** The requests of an hour at three calls a minute. */
const LITERAL = 180;

/**
 * What an open member asks in an hour with nothing new, with the page's clock moved on, beside three calls a minute
 * (docs/performance.md, "P12: requests of an hour with nothing new").
 */
export const requests: Part = async (world, lifetime) => {
  const { sender, conversation, send } = await twoWhoTalk(world);
  await send();
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const [name = '', value = ''] = sender.cookie.split('=');
  await context.addCookies([{ name, value, url: world.url }]);
  await context.addInitScript(hasNotBeenAsked);
  const page = await context.newPage();
  await page.clock.install();
  let sockets = 0;
  const asked: string[] = [];
  const underWay = new Set<Request>();
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('websocket', () => {
    sockets += 1;
  });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    underWay.add(request);
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  await page.goto(`${world.url}/chats/${conversation}`);
  await page.locator('textarea').waitFor();
  await pause(SETTLE_MS);
  assertRight(sockets === 1 && asked.length > 0, `the page has its socket (${sockets})`);
  asked.length = 0;
  for (let second = 0; second < HOUR_S; second += STEP_S) {
    await page.clock.runFor(STEP_S * 1000);
    await pause(ANSWER_MS);
    // An answer that took the hour's seconds to come would be asked for again.
    while (underWay.size > 0) await pause(ANSWER_MS);
  }
  assertRight(sockets === 1, `the socket held for the hour (${sockets})`);
  console.log(
    Object.entries(Object.groupBy(asked, (one) => one))
      .map(([one, times]) => `${times?.length} × ${one}`)
      .join(', '),
  );

  const client = world.as(sender);
  const unchanged = ['/api/user.php', '/api/chats.php', '/api/likes.php'];
  let bytes = 0;
  for (const path of unchanged) {
    const etag = (await client.get(path)).headers.get('ETag') ?? '';
    const again = await client.get(path, { 'If-None-Match': etag });
    assertRight(etag !== '' && again.status === 304, `${path} answers 304 (${again.status})`);
    bytes += String(again.body).length;
  }
  return [
    { what: 'P12 requests an hour with nothing new', ours: asked.length, limit: LITERAL, unit: 'requests', aim: 12, isAimOfOurs: true },
    { what: `P12 body of ${unchanged.length} unchanged polls (304)`, ours: bytes, limit: null, unit: 'bytes', aim: 0 },
  ];
};
