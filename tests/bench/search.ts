import { sql } from 'drizzle-orm';
import { COUNTRIES, GENDERS } from '#contract/primitives';
import { type Database, together } from '#db/client';
import { type SearchFilters, searchCount, searchWalk, type WalkKey } from '#db/queries/members';
import { memberOfSession } from '#db/queries/session';
import { bornOnOrAfter, bornOnOrBefore } from '../../worker/domain/age.ts';
import { sha256 } from '../../worker/domain/ids.ts';
import { aMember } from '../support/factories.ts';
import { inTurns, type Kind, type Timings } from './support/measure.ts';
import { rowsRead } from './support/pipeline.ts';
import { assertRight, type Line, report } from './support/report.ts';
import { filledDatabase } from './support/search-database.ts';

/** P4 and P5: one page of a search beside the bare round trip and the same statement in process, at several sizes of the site. */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000];
const PAGE = 12;
const NOW = Date.now();
const HUNDREDTH = 99 * PAGE;

const aged = (from: number, to: number) => ({ bornFrom: bornOnOrAfter(to, NOW), bornTo: bornOnOrBefore(from, NOW) });
const base: SearchFilters = {
  viewerId: '',
  countries: ['NL'],
  genders: ['female'],
  countryregion: null,
  ...aged(26, 35),
  hasPhoto: false,
  activeSince: null,
  joinedSince: null,
  withoutFictional: false,
  notId: null,
};
const everyone: SearchFilters = { ...base, countries: COUNTRIES, genders: GENDERS, ...aged(18, 100) };
const CASES: Record<string, { filters: SearchFilters; rows: number; aimRows: number }> = {
  typical: { filters: base, rows: PAGE, aimRows: 60 },
  'rare age': { filters: { ...base, ...aged(75, 78) }, rows: -1, aimRows: 1300 },
  'all countries': { filters: everyone, rows: PAGE, aimRows: 60 },
  'neighbour pair': { filters: { ...base, countries: ['NL', 'BE'] }, rows: PAGE, aimRows: 60 },
  'nothing matches': { filters: { ...base, genders: ['nonbinary'], ...aged(95, 99) }, rows: 0, aimRows: 1300 },
};

interface Measured {
  readonly timings: Map<string, Timings>;
  readonly rows: Map<string, number>;
}

async function measure(members: number): Promise<Measured> {
  const filled = await filledDatabase(members);
  const { db, url } = filled;
  try {
    const viewer = await aMember(db);
    const [, token = ''] = viewer.cookie.split('.');
    const claim = { memberId: viewer.id, tokenHash: await sha256(token) };
    const page = (filters: SearchFilters, from: WalkKey | null) => searchWalk(db, { ...filters, viewerId: viewer.id }, from, 0, PAGE);
    const deep = await keyOfPage(db, { ...everyone, viewerId: viewer.id });

    const asRoute = (name: string, filters: SearchFilters, from: WalkKey | null, rows: number): Kind => ({
      name,
      async run() {
        const [found, cards] = await together(db, [
          memberOfSession(db, claim, NOW),
          page(filters, from),
          searchCount(db, filters, 1000, 7),
        ]);
        assertRight(found.length === 1 && (rows < 0 || cards.length === rows), `${name}: ${cards.length} cards`);
      },
    });
    const inProcess = await filled.openInProcess();
    const alone = (name: string, filters: SearchFilters): Kind => {
      const { sql: text, params } = page(filters, null).toSQL();
      const statement = inProcess.prepare(text);
      return { name: `${name} in process`, run: () => void statement.all(...(params as (string | number)[])) };
    };
    const kinds = [
      { name: 'bare', run: async () => void (await together(db, [db.all(sql`select 1`)])) },
      ...Object.entries(CASES).flatMap(([name, { filters, rows }]) => [asRoute(name, filters, null, rows), alone(name, filters)]),
      asRoute('page 100', everyone, deep, PAGE),
    ];
    const timings = await inTurns(kinds, { blocks: 7, runs: 40, warmUp: 30 });
    const read = await Promise.all(
      Object.entries(CASES).map(async ([name, { filters }]) => [name, await rowsRead(url, page(filters, null).toSQL())] as const),
    );
    const count = await rowsRead(url, searchCount(db, { ...everyone, viewerId: viewer.id }, 1000, null).getQuery());
    inProcess.close();
    return { timings, rows: new Map([...read, ['the count', count]]) };
  } finally {
    await filled.stop();
  }
}

/** Where page 100 of the longest walk begins, as the page before it would hand on. */
async function keyOfPage(db: Database, filters: SearchFilters): Promise<WalkKey> {
  const [last] = await searchWalk(db, filters, null, HUNDREDTH - 1, 1);
  assertRight(last !== undefined, 'there is a page 100');
  return { rank: last?.walkRank ?? 0, id: last?.id ?? '' };
}

const p50 = ({ timings }: Measured, name: string) => timings.get(name)?.p50 ?? Number.NaN;

function linesOf(members: number, measured: Measured): Line[] {
  const at = `${members / 1000} k`;
  const bare = p50(measured, 'bare');
  const lines: Line[] = [];
  for (const [name, { aimRows }] of Object.entries(CASES)) {
    const timing = measured.timings.get(name);
    const blocks = timing?.blocks ?? [];
    lines.push({
      what: `${at} ${name} p50`,
      ours: p50(measured, name),
      limit: bare,
      unit: 'ms',
      aim: 1.6,
      spread: [Math.min(...blocks), Math.max(...blocks)],
    });
    lines.push({
      what: `${at} ${name} p99`,
      ours: timing?.p99 ?? Number.NaN,
      limit: measured.timings.get('bare')?.p99 ?? Number.NaN,
      unit: 'ms',
      aim: 2,
    });
    lines.push({
      what: `${at} ${name} beyond the trip`,
      ours: p50(measured, name) - bare,
      limit: p50(measured, `${name} in process`),
      unit: 'ms',
      aim: 2,
    });
    lines.push({ what: `${at} ${name} rows read`, ours: measured.rows.get(name) ?? Number.NaN, limit: null, unit: 'rows', aim: aimRows });
  }
  lines.push({ what: `${at} page 100`, ours: p50(measured, 'page 100'), limit: p50(measured, 'all countries'), unit: 'ms', aim: 1.2 });
  lines.push({
    what: `${at} the count, rows read`,
    ours: measured.rows.get('the count') ?? Number.NaN,
    limit: null,
    unit: 'rows',
    aim: 1001,
  });
  return lines;
}

const bySize = new Map<number, Measured>();
for (const members of SIZES) bySize.set(members, await measure(members));
const lines = [...bySize].flatMap(([members, measured]) => linesOf(members, measured));
const [smallest, largest] = [bySize.get(SIZES[0] ?? 0), bySize.get(SIZES.at(-1) ?? 0)];
if (smallest && largest && smallest !== largest) {
  for (const name of Object.keys(CASES)) {
    lines.push({ what: `growth ${name}`, ours: p50(largest, name), limit: p50(smallest, name), unit: 'ms', aim: 1.3 });
  }
}
report('P4 search, P5 rows read', lines);
