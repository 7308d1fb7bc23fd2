import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Request } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium, resetNotificationPermission } from '../../../scripts/lib/browsers/chromium.ts';
import { assertCorrect } from '../support/report.ts';
import { type BenchmarkPart, twoMatchedMembers } from './fixture.ts';

const HOUR_S = 3600;
/** Short enough for every heartbeat to be answered before the next. */
const STEP_S = 10;
const SETTLE_MS = 3_000;
const ANSWER_MS = 30;
/** The requests of an hour at three calls a minute. */
const REQUESTS_OF_LIMIT = 180;

/**
 * The requests of an open page in an hour without events, on a clock that is advanced, compared with three calls a minute
 * (docs/performance.md, "P12: requests of an hour with nothing new").
 */
export const idleRequests: BenchmarkPart = async (fixture, lifetime) => {
  const { sender, conversation, send } = await twoMatchedMembers(fixture);
  await send();
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const [name = '', value = ''] = sender.cookie.split('=');
  await context.addCookies([{ name, value, url: fixture.url }]);
  await context.addInitScript(resetNotificationPermission);
  const page = await context.newPage();
  await page.clock.install();
  let sockets = 0;
  const calls: string[] = [];
  const pending = new Set<Request>();
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('websocket', () => {
    sockets += 1;
  });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    pending.add(request);
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`);
  });
  await page.goto(`${fixture.url}/chats/${conversation}`);
  await page.locator('textarea').waitFor();
  await pause(SETTLE_MS);
  assertCorrect(sockets === 1 && calls.length > 0, `the page has its socket (${sockets})`);
  calls.length = 0;
  for (let second = 0; second < HOUR_S; second += STEP_S) {
    await page.clock.runFor(STEP_S * 1000);
    await pause(ANSWER_MS);
    // An answer that arrived after the clock was advanced would count as late and be requested again.
    while (pending.size > 0) await pause(ANSWER_MS);
  }
  assertCorrect(sockets === 1, `the socket held for the hour (${sockets})`);
  console.log(
    Object.entries(Object.groupBy(calls, (one) => one))
      .map(([one, times]) => `${times?.length} × ${one}`)
      .join(', '),
  );

  const client = fixture.as(sender);
  const unchanged = ['/api/user.php', '/api/chats.php', '/api/likes.php'];
  let bytes = 0;
  for (const path of unchanged) {
    const etag = (await client.get(path)).headers.get('ETag') ?? '';
    const again = await client.get(path, { 'If-None-Match': etag });
    assertCorrect(etag !== '' && again.status === 304, `${path} answers 304 (${again.status})`);
    bytes += String(again.body).length;
  }
  return [
    {
      what: 'P12 requests an hour with nothing new',
      ours: calls.length,
      limit: REQUESTS_OF_LIMIT,
      unit: 'requests',
      aim: 12,
      isAimAbsolute: true,
    },
    { what: `P12 body of ${unchanged.length} unchanged polls (304)`, ours: bytes, limit: null, unit: 'bytes', aim: 0 },
  ];
};
