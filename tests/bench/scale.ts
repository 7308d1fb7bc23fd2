import { loadWithFaults } from './scale/faults.ts';
import { readLoad } from './scale/read-load.ts';
import { startScaleSite } from './scale/site.ts';
import { tryOwnActs } from './scale/tries.ts';
import { benchArguments } from './support/bench-arguments.ts';
import { type ReportLine, report } from './support/report.ts';

/**
 * One primary, two replicas and three Workers: what replicas take from the primary, how far they are behind, that nobody reads less than they
 * have done or heard of, and what the loss of both replicas does to the site (docs/performance.md, "P23: a site with replicas"). All parts, or those
 * that are named; numbers are the members, the tries and the seconds of the faults.
 */
const given = process.argv.slice(2);
const isNumber = (argument: string): boolean => /^\d+$/.test(argument);
const [MEMBERS = 100_000, TRIES = 10_000, FAULT_SECONDS = 30] = given.filter(isNumber).map(Number);
const READ_BLOCK_MS = 8_000;

await using lifetime = new AsyncDisposableStack();
const PARTS: Readonly<Record<string, () => Promise<ReportLine[]>>> = {
  reads: () => readLoad(site, READ_BLOCK_MS),
  acts: () => tryOwnActs(site, TRIES),
  faults: () => loadWithFaults(site, FAULT_SECONDS * 1000),
};
const { parts } = benchArguments(
  given.filter((argument) => !isNumber(argument)),
  Object.keys(PARTS),
);
const site = await startScaleSite(MEMBERS, lifetime);
for (const name of parts) report(`P23 ${name} at ${MEMBERS} members`, (await PARTS[name]?.()) ?? []);
