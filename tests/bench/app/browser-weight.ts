import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import type { AppFixture, BenchmarkPart, ColdPage } from './fixture.ts';
import { freshPhone, loadedVitals } from './web-vitals.ts';

const KB = 1000;
/** The kinds of files that are weighed, by their names in Playwright. */
const KINDS = { document: 'HTML', script: 'JS', stylesheet: 'CSS' } as const;
type Kind = keyof typeof KINDS;
const isWeighed = (kind: string): kind is Kind => kind in KINDS;

async function linesOf(fixture: AppFixture, { path, isOfMember }: ColdPage): Promise<ReportLine[]> {
  await using context = await freshPhone(fixture, isOfMember ? fixture.member : undefined);
  const page = await context.newPage();
  const responses = new Map<string, Response>();
  page.on('response', (response) => {
    if (response.ok() && isWeighed(response.request().resourceType())) responses.set(response.url(), response);
  });
  await loadedVitals(page, `${fixture.url}${path}`, fixture.drawn);
  const sums: Record<Kind, number> = { document: 0, script: 0, stylesheet: 0 };
  for (const response of responses.values()) {
    const kind = response.request().resourceType();
    if (isWeighed(kind)) sums[kind] += gzipSync(await response.body()).length / KB;
  }
  assertCorrect(sums.document > 0, `${path} has a document`);
  return Object.entries(KINDS).map(([kind, name]) => ({
    what: `P1 ${path} ${name}, in a browser`,
    ours: sums[kind as Kind],
    limit: null,
    unit: 'KB',
    aim: null,
  }));
}

/**
 * What a browser loads for each page until it is quiet, compressed by gzip here, whatever the site has compressed it with
 * (docs/performance.md, "P1: weight of the first load").
 */
export const browserWeight: BenchmarkPart = async (fixture) => {
  const lines: ReportLine[] = [];
  for (const page of fixture.pages.cold) lines.push(...(await linesOf(fixture, page)));
  return lines;
};
