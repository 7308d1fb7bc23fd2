import { type SQL, sql } from 'drizzle-orm';
import { FAR, FIRST_FICTIONAL_RANK, LAST_BUCKET, NEWEST, NO_PHOTO_BIT, type Shape } from './search-plan.ts';

/** What a search's statement is filled with, by name; while it is built these are placeholders. */
export type Values = Readonly<Record<string, string | number>>;

const and = (parts: readonly SQL[]): SQL => (parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`);
const nth = (values: Values, name: string, i: number): SQL => sql`${values[`${name}${i}`]}`;
const each = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i));
const list = (values: Values, name: string, count: number): SQL =>
  sql`(${sql.join(
    each(count, (i) => nth(values, name, i)),
    sql`, `,
  )})`;

/** Numbers of ours are the text's own: what is sent apart is sent as often as it stands there. */
const literal = (number: number): SQL => sql.raw(String(number));

/** What only this viewer does not see; `id` is the column that holds the member's. */
function forViewer(s: Shape, v: Values, id: SQL): SQL[] {
  const parts: SQL[] = s.without ? [sql`${id} <> ${v.notId}`] : [];
  if (!s.asMember) return parts;
  return [
    ...parts,
    sql`${id} <> ${v.viewer}`,
    sql`not exists (select 1 from blocks where blocker_id = ${v.viewer} and blocked_id = ${id})`,
    sql`not exists (select 1 from blocks where blocker_id = ${id} and blocked_id = ${v.viewer})`,
    sql`not exists (select 1 from hides where member_id = ${v.viewer} and hidden_id = ${id})`,
  ];
}

const ofAge = (v: Values): SQL => sql`date_of_birth between ${v.bornFrom} and ${v.bornTo}`;

const wasFound = (s: Shape, v: Values): SQL =>
  and([
    sql`members.date_of_birth between ${v.besideFrom} and ${v.besideTo}`,
    ...(s.isBesideRegion ? [sql`members.countryregion is ${v.besideRegion}`] : []),
  ]);

/** What no index holds: each costs a look at the member, so it comes last. */
function ofTheRow(s: Shape, v: Values): SQL[] {
  return [
    ...(s.online ? [sql`members.last_active_at >= ${v.activeSince}`, sql`members.hide_presence = 0`] : []),
    ...(s.joined ? [sql`members.created_at >= ${v.joinedSince}`] : []),
    ...(s.isBeside ? [sql`not (${wasFound(s, v)})`] : []),
  ];
}

/** What decides where no range of an index does. */
function ofTheRank(s: Shape, v: Values): SQL[] {
  const likesMe = sql`exists (select 1 from likes where liker_id = members.id and liked_id = ${v.viewer})`;
  return [
    ...(s.inRegion ? [sql`members.countryregion = ${v.region}`] : []),
    ...(s.withPhoto ? [sql`members.walk_rank & ${literal(NO_PHOTO_BIT)} = 0`] : []),
    ...(s.online ? [sql`members.walk_rank & ${literal(LAST_BUCKET)} <= ${v.onlineTo}`] : []),
    ...(s.withoutFictional ? [sql`(members.walk_rank < ${literal(FIRST_FICTIONAL_RANK)} or ${likesMe})`] : []),
  ];
}

const isFar = (v: Values): SQL => sql`(members.countryregion is not ${v.near})`;

/** Behind the key, as ranks of one's own region or of others have it, or at the start of a range. */
const behind = (v: Values, far: 0 | 1, range: number | ''): SQL =>
  sql`(members.walk_rank, members.id) > (${v[`rank${far}_${range}`]}, ${v[`id${far}_${range}`]})`;

interface Arm {
  readonly index: SQL;
  readonly where: readonly SQL[];
  /** Whether these are behind all of the viewer's own region. */
  readonly isFar: 0 | 1;
}

/** The walks of an index that together hold everybody, each of them in the order asked for. */
function armsOf(s: Shape, v: Values): Arm[] {
  const genders = each(s.genders, (i) => sql`members.gender = ${nth(v, 'gender', i)}`);
  const pairs = each(s.countries, (i) => sql`members.country = ${nth(v, 'country', i)}`).flatMap((country) =>
    genders.map((gender) => [country, gender]),
  );
  const ofRegion = (region: SQL) =>
    genders.map((gender) => ({
      index: sql`members_walk_in_region`,
      where: [sql`members.countryregion = ${region}`, gender],
      isFar: 0 as const,
    }));
  if (s.order === 'new') {
    return pairs.map((where) => ({
      index: sql`members_newest`,
      where: [...where, sql`(members.created_at, members.id) < (${v.newest}, ${v.id})`, ...ofTheRank(s, v)],
      isFar: 0,
    }));
  }
  const others: Arm[] = s.inRegion
    ? ofRegion(sql`${v.region}`)
    : s.isEverywhere
      ? [{ index: sql`members_walk_everywhere`, where: s.isOneGender ? genders : [], isFar: 0 }]
      : pairs.map((where) => ({ index: sql`members_walk`, where, isFar: 0 }));
  const all =
    s.order === 'near'
      ? [...ofRegion(sql`${v.near}`), ...others.map((arm): Arm => ({ ...arm, where: [...arm.where, isFar(v)], isFar: 1 }))]
      : others;
  return all.flatMap((arm) =>
    s.ranges.length === 0
      ? [{ ...arm, where: [...arm.where, behind(v, arm.isFar, '')] }]
      : s.ranges.map((_, i) => ({ ...arm, where: [...arm.where, behind(v, arm.isFar, i), sql`members.walk_rank <= ${nth(v, 'to', i)}`] })),
  );
}

const rankOf = (s: Shape, from: SQL): SQL =>
  s.order === 'new'
    ? sql`${literal(NEWEST)} - ${from}.created_at`
    : s.order === 'near'
      ? sql`${from}.far * ${literal(FAR)} + ${from}.walk_rank`
      : sql`${from}.walk_rank`;

const orderOf = (s: Shape): SQL =>
  s.order === 'new' ? sql`created_at desc, id desc` : s.order === 'near' ? sql`far, walk_rank, id` : sql`walk_rank, id`;

function columnsOf(s: Shape, far: SQL): SQL {
  const more = [
    ...(s.order === 'new' ? [sql`, members.created_at`] : []),
    ...(s.order === 'near' ? [sql`, ${far} as far`] : []),
    ...(s.way === 'guarded' ? [sql`, members.date_of_birth`] : []),
  ];
  return sql`members.rowid as r, members.walk_rank, members.id${sql.join(more)}`;
}

const placeOf = (s: Shape, v: Values): SQL[] => [
  sql`members.country in ${list(v, 'country', s.countries)}`,
  sql`members.gender in ${list(v, 'gender', s.genders)}`,
];

/** Fictional members who like the viewer, where all others are left out; a handful, sorted. */
function likersOf(s: Shape, v: Values, far: 0 | 1): SQL {
  const ofFar = s.order === 'near' ? [far ? isFar(v) : sql`not ${isFar(v)}`] : [];
  return sql`select ${columnsOf(s, literal(far))} from likes cross join members on members.id = likes.liker_id where likes.liked_id = ${v.viewer} and members.is_searchable and members.walk_rank >= ${literal(FIRST_FICTIONAL_RANK)} and ${and([...placeOf(s, v), ...ofFar, sql`members.${ofAge(v)}`, ...ofTheRank(s, v), ...ofTheRow(s, v), behind(v, far, '')])}`;
}

const armSelect = (s: Shape, v: Values, columns: SQL, { index, where }: Arm): SQL =>
  sql`select ${columns} from members indexed by ${index} where members.is_searchable and ${and([...where, ...(s.way === 'guarded' ? [] : [sql`members.${ofAge(v)}`]), ...ofTheRow(s, v)])}`;

/** All walks as one, merged by SQLite as they are read: a page costs its own rows. One's own region is walked to its end, then the others. */
function walkOf(s: Shape, v: Values): SQL {
  const arms = armsOf(s, v);
  const merged = (far: 0 | 1) => {
    const selects = arms.filter((arm) => arm.isFar === far).map((arm) => armSelect(s, v, columnsOf(s, literal(far)), arm));
    const likers = s.withoutFictional && s.order !== 'new' ? [likersOf(s, v, far)] : [];
    const order = s.order === 'near' ? sql`walk_rank, id` : orderOf(s);
    return sql`${sql.join([...selects, ...likers], sql` union all `)} order by ${order} limit -1`;
  };
  return s.order === 'near' ? sql`select * from (${merged(0)}) union all select * from (${merged(1)})` : merged(0);
}

const limitOf = (s: Shape, v: Values): SQL => (s.skips ? sql`limit ${v.limit} offset ${v.offset}` : sql`limit ${v.limit}`);

/** Everybody of those ages, or who is new, and what else decides. */
function gatheredFrom(s: Shape, v: Values, years: SQL): SQL {
  const [index, range] = s.joined ? [sql`members_newest`, sql`members.created_at >= ${v.joinedSince}`] : [sql`members_walk_by_year`, years];
  const parts = [...placeOf(s, v), range, sql`members.${ofAge(v)}`, ...ofTheRank(s, v), ...ofTheRow({ ...s, joined: false }, v)];
  return sql`from members indexed by ${index} where members.is_searchable and ${and(parts)}`;
}

/** They are sorted before it is asked of each whether the viewer may see them, so that only those of the page are asked after. */
function gathered(s: Shape, v: Values, firstYear: SQL): SQL {
  const behindKey =
    s.order === 'new'
      ? sql`(members.created_at, members.id) < (${v.newest}, ${v.id})`
      : s.order === 'near'
        ? sql`(${isFar(v)} * ${literal(FAR)} + members.walk_rank, members.id) > (${v.rank}, ${v.id})`
        : sql`(members.walk_rank, members.id) > (${v.rank}, ${v.id})`;
  const everybody = gatheredFrom(s, v, sql`members.birth_year between ${firstYear} and ${v.yearTo}`);
  const sorted = sql`select ${columnsOf({ ...s, way: 'gathered' }, isFar(v))} ${everybody} and ${behindKey} order by ${orderOf(s)} limit -1`;
  return sql`select * from (${sorted}) as found where ${and(forViewer(s, v, sql`found.id`))} ${limitOf(s, v)}`;
}

/** How many of a walk are read before those of these ages are gathered instead. */
const STRETCH = 800;

/** A stretch of the walk; where it ends too early, everybody of those ages, whose range is empty as long as that is not so. */
function guarded(s: Shape, v: Values, cards: (page: SQL) => SQL): SQL {
  const from = sql`iif((select yes from cut), ${v.yearFrom}, 9999)`;
  const columns = sql.raw(
    s.order === 'new' ? 'r, walk_rank, id, created_at' : s.order === 'near' ? 'r, walk_rank, id, far' : 'r, walk_rank, id',
  );
  return sql`with stretch as materialized (select ${columns} from (select * from (${walkOf(s, v)}) limit ${literal(STRETCH)}) as walked where ${and([ofAge(v), ...forViewer(s, v, sql`walked.id`)])} limit ${v.limit}), cut(yes) as materialized (select count(*) < ${v.limit} from stretch) ${cards(sql`select ${columns} from stretch where not (select yes from cut) union all select * from (${gathered(s, v, from)})`)}`;
}

/** What a page's cards are read with. */
export interface Cards {
  readonly cell: SQL;
  /** The joins that the cell needs beside members. */
  readonly joins: SQL;
}

/** The statement of one page: a card and its rank a row, in the order asked for. */
export function pageText(s: Shape, v: Values, { cell, joins }: Cards): SQL {
  const [arm, second] = s.way === 'walked' ? armsOf(s, v) : [];
  if (arm && !second && !s.withoutFictional) {
    const columns = sql`${cell} as card, ${rankOf(s, sql`members`)} as rank`;
    const own = sql`select ${columns} from members indexed by ${arm.index} ${joins} where members.is_searchable`;
    const ordered = s.order === 'new' ? sql`members.created_at desc, members.id desc` : sql`members.walk_rank, members.id`;
    return sql`${own} and ${and([...arm.where, sql`members.${ofAge(v)}`, ...ofTheRow(s, v), ...forViewer(s, v, sql`members.id`)])} order by ${ordered} ${limitOf(s, v)}`;
  }
  const cards = (page: SQL) =>
    sql`select ${cell} as card, ${rankOf(s, sql`page`)} as rank from (${page}) as page cross join members on members.rowid = page.r ${joins} order by ${pageOrder(s)}`;
  if (s.way === 'guarded') return guarded(s, v, cards);
  if (s.way === 'gathered') return cards(gathered(s, v, sql`${v.yearFrom}`));
  return cards(sql`select * from (${walkOf(s, v)}) as walk where ${and(forViewer(s, v, sql`walk.id`))} ${limitOf(s, v)}`);
}

const pageOrder = (s: Shape): SQL =>
  s.order === 'new'
    ? sql`page.created_at desc, page.id desc`
    : s.order === 'near'
      ? sql`page.far, page.walk_rank, page.id`
      : sql`page.walk_rank, page.id`;

/** How many fit, counted no further than `most`: as one number. */
export function countText(s: Shape, v: Values, most: SQL): SQL {
  const counted = (rows: SQL) => sql`(select count(*) from (${rows} limit ${most}))`;
  const seen = and(forViewer(s, v, sql`members.id`));
  const those = (years: SQL) => sql`select 1 ${gatheredFrom(s, v, years)} and ${seen}`;
  if (s.joined) return counted(those(sql`true`));
  if (s.online || (s.inRegion && s.way === 'walked')) {
    const walked: Shape = { ...s, way: 'walked', order: 'active' };
    const arms = armsOf(walked, v).map((arm) => sql`${armSelect(walked, v, sql`1`, arm)} and ${seen}`);
    const liking = sql`select 1 from (${likersOf(walked, v, 0)}) as liking where ${and(forViewer(s, v, sql`liking.id`))}`;
    return counted(sql.join([...arms, ...(s.withoutFictional ? [liking] : [])], sql` union all `));
  }
  // The years that fit whole come first: in those at the ends some are read who do not.
  const whole = those(sql`members.birth_year between ${v.yearFrom} + 1 and ${v.yearTo} - 1`);
  return counted(sql`${whole} union all ${those(sql`members.birth_year in (${v.yearFrom}, ${v.yearTo})`)}`);
}
