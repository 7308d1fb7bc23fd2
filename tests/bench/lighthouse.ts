import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import * as v from 'valibot';
import { CHROMIUM_ARGS, installedChromium } from '../../scripts/lib/browsers/chromium.ts';
import { inProject } from '../../scripts/lib/paths.ts';
import { runTool } from '../../scripts/lib/process/run-tool.ts';
import { type AppFixture, startAppFixture } from './app/fixture.ts';
import { timingsOf } from './support/measure.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';

/**
 * The scores of Lighthouse for a phone, of all pages or of those that are named: `npm run bench lighthouse /home /profile`
 * (docs/performance.md, "Lighthouse"). It is no dependency of the project: npx fetches this version.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
/** Its reports are written there, one for each run. */
const REPORTS = inProject('dist/lighthouse');

const PAGES: Readonly<Record<string, { readonly isOfMember: boolean }>> = {
  '/': { isOfMember: false },
  '/login': { isOfMember: false },
  '/signup': { isOfMember: false },
  '/pricing': { isOfMember: false },
  '/pages/faq': { isOfMember: false },
  '/members': { isOfMember: true },
  '/home': { isOfMember: true },
  '/chats': { isOfMember: true },
  '/profile': { isOfMember: true },
};

/** The least score of each category, of 100. */
const AIMS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof AIMS;
const CATEGORIES = Object.keys(AIMS) as Category[];

const Score = v.object({ score: v.number() });
const Report = v.object({
  finalDisplayedUrl: v.string(),
  categories: v.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
});
type Scores = Record<Category, number>;

const cookieHeader = (state: BrowserContextOptions['storageState']): string =>
  typeof state === 'object' ? state.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') : '';

/** Runs Lighthouse once. Throws if it does not end with a report of this address. */
async function scoresOf({ url, member }: AppFixture, path: string, run: number): Promise<Scores> {
  const file = join(REPORTS, `${path.replaceAll('/', '_')}-${run}.json`);
  const chromiumFlags = ['--headless', '--ignore-certificate-errors', ...CHROMIUM_ARGS].join(' ');
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${chromiumFlags}`];
  // Members' pages must not be indexed, which one audit would call a fault.
  const login = PAGES[path]?.isOfMember
    ? [`--extra-headers=${JSON.stringify({ Cookie: cookieHeader(member) })}`, '--skip-audits=is-crawlable']
    : [];
  const { code, output } = await runTool('npx', ['--yes', LIGHTHOUSE, `${url}${path}`, ...options, ...login]);
  if (code !== 0) throw new Error(`${LIGHTHOUSE} ended with ${code}: ${output}`);
  const { finalDisplayedUrl, categories } = v.parse(Report, JSON.parse(await readFile(file, 'utf8')));
  assertCorrect(finalDisplayedUrl === `${url}${path}`, `${path} led to ${finalDisplayedUrl}`);
  return Object.fromEntries(CATEGORIES.map((category) => [category, categories[category].score * 100])) as Scores;
}

const named = process.argv.slice(2);
const unknown = named.filter((path) => !(path in PAGES));
if (unknown.length > 0) throw new Error(`There is no page ${unknown.join(', ')}; there is ${Object.keys(PAGES).join(', ')}.`);

// Lighthouse finds its browser by this variable.
process.env.CHROME_PATH = installedChromium() ?? '';
await mkdir(REPORTS, { recursive: true });
await using lifetime = new AsyncDisposableStack();
const fixture = await startAppFixture(lifetime);
const lines: ReportLine[] = [];
for (const path of named.length > 0 ? named : Object.keys(PAGES)) {
  const runs: Scores[] = [];
  for (let run = 1; run <= RUNS; run += 1) runs.push(await scoresOf(fixture, path, run));
  for (const category of CATEGORIES) {
    const { p50, min, max } = timingsOf([runs.map((scores) => scores[category])]);
    lines.push({
      what: `${path} ${category}`,
      ours: p50,
      limit: null,
      unit: '',
      aim: AIMS[category],
      isAimLeast: true,
      spread: [min, max],
    });
  }
}
report('Lighthouse, mobile', lines);
