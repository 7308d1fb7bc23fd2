import { createClient } from '@libsql/client/web';
import { sql } from 'drizzle-orm';
import { batch } from '#db/client';
import { searchCount, searchPage } from '#db/queries/members/search';
import type { SearchConditions, SearchCursorKey } from '#db/queries/members/search-plan';
import { memberOfSession } from '#db/queries/shared/sessions';
import { sha256 } from '../../worker/lib/crypto.ts';
import { aMember } from '../support/database/factories.ts';
import { rowsRead, statementStats } from '../support/database/statement-stats.ts';
import { inTurns, type MeasuredKind, type Timings } from './support/measure.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';
import { type Case, PAGE, searchCases } from './support/search-cases.ts';
import { filledDatabase } from './support/search-database.ts';

/**
 * The time of one page of a search, compared with an empty round trip and with the same statement in process, for several numbers of
 * members (docs/performance.md, "P4: speed of a search"), and the rows it reads (docs/performance.md, "P5: rows read by a search").
 */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000];
const NOW = Date.now();
const OFFSET_OF_PAGE_100 = 99 * PAGE;
const CAP = 1000;
const ACTIVE = { by: 'active' } as const;

interface Measured {
  readonly timings: Map<string, Timings>;
  readonly rows: Map<string, number>;
  /** The duration of the statement as the database reports it, in milliseconds. */
  readonly inDatabase: Map<string, number>;
  readonly cases: Record<string, Case>;
}

async function measure(size: number): Promise<Measured> {
  const filled = await filledDatabase(size, NOW);
  const { db, url } = filled;
  try {
    const viewer = await aMember(db);
    const [, token = ''] = viewer.cookie.split('.');
    const credential = { memberId: viewer.id, tokenHash: await sha256(token) };
    const cases = searchCases(viewer.id, NOW);
    const counts = new Map<string, number>();
    for (const [name, { conditions }] of Object.entries(cases)) counts.set(name, (await searchCount(db, conditions, CAP))[0]?.count ?? 0);
    const page = (name: string, conditions: SearchConditions, from: SearchCursorKey | null = null) =>
      searchPage(db, conditions, ACTIVE, { from, offset: 0, limit: PAGE }, counts.get(name) ?? null);
    const everyone = cases['all countries'];
    assertCorrect(everyone !== undefined, 'there is a search of all countries');
    const lastOfPage99 = everyone
      ? await searchPage(db, everyone.conditions, ACTIVE, { from: null, offset: OFFSET_OF_PAGE_100 - 1, limit: 1 }, null)
      : [];
    assertCorrect(lastOfPage99.length === 1, 'there is a page 100');

    const asEndpoint = (name: string, conditions: SearchConditions, from: SearchCursorKey | null, wanted: number): MeasuredKind => ({
      name,
      async run() {
        const { session, cards } = await batch(db, { session: memberOfSession(db, credential, NOW), cards: page(name, conditions, from) });
        const fitting = wanted < 0 ? Math.min(PAGE, counts.get(name) ?? 0) : wanted;
        assertCorrect(session.length === 1 && cards.length === fitting, `${name}: ${cards.length} cards of ${fitting}`);
      },
    });
    const inProcess = await filled.openInProcess();
    const asInProcess = (name: string, conditions: SearchConditions): MeasuredKind => {
      const { sql: text, params } = page(name, conditions).getQuery();
      const statement = inProcess.prepare(text);
      return { name: `${name} in process`, run: () => void statement.all(...(params as (string | number)[])) };
    };
    const inDatabase = new Map<string, number[]>();
    const asReported = (name: string, conditions: SearchConditions): MeasuredKind => ({
      name: `${name} in the database`,
      async run() {
        const { ms } = await statementStats(url, page(name, conditions).getQuery());
        inDatabase.set(name, [...(inDatabase.get(name) ?? []), ms]);
      },
    });
    // The library opens a connection for each trip (docs/decisions/0076-keep-database-streams-open.md).
    const library = createClient({
      url,
      fetch: (request: Request) => {
        request.headers.set('Accept-Encoding', 'identity');
        return fetch(request);
      },
    });
    const bareTrip = { name: 'bare', run: async () => void (await library.batch(['select 1'])) };
    const openTrip = { name: 'bare, open', run: async () => void (await batch(db, { one: db.all(sql`select 1`) })) };
    const kinds = [
      openTrip,
      ...Object.entries(cases).flatMap(([name, { conditions, cards }]) => [
        bareTrip,
        asEndpoint(name, conditions, null, cards),
        asReported(name, conditions),
        asInProcess(name, conditions),
      ]),
      ...(everyone ? [asEndpoint('page 100', everyone.conditions, lastOfPage99[0] ?? null, PAGE)] : []),
    ];
    const timings = await inTurns(kinds, { blocks: 7, runs: 40, warmUp: 30 });
    const rows = new Map<string, number>();
    for (const [name, { conditions }] of Object.entries(cases)) {
      rows.set(name, await rowsRead(url, page(name, conditions).getQuery()));
      rows.set(
        `${name}, first page uncounted`,
        await rowsRead(url, searchPage(db, conditions, ACTIVE, { from: null, offset: 0, limit: PAGE }, null).getQuery()),
      );
      rows.set(`${name}, the count`, await rowsRead(url, searchCount(db, conditions, CAP).getQuery()));
    }
    inProcess.close();
    return { timings, rows, cases, inDatabase: new Map([...inDatabase].map(([name, times]) => [name, medianOf(times)])) };
  } finally {
    await filled.stop();
  }
}

