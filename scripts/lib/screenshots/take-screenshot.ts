import type { BrowserContext, Page, Route } from 'playwright-core';
import { inProject } from '../paths.ts';
import type { Look } from './device-profiles.ts';
import { fakePush } from './fake-push.ts';
import type { Subject } from './scenario.ts';

/**
 * Waits until no request is pending, no screen is loading and the fonts are loaded; for the first two 10 seconds each at most, without an
 * error.
 */
export async function untilAtRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  await page
    .locator('.screen-loading')
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const AWAY = { status: 503, json: { error: { code: 'unavailable', message: 'unavailable' } } };

/** Answers the page's calls as the scenario says: with fixed or changed answers, never, or with a 503. */
async function stageAnswers(page: Page, { answers, changed, hanging, refused }: Subject): Promise<void> {
  const onCall = (file: string, method: string | null, handle: (route: Route) => unknown) =>
    page.route(`**/api/${file}*`, async (route) => {
      if (method && route.request().method() !== method) return route.fallback();
      await handle(route);
    });
  for (const [file, json] of Object.entries(answers ?? {})) await onCall(file, null, (route) => route.fulfill({ json }));
  for (const [file, change] of Object.entries(changed ?? {}))
    await onCall(file, null, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
  for (const [file, method] of hanging ?? []) await onCall(file, method, () => undefined);
  for (const [file, method] of refused ?? []) await onCall(file, method, (route) => route.fulfill(AWAY));
}

/** Changes the documents of the site as the scenario says: to the other template, or with other boot data. */
async function stageDocument(page: Page, { template, boot }: Subject): Promise<void> {
  if (!template && !boot) return;
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    const body = template ? text.replace(/("template":|data-template=)"social"/g, `$1"${template}"`) : text;
    await route.fulfill({ response, body: boot ? boot(body) : body });
  });
}

/** Faults of the layout: a sentence if the page is wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  const [pageWidth, windowWidth] = await page.evaluate(
    () => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const,
  );
  return pageWidth > windowWidth ? [`is ${pageWidth} px wide in a window of ${windowWidth}`] : [];
}

/**
 * Takes one picture. Returns 1 if the page logged an error or is wider than its window, else 0, and prints what. Errors of calls that
 * the scenario refuses do not count. The context is offline afterwards.
 */
export async function takeShot(
  context: BrowserContext,
  { url, subject, look }: { url: string; subject: Subject; look: Look },
): Promise<number> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await stageAnswers(page, subject);
  if (subject.push) await fakePush(page, subject.push);
  await stageDocument(page, subject);
  await page.goto(`${url}${subject.path}`);
  await untilAtRest(page);
  await subject.act?.(page);
  await untilAtRest(page);
  errors.push(...(await faultsOf(page)));
  await page.screenshot({ path: inProject(`.shots/${subject.name}-${look.mark}.png`) });
  // Calls that were never answered would reach the site once their routes are removed, and change the pictures after this one.
  await context.setOffline(true);
  // A route that is still answering is abandoned.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const unexpected = errors.filter((text) => !/status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED/.test(text));
  for (const text of unexpected) console.log(`\n  ${subject.name}-${look.mark}: ${text.slice(0, 300)}`);
  return unexpected.length > 0 ? 1 : 0;
}
