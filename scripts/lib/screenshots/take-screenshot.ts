import type { BrowserContext, Page, Route } from 'playwright-core';
import { inProject } from '../paths.ts';
import type { DeviceProfile } from './device-profiles.ts';
import { fakePush } from './fake-push.ts';
import type { Scenario } from './scenario.ts';
import { withoutInitialAnswers } from './without-initial-answers.ts';

/**
 * Waits until no request is pending, no screen is loading and the fonts are loaded; for the first two 10 seconds each at most, without an
 * error.
 */
export async function untilNetworkIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  await page
    .locator('.screen-loading')
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const UNAVAILABLE = { status: 503, json: { error: { code: 'unavailable', message: 'unavailable' } } };

/** Answers the page's calls as the scenario says: with fixed or changed answers, never, or with a 503. */
async function routeAnswers(page: Page, { answers, changedAnswers, hangingCalls, refusedCalls }: Scenario): Promise<void> {
  const isCallTo =
    (file: string) =>
    ({ pathname }: URL): boolean =>
      pathname.startsWith('/api/') && pathname.endsWith(`/${file}`);
  const onCall = (file: string, method: string | null, handle: (route: Route) => unknown) =>
    page.route(isCallTo(file), async (route) => {
      if (method && route.request().method() !== method) return route.fallback();
      await handle(route);
    });
  for (const [file, json] of Object.entries(answers ?? {})) await onCall(file, null, (route) => route.fulfill({ json }));
  for (const [file, change] of Object.entries(changedAnswers ?? {}))
    await onCall(file, null, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
  for (const [file, method] of hangingCalls ?? []) await onCall(file, method, () => undefined);
  for (const [file, method] of refusedCalls ?? []) await onCall(file, method, (route) => route.fulfill(UNAVAILABLE));
}

/** Whether the answers of some calls are not those of the site. */
const changesCalls = ({ answers, changedAnswers, hangingCalls, refusedCalls }: Scenario): boolean =>
  [answers, changedAnswers, hangingCalls, refusedCalls].some((calls) => calls !== undefined);

/**
 * Changes the documents of the site as the scenario says: to the other template, with other boot data, and without initial answers if it has
 * answers of its own.
 */
async function routeDocument(page: Page, scenario: Scenario): Promise<void> {
  const { template, changeDocument } = scenario;
  if (!template && !changeDocument && !changesCalls(scenario)) return;
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const whole = await response.text();
    const text = changesCalls(scenario) ? withoutInitialAnswers(whole) : whole;
    const body = template ? text.replace(/("template":|data-template=)"social"/g, `$1"${template}"`) : text;
    await route.fulfill({ response, body: changeDocument ? changeDocument(body) : body });
  });
}

/** Faults of the layout: a sentence if the page is wider than its window. */
async function layoutFaultsOf(page: Page): Promise<string[]> {
  const [pageWidth, windowWidth] = await page.evaluate(
    () => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const,
  );
  return pageWidth > windowWidth ? [`is ${pageWidth} px wide in a window of ${windowWidth}`] : [];
}

/**
 * Takes one picture. Returns 1 if the page logged an error, is wider than its window or did not get into the state of the scenario, else 0,
 * and prints what. Errors of calls that the scenario refuses do not count. The context is offline afterwards.
 */
export async function takeScreenshot(
  context: BrowserContext,
  { url, subject, device }: { url: string; subject: Scenario; device: DeviceProfile },
): Promise<number> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await routeAnswers(page, subject);
  if (subject.push) await fakePush(page, subject.push);
  await routeDocument(page, subject);
  await page.goto(`${url}${subject.path}`);
  await untilNetworkIdle(page);
  await subject.act?.(page).catch((error: Error) => errors.push(`its state was not reached: ${error.message}`));
  await untilNetworkIdle(page);
  errors.push(...(await layoutFaultsOf(page)));
  await page.screenshot({ path: inProject(`.shots/${subject.name}-${device.fileSuffix}.png`) });
  // Calls that were never answered would reach the site once their routes are removed, and change the pictures after this one.
  await context.setOffline(true);
  // A route that is still answering is abandoned.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const unexpected = errors.filter((text) => !/status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED/.test(text));
  for (const text of unexpected) console.log(`\n  ${subject.name}-${device.fileSuffix}: ${text.slice(0, 300)}`);
  return unexpected.length > 0 ? 1 : 0;
}
