import type { BrowserContext, Page, Route } from 'playwright-core';
import { inProject } from '../paths.ts';
import type { Look } from './device-profiles.ts';
import { fakePush } from './fake-push.ts';
import type { Subject } from './scenario.ts';

/** Waits until nothing is asked for any more, no screen is on its way and the fonts are there; a page that never rests is taken as it is. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  await page
    .locator('.screen-loading')
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const AWAY = { status: 503, json: { error: { code: 'unavailable', message: 'unavailable' } } };

async function stageAnswers(page: Page, { answers, changed, hanging, refused }: Subject): Promise<void> {
  const meet = (file: string, method: string | null, act: (route: Route) => unknown) =>
    page.route(`**/api/${file}*`, async (route) => {
      if (method && route.request().method() !== method) return route.fallback();
      await act(route);
    });
  for (const [file, json] of Object.entries(answers ?? {})) await meet(file, null, (route) => route.fulfill({ json }));
  for (const [file, change] of Object.entries(changed ?? {}))
    await meet(file, null, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
  for (const [file, method] of hanging ?? []) await meet(file, method, () => undefined);
  for (const [file, method] of refused ?? []) await meet(file, method, (route) => route.fulfill(AWAY));
}

/** The document as the Worker would give it with the other template set, or to a member whose account stands otherwise. */
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

/** What is wrong with a page as it stands: it is wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const);
  return needed > given ? [`is ${needed} px wide in a window of ${given}`] : [];
}

/** Takes one picture; gives 1 when the page complained on its console, and says what. */
export async function takeShot(
  context: BrowserContext,
  { url, subject, look }: { url: string; subject: Subject; look: Look },
): Promise<number> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await stageAnswers(page, subject);
  if (subject.push) await fakePush(page, subject.push);
  await stageDocument(page, subject);
  await page.goto(`${url}${subject.path}`);
  await untilAtRest(page);
  await subject.act?.(page);
  await untilAtRest(page);
  complaints.push(...(await faultsOf(page)));
  await page.screenshot({ path: inProject(`.shots/${subject.name}-${look.mark}.png`) });
  // What was held back would go out once nobody holds it, and the pictures after this one would show it.
  await context.setOffline(true);
  // A look that is still under way ends with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const own = complaints.filter((text) => !/status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED/.test(text));
  for (const text of own) console.log(`\n  ${subject.name}-${look.mark}: ${text.slice(0, 300)}`);
  return own.length > 0 ? 1 : 0;
}
