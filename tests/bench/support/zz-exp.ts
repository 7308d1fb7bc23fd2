import { startDatabaseServer } from '../../../scripts/support/database.ts';
const [n, port] = process.argv.slice(2).map(Number);
const server = await startDatabaseServer({ port: port!, dir: `/tmp/speed-db-${n}`, log: `/tmp/speed-db-${n}.log` });
const run = async (sql: string, args: unknown[] = []) => {
  const r = await fetch(`${server.url}/v2/pipeline`, { method: 'POST', body: JSON.stringify({ requests: [{ type: 'execute', stmt: { sql, args: args.map((a) => typeof a === 'number' ? { type: 'integer', value: String(a) } : { type: 'text', value: a }) } }, { type: 'close' }] }) });
  const j: any = await r.json(); if (!j.results) console.log(sql, args, j); const x = j.results[0]; if (x.type !== 'ok') { console.log(JSON.stringify(x)); return null; }
  return x.response.result;
};
for (const i of ['create index if not exists members_walk_everywhere on members (walk_rank, id, country, gender, date_of_birth, countryregion) where is_searchable', 'create index if not exists members_walk_in_region on members (countryregion, gender, walk_rank, id, date_of_birth) where is_searchable', 'create index if not exists members_newest on members (country, gender, created_at desc, walk_rank, id, date_of_birth, countryregion) where is_searchable']) await run(i);
console.log((await run('select sqlite_version() v'))?.rows);
const CARD = "json_array(m.id,m.name,m.status,m.date_of_birth,m.city,m.country,m.countryregion,m.gender,m.language,m.is_fictional,m.hide_presence,m.last_active_at,image.id,image.thumb,image.medium,image.large,image.width,image.height,image.thumbhash,image.is_nude,my_like.liker_id is not null)";
const NOT = "and i<>?1 and not exists (select 1 from blocks where blocker_id=?1 and blocked_id=i) and not exists (select 1 from blocks where blocker_id=i and blocked_id=?1) and not exists (select 1 from hides where member_id=?1 and hidden_id=i)";
const JOIN = "join members m on m.rowid=r left join images image on image.id=m.main_image_id left join likes my_like on my_like.liker_id=?1 and my_like.liked_id=m.id";
const arm = (x: string) => `select rowid r,walk_rank k,id i,date_of_birth b,countryregion g from members indexed by ${x} and is_searchable`;
const A = arm("members_walk where country='NL' and gender='female'");
const args = ['xyz', '1991-01-01', '2000-12-31'];
const Q: Record<string, string> = {
  flat: `select walk_rank,${CARD} from members m indexed by members_walk left join images image on image.id=m.main_image_id left join likes my_like on my_like.liker_id=?1 and my_like.liked_id=m.id where country='NL' and gender='female' and is_searchable and date_of_birth between ?2 and ?3 ${NOT.replaceAll('=i', '=m.id').replace('i<>', 'm.id<>').replace('blocker_id=m.id', 'blocker_id=m.id')} order by walk_rank,m.id limit 12`,
  stretch: `select k,${CARD} from (select r,k,i from (${A} order by walk_rank,id limit 1000) where b between ?2 and ?3 ${NOT} limit 12) ${JOIN}`,
  stretchOrdered: `select k,${CARD} from (select r,k,i from (${A} order by walk_rank,id limit 1000) where b between ?2 and ?3 ${NOT} limit 12) ${JOIN} order by k,i`,
  pair: `select k,${CARD} from (select r,k,i from (${A} union all ${A.replace("'NL'", "'BE'")} order by walk_rank,id limit 1000) where b between ?2 and ?3 ${NOT} limit 12) ${JOIN} order by k,i`,
  guarded: `with walk as not materialized (${A}), first as materialized (select r,k,i from (select * from walk order by k,i limit 1000) where b between ?2 and ?3 ${NOT} limit 12), cut(yes) as materialized (select iif((select count(*) from first)<12,exists(select 1 from walk limit 1 offset 999),0)), page as (select * from first where not (select yes from cut) union all select * from (select rowid r,walk_rank k,id i from members indexed by members_walk_by_year where country='NL' and gender='female' and is_searchable and birth_year between iif((select yes from cut),1991,9999) and 2000 and date_of_birth between ?2 and ?3 ${NOT} order by k,i limit 12)) select k,${CARD} from page ${JOIN} order by k,i`,
  years: `select k,${CARD} from (select r,k,i from (${Array.from({ length: 10 }, (_, y) => arm(`members_walk_by_year where country='NL' and gender='female' and birth_year=${1991 + y}`)).join(' union all ')} order by walk_rank,id limit -1) where b between ?2 and ?3 ${NOT} limit 12) ${JOIN} order by k,i`,
  everywhere: `select k,${CARD} from (select r,k,i from (${arm('members_walk_everywhere where 1')} order by walk_rank,id limit 1000) where b between ?2 and ?3 ${NOT} limit 12) ${JOIN} order by k,i`,
  rare: `select k,${CARD} from (select rowid r,walk_rank k,id i from members indexed by members_walk_by_year where country='NL' and gender='female' and is_searchable and birth_year between 1947 and 1951 and date_of_birth between ?2 and ?3 ${NOT} order by k,i limit 12) ${JOIN} order by k,i`,
};
let expected = '';
const times: Record<string, number[]> = { bare: [] };
for (const [name, sql] of Object.entries(Q)) {
  const x = await run(sql, name === 'rare' ? ['xyz', '1947-10-10', '1951-10-10'] : sql.includes('?3') ? args : ['xyz']); if (!x) continue;
  const ids = x.rows.map((r: any) => r[0].value + r[1].value.slice(0, 26)).join();
  if (name === 'flat') expected = ids;
  console.log(name, 'rows', x.rows_read, 'n', x.rows.length, 'text', sql.length, ids === expected, 'ms', x.query_duration_ms);
  times[name] = [];
}

const { readdirSync, readFileSync } = await import('node:fs');
const { execSync } = await import('node:child_process');
const pid = server.child.pid;
const cpu = () => readdirSync(`/proc/${pid}/task`).reduce((a, t) => { try { return a + Number(readFileSync(`/proc/${pid}/task/${t}/schedstat`, 'utf8').split(' ')[0]); } catch { return a; } }, 0) / 1e6;
const tot: Record<string, [number, number]> = {};
for (let b = 0; b < 3; b++) for (const name of Object.keys(times)) { const c0 = cpu(), u0 = process.cpuUsage(); for (let k = 0; k < 60; k++) { await run(name === 'bare' ? 'select 1' : Q[name]!, name === 'bare' ? [] : name === 'rare' ? ['xyz', '1947-10-10', '1951-10-10'] : Q[name]!.includes('?3') ? args : ['xyz']); } const u = process.cpuUsage(u0); const x = tot[name] ??= [1e9, 1e9]; x[0] = Math.min(x[0], (cpu() - c0) / 60); x[1] = Math.min(x[1], (u.user + u.system) / 60000); }
for (const [k, v] of Object.entries(tot)) console.log(k.padEnd(16), 'sqld', v[0].toFixed(3), 'client', v[1].toFixed(3));
await server.stop();
