import type { BrowserContext, Page } from 'playwright-core';
import { inProject } from '../support/paths.ts';
import type { Look } from './looks.ts';
import type { Subject } from './subjects.ts';

/** Waits until nothing is asked for any more and the fonts are there; a page that never rests is taken as it is. */
async function untilAtRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function stageAnswers(page: Page, answers: Subject['answers']): Promise<void> {
  for (const [file, json] of Object.entries(answers ?? {})) {
    await page.route(`**/api/${file}*`, (route) => route.fulfill({ json }));
  }
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
  await stageAnswers(page, subject.answers);
  await page.goto(`${url}${subject.path}`);
  await untilAtRest(page);
  await page.screenshot({ path: inProject(`.shots/${subject.name}-${look.mark}.png`), animations: 'disabled' });
  const own = complaints.filter((text) => !/status of 4\d\d/.test(text));
  for (const text of own) console.log(`\n  ${subject.name}-${look.mark}: ${text.slice(0, 300)}`);
  return own.length > 0 ? 1 : 0;
}