const medianOf = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
const p50 = ({ timings }: Measured, name: string) => timings.get(name)?.p50 ?? Number.NaN;

/** The lines of one search at one number of members. */
function linesOfCase(at: string, measured: Measured, name: string, aimRows: number): ReportLine[] {
  const timing = measured.timings.get(name);
  const blocks = timing?.blocks ?? [];
  const rows = Math.max(measured.rows.get(name) ?? Number.NaN, measured.rows.get(`${name}, first page uncounted`) ?? Number.NaN);
  const counted = measured.rows.get(`${name}, the count`) ?? Number.NaN;
  const bare = measured.timings.get('bare');
  const spread = [Math.min(...blocks), Math.max(...blocks)] as const;
  return [
    { what: `${at} ${name} p50`, ours: timing?.p50 ?? Number.NaN, limit: bare?.p50 ?? null, unit: 'ms', aim: 1.6, spread },
    { what: `${at} ${name} p99`, ours: timing?.p99 ?? Number.NaN, limit: bare?.p99 ?? null, unit: 'ms', aim: 2 },
    {
      what: `${at} ${name} SQL`,
      ours: measured.inDatabase.get(name) ?? Number.NaN,
      limit: p50(measured, `${name} in process`),
      unit: 'ms',
      aim: 2,
    },
    { what: `${at} ${name} rows read`, ours: rows, limit: null, unit: 'rows', aim: aimRows },
    { what: `${at} ${name} rows of the count`, ours: counted, limit: null, unit: 'rows', aim: CAP + 1 },
  ];
}

function linesOf(size: number, measured: Measured): ReportLine[] {
  const at = size < 1_000_000 ? `${size / 1000} k` : `${size / 1_000_000} M`;
  return [
    { what: `${at} bare trip on an open stream p50`, ours: p50(measured, 'bare, open'), limit: p50(measured, 'bare'), unit: 'ms', aim: 1 },
    ...Object.entries(measured.cases).flatMap(([name, { aimRows }]) => linesOfCase(at, measured, name, aimRows)),
    { what: `${at} page 100`, ours: p50(measured, 'page 100'), limit: p50(measured, 'all countries'), unit: 'ms', aim: 1.2 },
  ];
}

const bySize = new Map<number, Measured>();
for (const size of SIZES) bySize.set(size, await measure(size));
const lines = [...bySize].flatMap(([size, measured]) => linesOf(size, measured));
const [smallest, largest] = [bySize.get(SIZES[0] ?? 0), bySize.get(SIZES.at(-1) ?? 0)];
if (smallest && largest && smallest !== largest) {
  for (const name of Object.keys(smallest.cases)) {
    // In units of a round trip in the same run, since the speed of the machine changes between sizes.
    const inTrips = (measured: Measured) => p50(measured, name) / p50(measured, 'bare');
    lines.push({ what: `growth ${name}`, ours: inTrips(largest), limit: inTrips(smallest), unit: 'trips', aim: 1.3 });
  }
}
report('P4 search, P5 rows read', lines);
