import { sql } from 'drizzle-orm';
import { COUNTRIES, GENDERS } from '#contract/primitives';
import { openDatabase, together } from '#db/client';
import { type SearchFilters, searchCount, searchWalk } from '#db/queries/members';
import { memberOfSession } from '#db/queries/session';
import { startDatabaseServer } from '../../../scripts/support/database.ts';
import { bornOnOrAfter, bornOnOrBefore } from '../../../worker/domain/age.ts';
import { sha256 } from '../../../worker/domain/ids.ts';
import { aMember } from '../../support/factories.ts';
import { inTurns } from './measure.ts';
import { rowsRead } from './pipeline.ts';
const [n, port] = process.argv.slice(2).map(Number);
const server = await startDatabaseServer({ port: port!, dir: `/tmp/speed-db-${n}`, log: `/tmp/speed-db-${n}.log` });
const db = openDatabase(server.url);
const NOW = Date.now();
const viewer = await aMember(db);
const claim = { memberId: viewer.id, tokenHash: await sha256(viewer.cookie.split('.')[1]!) };
const aged = (from: number, to: number) => ({ bornFrom: bornOnOrAfter(to, NOW), bornTo: bornOnOrBefore(from, NOW) });
const base: SearchFilters = { viewerId: viewer.id, countries: ['NL'], genders: ['female'], countryregion: null, ...aged(26, 35), hasPhoto: false, activeSince: null, joinedSince: null, withoutFictional: false, notId: null };
const C: Record<string, SearchFilters> = {
  typical: base, rare: { ...base, ...aged(75, 78) }, all: { ...base, countries: COUNTRIES, genders: GENDERS, ...aged(18, 100) }, pair: { ...base, countries: ['NL', 'BE'] }, nothing: { ...base, genders: ['nonbinary'], ...aged(95, 99) }, region: { ...base, countryregion: 'NL-UT' }, online: { ...base, activeSince: NOW - 1200_000 }, 'photo': {...base, hasPhoto: true}
};
const kinds = [
  { name: 'bare', run: async () => void (await together(db, [db.all(sql`select 1`)])) },
  { name: 'session', run: async () => void (await together(db, [memberOfSession(db, claim, NOW)])) },
  { name: 'session+2', run: async () => void (await together(db, [memberOfSession(db, claim, NOW), db.all(sql`select 1`), db.all(sql`select 1`), db.all(sql`select 1`)])) },
  ...Object.entries(C).flatMap(([name, f]) => [
    { name: `${name} page`, run: async () => void (await together(db, [searchWalk(db, f, null, 0, 12)])) },
    { name: `${name} build`, run: () => void searchWalk(db, f, null, 0, 12).toSQL() },
    { name: `${name} route`, run: async () => void (await together(db, [memberOfSession(db, claim, NOW), searchWalk(db, f, null, 0, 12), searchCount(db, f, 1000, 7)])) },
  ]),
];
const t = await inTurns(kinds, { blocks: 5, runs: 40, warmUp: 20 });
const bare = t.get('bare')!.p50;
for (const [k, v] of t) console.log(k.padEnd(20), v.p50.toFixed(3), (v.p50 / bare).toFixed(2));
for (const [name, f] of Object.entries(C)) { const q = searchWalk(db, f, null, 0, 12).toSQL(); console.log(name, 'rows', await rowsRead(server.url, q), 'count', await rowsRead(server.url, searchCount(db, f, 1000, null).getQuery()), 'text', q.sql.length, 'params', q.params.length); }
await server.stop();
