import { type SQL, sql } from 'drizzle-orm';
import {
  type CountShape,
  FIRST_FICTIONAL_RANK,
  IS_OLDER,
  LAST_BUCKET,
  NEWEST_RANK_BASE,
  NO_PHOTO_BIT,
  OTHER_REGION_OFFSET,
  type StatementShape,
} from './search-plan.ts';

/** The values of a search statement by name. While the statement is prepared they are placeholders. */
export type StatementValues = Readonly<Record<string, string | number>>;

const and = (parts: readonly SQL[]): SQL => (parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`);
const nth = (values: StatementValues, name: string, i: number): SQL => sql`${values[`${name}${i}`]}`;
/** A list of `count` made values. */
const each = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const list = (values: StatementValues, name: string, count: number): SQL =>
  sql`(${sql.join(
    each(count, (i) => nth(values, name, i)),
    sql`, `,
  )})`;

/** Writes a constant into the SQL text. As a value it would be sent once for every place where it stands. */
const literal = (number: number): SQL => sql.raw(String(number));

/** Conditions that exclude members for this viewer: themselves, blocks, hides, the excluded member. `id` is the column of the member's id. */
function forViewer(s: StatementShape, v: StatementValues, id: SQL): SQL[] {
  const parts: SQL[] = s.hasExcludedId ? [sql`${id} <> ${v.notId}`] : [];
  if (!s.hasViewer) return parts;
  return [
    ...parts,
    sql`${id} <> ${v.viewer}`,
    sql`not exists (select 1 from blocks where blocker_id = ${v.viewer} and blocked_id = ${id})`,
    sql`not exists (select 1 from blocks where blocker_id = ${id} and blocked_id = ${v.viewer})`,
    sql`not exists (select 1 from hides where member_id = ${v.viewer} and hidden_id = ${id})`,
  ];
}

const isOfAge = (v: StatementValues): SQL => sql`date_of_birth between ${v.bornFrom} and ${v.bornTo}`;

/** Condition: the member is one of those that the original search has found. */
const isExcluded = (s: StatementShape, v: StatementValues): SQL =>
  and([
    sql`members.date_of_birth between ${v.excludingFrom} and ${v.excludingTo}`,
    ...(s.hasExcludingRegion ? [sql`members.countryregion is ${v.excludingRegion}`] : []),
  ]);

/** Condition: the member has given one of the values that the JSON list names for a profile field. */
const hasFieldValue = (id: SQL, field: string, values: string | number | undefined): SQL => sql`exists (
  select 1 from member_fields where member_id = ${id} and field_id = ${sql.raw(`'${field}'`)}
    and value in (select value from json_each(${values})))`;

/** Conditions on what the profile says. Each of them looks up rows of the member by primary key. `id` is the column of the member's id. */
function traitConditions(s: StatementShape, v: StatementValues, id: SQL): SQL[] {
  return [
    ...(s.hasLookingFor ? [hasFieldValue(id, 'looking_for', v.lookingFor)] : []),
    ...(s.hasBodyHeights ? [hasFieldValue(id, 'body_height', v.bodyHeights)] : []),
    ...(s.hasInterests
      ? [
          sql`exists (select 1 from member_interests where member_id = ${id} and interest_id in (select value from json_each(${v.interests})))`,
        ]
      : []),
  ];
}

/** Conditions that no index covers. Each has to read the row of the member, so they come last. */
function rowConditions(s: StatementShape, v: StatementValues): SQL[] {
  return [
    ...(s.online ? [sql`members.last_active_at >= ${v.activeSince}`, sql`members.hide_presence = 0`] : []),
    ...(s.hasExcluding ? [sql`not (${isExcluded(s, v)})`] : []),
  ];
}

const likesViewer = (v: StatementValues): SQL => sql`exists (select 1 from likes where liker_id = members.id and liked_id = ${v.viewer})`;

/** Conditions on region and search_rank, for reads that are not limited to an index range of these. */
function rankConditions(s: StatementShape, v: StatementValues): SQL[] {
  return [
    ...(s.inRegion ? [sql`members.countryregion = ${v.region}`] : []),
    ...(s.withPhoto ? [sql`members.search_rank & ${literal(NO_PHOTO_BIT)} = 0`] : []),
    ...(s.online ? [sql`members.search_rank & ${literal(LAST_BUCKET)} <= ${v.onlineTo}`] : []),
    ...(s.withoutFictional ? [sql`(members.search_rank < ${literal(FIRST_FICTIONAL_RANK)} or ${likesViewer(v)})`] : []),
  ];
}

const isFar = (v: StatementValues): SQL => sql`(members.countryregion is not ${v.near})`;

/** Condition: behind the cursor within a range of ranks, or from the start of that range if it begins later. `far` tells the near region (0) from others (1). */
const isBehindCursor = (v: StatementValues, far: 0 | 1, range: number | ''): SQL =>
  sql`(members.search_rank, members.id) > (${v[`rank${far}_${range}`]}, ${v[`id${far}_${range}`]})`;

interface IndexScan {
  readonly index: SQL;
  readonly where: readonly SQL[];
  /** 1 for members outside the near region, who come behind all of those in it. */
  readonly isFar: 0 | 1;
}

/** Index scans that together hold all members of a search, each of them in the order of the results. */
function indexScansOf(s: StatementShape, v: StatementValues): IndexScan[] {
  const genders = each(s.genders, (i) => sql`members.gender = ${nth(v, 'gender', i)}`);
  const countriesAndGenders = each(s.countries, (i) => sql`members.country = ${nth(v, 'country', i)}`).flatMap((country) =>
    genders.map((gender) => [country, gender]),
  );
  const ofRegion = (region: SQL) =>
    genders.map((gender) => ({
      index: sql`members_ranked_in_region`,
      where: [sql`members.countryregion = ${region}`, gender],
      isFar: 0 as const,
    }));
  if (s.order === 'new') {
    return countriesAndGenders.map((where) => ({
      index: sql`members_newest`,
      where: [...where, sql`(members.created_at, members.id) < (${v.newest}, ${v.id})`, ...rankConditions(s, v)],
      isFar: 0,
    }));
  }
  const byPlace: IndexScan[] = s.inRegion
    ? ofRegion(sql`${v.region}`)
    : s.isEverywhere
      ? [
          {
            index: s.isOfOlder ? sql`members_ranked_older` : sql`members_ranked_everywhere`,
            where: [...(s.isOfOlder ? [sql.raw(IS_OLDER)] : []), ...(s.isOneGender ? genders : [])],
            isFar: 0,
          },
        ]
      : countriesAndGenders.map((where) => ({ index: sql`members_ranked`, where, isFar: 0 }));
  const allScans =
    s.order === 'near'
      ? [...ofRegion(sql`${v.near}`), ...byPlace.map((scan): IndexScan => ({ ...scan, where: [...scan.where, isFar(v)], isFar: 1 }))]
      : byPlace;
  return allScans.flatMap((scan) =>
    s.ranges.length === 0
      ? [{ ...scan, where: [...scan.where, isBehindCursor(v, scan.isFar, '')] }]
      : s.ranges.map((_, i) => ({
          ...scan,
          where: [...scan.where, isBehindCursor(v, scan.isFar, i), sql`members.search_rank <= ${nth(v, 'to', i)}`],
        })),
  );
}

/** The rank that the next cursor holds. */
const rankOf = (s: StatementShape, from: SQL): SQL =>
  s.order === 'new'
    ? sql`${literal(NEWEST_RANK_BASE)} - ${from}.created_at`
    : s.order === 'near'
      ? sql`${from}.far * ${literal(OTHER_REGION_OFFSET)} + ${from}.search_rank`
      : sql`${from}.search_rank`;

const orderOf = (s: StatementShape): SQL =>
  s.order === 'new' ? sql`created_at desc, id desc` : s.order === 'near' ? sql`far, search_rank, id` : sql`search_rank, id`;

function columnsOf(s: StatementShape, far: SQL): SQL {
  const more = [
    ...(s.order === 'new' ? [sql`, members.created_at`] : []),
    ...(s.order === 'near' ? [sql`, ${far} as far`] : []),
    ...(s.strategy === 'guarded' ? [sql`, members.date_of_birth`] : []),
  ];
  return sql`members.rowid as r, members.search_rank, members.id${sql.join(more)}`;
}

const placeConditions = (s: StatementShape, v: StatementValues): SQL[] => [
  sql`members.country in ${list(v, 'country', s.countries)}`,
  sql`members.gender in ${list(v, 'gender', s.genders)}`,
];

/** Fictional members who like the viewer, for searches without other fictional members. They are few, so they are sorted. */
function likersOf(s: StatementShape, v: StatementValues, far: 0 | 1): SQL {
  const ofFar = s.order === 'near' ? [far ? isFar(v) : sql`not ${isFar(v)}`] : [];
  const conditions = [
    ...placeConditions(s, v),
    ...ofFar,
    sql`members.${isOfAge(v)}`,
    ...rankConditions(s, v),
    ...rowConditions(s, v),
    ...traitConditions(s, v, sql`members.id`),
    isBehindCursor(v, far, ''),
  ];
  return sql`select ${columnsOf(s, literal(far))} from likes cross join members on members.id = likes.liker_id
    where likes.liked_id = ${v.viewer} and members.is_searchable and members.search_rank >= ${literal(FIRST_FICTIONAL_RANK)}
      and ${and(conditions)}`;
}

/** One index scan. A `guarded` search checks age and traits outside, so that the limit counts all rows that are read. */
const scanSelect = (s: StatementShape, v: StatementValues, columns: SQL, { index, where }: IndexScan): SQL => {
  const outside = s.strategy === 'guarded' ? [] : [sql`members.${isOfAge(v)}`, ...traitConditions(s, v, sql`members.id`)];
  return sql`select ${columns} from members indexed by ${index} where members.is_searchable and ${and([...where, ...outside, ...rowConditions(s, v)])}`;
};

/** All index scans, merged by SQLite while they are read, so that a page reads hardly more than its own rows. In the order `near` the near region comes first, then the others. */
function orderedScanOf(s: StatementShape, v: StatementValues): SQL {
  const scans = indexScansOf(s, v);
  const merged = (far: 0 | 1) => {
    const selects = scans.filter((scan) => scan.isFar === far).map((scan) => scanSelect(s, v, columnsOf(s, literal(far)), scan));
    const likers = s.withoutFictional && s.order !== 'new' ? [likersOf(s, v, far)] : [];
    const order = s.order === 'near' ? sql`search_rank, id` : orderOf(s);
    return sql`${sql.join([...selects, ...likers], sql` union all `)} order by ${order} limit -1`;
  };
  return s.order === 'near' ? sql`select * from (${merged(0)}) union all select * from (${merged(1)})` : merged(0);
}

const limitOf = (s: StatementShape, v: StatementValues): SQL =>
  s.hasOffset ? sql`limit ${v.limit} offset ${v.offset}` : sql`limit ${v.limit}`;

/** FROM and WHERE of all members who fit and whom this range of an index holds. */
function fromAllCandidates(s: StatementShape, v: StatementValues, index: SQL, range: SQL): SQL {
  const parts = [
    ...placeConditions(s, v),
    range,
    sql`members.${isOfAge(v)}`,
    ...rankConditions(s, v),
    ...rowConditions(s, v),
    ...traitConditions(s, v, sql`members.id`),
  ];
  return sql`from members indexed by ${index} where members.is_searchable and ${and(parts)}`;
}

const joinedRange = (v: StatementValues): SQL => sql`members.created_at >= ${v.joinedSince}`;
const isOfYears = (v: StatementValues): SQL => sql`members.birth_year in (select value from json_each(${v.years}))`;

/** A page of all members who fit, sorted. Blocks and hides are checked after the sort, so that only members up to the end of the page are checked. */
function sortedPage(s: StatementShape, v: StatementValues, firstYear: SQL): SQL {
  const isBehindCursor =
    s.order === 'new'
      ? sql`(members.created_at, members.id) < (${v.newest}, ${v.id})`
      : s.order === 'near'
        ? sql`(${isFar(v)} * ${literal(OTHER_REGION_OFFSET)} + members.search_rank, members.id) > (${v.rank}, ${v.id})`
        : sql`(members.search_rank, members.id) > (${v.rank}, ${v.id})`;
  const candidates = s.hasJoinedSince
    ? fromAllCandidates(s, v, sql`members_newest`, joinedRange(v))
    : fromAllCandidates(s, v, sql`members_ranked_by_year`, sql`members.birth_year between ${firstYear} and ${v.yearTo}`);
  const sorted = sql`select ${columnsOf({ ...s, strategy: 'gathered' }, isFar(v))} ${candidates} and ${isBehindCursor} order by ${orderOf(s)} limit -1`;
  return sql`select * from (${sorted}) as found where ${and(forViewer(s, v, sql`found.id`))} ${limitOf(s, v)}`;
}

/** Rows of an ordered scan that are read before all members of these ages are read and sorted instead; in all countries these are most. */
const MAX_SCANNED = 800;
const MAX_SCANNED_EVERYWHERE = 1600;

/**
 * A page of a limited ordered scan. If that does not fill the page (`cut`), all members of those ages, sorted; otherwise their first year is
 * set to 9999, so that nothing more is read.
 */
function limitedScanPage(s: StatementShape, v: StatementValues, cards: (page: SQL) => SQL): SQL {
  const from = sql`iif((select yes from cut), ${v.yearFrom}, 9999)`;
  const columns = sql.raw(
    s.order === 'new' ? 'r, search_rank, id, created_at' : s.order === 'near' ? 'r, search_rank, id, far' : 'r, search_rank, id',
  );
  const page = sql`
    select ${columns} from stretch where not (select yes from cut)
    union all select * from (${sortedPage(s, v, from)})`;
  return sql`
    with stretch as materialized (
        select ${columns} from (select * from (${orderedScanOf(s, v)}) limit ${literal(s.isEverywhere ? MAX_SCANNED_EVERYWHERE : MAX_SCANNED)}) as walked
        where ${and([isOfAge(v), ...traitConditions(s, v, sql`walked.id`), ...forViewer(s, v, sql`walked.id`)])} limit ${v.limit}),
      cut(yes) as materialized (select count(*) < ${v.limit} from stretch)
    ${cards(page)}`;
}

/** How cards are selected: one cell with all columns of a card. */
export interface CardColumns {
  readonly cell: SQL;
  /** The joins that the cell needs beside members. */
  readonly joins: SQL;
}

/**
 * The statement of one page: rows of a card and its rank, in the order of the search. SQLite looks the cards of a page up one by one, in the
 * order of the page, which is not sorted again.
 */
export function pageStatement(s: StatementShape, v: StatementValues, { cell, joins }: CardColumns): SQL {
  const [scan, second] = s.strategy === 'walked' ? indexScansOf(s, v) : [];
  if (scan && !second && !s.withoutFictional) {
    const columns = sql`${cell} as card, ${rankOf(s, sql`members`)} as rank`;
    const own = sql`select ${columns} from members indexed by ${scan.index} ${joins} where members.is_searchable`;
    const ordered = s.order === 'new' ? sql`members.created_at desc, members.id desc` : sql`members.search_rank, members.id`;
    const conditions = [
      ...scan.where,
      sql`members.${isOfAge(v)}`,
      ...rowConditions(s, v),
      ...traitConditions(s, v, sql`members.id`),
      ...forViewer(s, v, sql`members.id`),
    ];
    return sql`${own} and ${and(conditions)} order by ${ordered} ${limitOf(s, v)}`;
  }
  const cards = (page: SQL) => sql`
    select ${cell} as card, ${rankOf(s, sql`page`)} as rank from (${page}) as page cross join members on members.rowid = page.r ${joins}`;
  if (s.strategy === 'guarded') return limitedScanPage(s, v, cards);
  if (s.strategy === 'gathered') return cards(sortedPage(s, v, sql`${v.yearFrom}`));
  return cards(sql`select * from (${orderedScanOf(s, v)}) as walk where ${and(forViewer(s, v, sql`walk.id`))} ${limitOf(s, v)}`);
}

/** Selects along an index on the age, one for each country (or one for all of them) and photo flag, so that hardly anybody else is read. */
function agedSelects(s: CountShape, v: StatementValues): SQL[] {
  const index = s.inRegion ? sql`members_by_age_in_region` : sql`members_by_age`;
  const places = s.inRegion
    ? [sql`members.countryregion = ${v.region}`]
    : s.isEverywhere
      ? [sql`members.country in ${list(v, 'country', s.countries)}`]
      : each(s.countries, (i) => sql`members.country = ${nth(v, 'country', i)}`);
  return places.flatMap((place) =>
    (s.withPhoto ? [1] : [1, 0]).map((hasPhoto) => {
      const conditions = [
        place,
        sql`members.gender in ${list(v, 'gender', s.genders)}`,
        sql`members.has_photo = ${literal(hasPhoto)}`,
        sql`members.${isOfAge(v)}`,
        ...(s.withoutFictional ? [sql`(members.is_fictional = 0 or ${likesViewer(v)})`] : []),
        ...rowConditions(s, v),
        ...traitConditions(s, v, sql`members.id`),
        ...forViewer(s, v, sql`members.id`),
      ];
      return sql`select members.is_fictional as is_fictional from members indexed by ${index} where members.is_searchable and ${and(conditions)}`;
    }),
  );
}

/** A select of one row for each member who fits, up to `most`, with whether the member is fictional. */
function countedRows(s: CountShape, v: StatementValues, most: SQL): SQL {
  const limited = (selects: readonly SQL[]) => sql`select is_fictional from (${sql.join([...selects], sql` union all `)} limit ${most})`;
  if (s.method === 'byAge') return limited(agedSelects(s, v));
  const isFictional = (rows: SQL) => sql`${rows}.search_rank >= ${literal(FIRST_FICTIONAL_RANK)} as is_fictional`;
  const isShown = and(forViewer(s, v, sql`members.id`));
  const rowsOf = (candidates: SQL) => sql`select ${isFictional(sql`members`)} ${candidates} and ${isShown}`;
  if (s.method === 'byJoining') return limited([rowsOf(fromAllCandidates(s, v, sql`members_newest`, joinedRange(v)))]);
  const scans =
    s.method === 'walked'
      ? indexScansOf(s, v).map((scan) => sql`${scanSelect(s, v, isFictional(sql`members`), scan)} and ${isShown}`)
      : s.ranges.map((_, i) => {
          const range = sql`members.search_rank > ${v[`rank0_${i}`]} and members.search_rank <= ${nth(v, 'to', i)}`;
          return rowsOf(fromAllCandidates(s, v, sql`members_ranked_by_year`, and([isOfYears(v), range])));
        });
  const ofLikers = sql`select ${isFictional(sql`likers`)} from (${likersOf(s, v, 0)}) as likers where ${and(forViewer(s, v, sql`likers.id`))}`;
  return limited([...scans, ...(s.withoutFictional ? [ofLikers] : [])]);
}

/** The number of members who fit, as an expression; counting stops at `most`. */
export const countExpression = (s: CountShape, v: StatementValues, most: SQL): SQL =>
  sql`(select count(*) from (${countedRows(s, v, most)}))`;

/** A select of one row: the number of members who fit and how many of those counted are fictional. Counting stops at `most`. */
export const countStatement = (s: CountShape, v: StatementValues, most: SQL): SQL =>
  sql`select count(*) as count, coalesce(sum(is_fictional), 0) as fictional from (${countedRows(s, v, most)})`;
