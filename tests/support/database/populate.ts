import { sql } from 'drizzle-orm';
import { batch, type Database } from '#db/client';
import { citiesOf, LANGUAGE_OF, namesOf } from '#db/demo/sample-lists';
import { SeededRandom } from '#db/demo/seeded-random';

const SEED = 20260901;
const TRAIT_SETS = 4096;
const CHUNK = 50_000;
const BUCKET_MS = 15 * 60_000;
const PERSONAL_TEXT =
  'I like long walks, strong coffee and people who laugh at themselves. Ask me about the sea, or about my grandmother’s recipes. ';

const MAX_RETRIES = 120;
const RETRY_MS = 500;
const isLocked = (error: unknown): boolean => error instanceof Error && (error.message.includes('SQLITE_BUSY') || isLocked(error.cause));

/**
 * Repeats a statement while the database is locked: a checkpoint of a whole chunk locks it for seconds, and a refused statement has changed
 * nothing.
 */
async function retryWhileLocked(run: () => PromiseLike<unknown>): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      await run();
      return;
    } catch (error) {
      if (attempts === MAX_RETRIES || !isLocked(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** The share of members in each country, in percent. */
const COUNTRY_SHARES = { NL: 21, DE: 16, US: 14, GB: 10, BE: 8, FR: 8, IT: 6, ES: 5, PL: 3, CA: 2, AU: 2, CH: 2, AT: 1, IE: 1, NZ: 1 };
/** The share of members in each span of ages, in percent: many are about thirty, hardly any over eighty. */
const AGE_SHARES: readonly [from: number, to: number, weight: number][] = [
  [18, 24, 20],
  [25, 34, 34],
  [35, 44, 21],
  [45, 54, 13],
  [55, 64, 8],
  [65, 74, 3],
  [75, 84, 0.8],
  [85, 94, 0.15],
];

interface Traits {
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly language: string;
  readonly name: string;
  readonly gender: string;
  readonly age: number;
}

/** Sets of traits in the shares of a real site. A member takes place, person and age from three different sets. */
function traitSets(): Traits[] {
  const random = new SeededRandom(SEED);
  const weighted = <T>(from: readonly (readonly [T, number])[]): T => {
    const sum = from.reduce((all, [, weight]) => all + weight, 0);
    const point = random.next() * sum;
    let cumulative = 0;
    for (const [value, weight] of from) {
      cumulative += weight;
      if (point < cumulative) return value;
    }
    throw new Error('the list of weights is empty');
  };
  return Array.from({ length: TRAIT_SETS }, () => {
    const country = weighted(Object.entries(COUNTRY_SHARES));
    const { name: city, region, language = LANGUAGE_OF[country] ?? 'en' } = random.pickWeighted(citiesOf(country));
    const gender = weighted([
      ['male', 54],
      ['female', 44],
      ['nonbinary', 2],
    ] as const);
    const [from, to] = weighted(AGE_SHARES.map(([a, b, weight]) => [[a, b], weight] as const));
    const name = random.pick(namesOf(language, gender));
    return { country, region, city, language, name, gender, age: random.between(from ?? 18, to ?? 99) };
  });
}

/** SQL for a pseudo-random whole number below 2^31 that is computed from another one. */
const nextRandomSql = (x: string) => `(((${x}) | ((${x}) >> 15)) - ((${x}) & ((${x}) >> 15))) * 48271 % 2147483647`;
const RANDOM_COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** SQL for the pseudo-random numbers of the members `from` to `to`; each column is computed from the one before. */
function randomNumbersSql(from: number, to: number): string {
  const steps = RANDOM_COLUMNS.map((name, i) => {
    const before = RANDOM_COLUMNS.slice(0, i).join(', ');
    return i === 0
      ? `draw0 as materialized (select i, (i + 7919) * 2654435761 % 2147483647 as ${name} from n)`
      : `draw${i} as materialized (select i, ${before}, ${nextRandomSql(RANDOM_COLUMNS[i - 1] ?? '')} as ${name} from draw${i - 1})`;
  });
  return `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to}),
    ${steps.join(', ')},
    dice as materialized (select * from draw${RANDOM_COLUMNS.length - 1})`;
}

const idSql = (letter: string) => `printf('${letter}%06x-%07x%07x', i, a % 268435456, b % 268435456)`;

/**
 * SQL that inserts the members of one chunk: 5% are fictional and 70% have a photo. 2% were active in the last 20 minutes, the others
 * within 90 days, most of them recently.
 */
const membersSql = (from: number, to: number, now: number) => `
  insert into members (id, email, password_hash, status, name, country, countryregion, city, gender, date_of_birth, language, locale,
    personal, main_image_id, is_fictional, has_photo, last_active_at, activity_bucket, created_at, payment_country)
  ${randomNumbersSql(from, to)}, people as (select *, e % 50 = 0 as is_here, f % 10 < 7 as photo, e / 2147483647.0 as share from dice)
  select ${idSql('m')}, 'm' || i || '@example.org', 'none', 'active', person.name, place.country, place.region, place.city, person.gender,
    date(${Math.floor(now / 1000)}, 'unixepoch', '-' || born.age || ' years', '-' || (d % 365) || ' days'), place.language, place.language,
    '${PERSONAL_TEXT.replaceAll("'", "''")}', iif(photo, ${idSql('i')}, null), f / 16 % 20 = 0, photo,
    ${now} - iif(is_here, e / 64 % 1100, 1200 + cast(share * share * share * 7776000 as integer)) * 1000,
    (${now} - iif(is_here, e / 64 % 1100, 1200 + cast(share * share * share * 7776000 as integer)) * 1000) / ${BUCKET_MS},
    ${now} - (d % 900) * 86400000, place.country
  from people
  join slots as place on place.slot = a % ${TRAIT_SETS} join slots as person on person.slot = b % ${TRAIT_SETS}
  join slots as born on born.slot = c % ${TRAIT_SETS}
  order by i`;

const imagesSql = (from: number, to: number) => `
  insert into images (id, member_id, position, thumb, medium, large, width, height, thumbhash)
  select main_image_id, id, 0, id || '-thumb.webp', id || '-medium.webp', id || '-large.webp', 960, 1200, '1QcSHQRnh493V4dIh4eXh1h4kJUI'
  from members where main_image_id is not null and rowid between ${from} and ${to}`;

/** Fills a migrated database with members and their photos. The data depend on the number of members and on `now` alone. */
export async function populate(db: Database, members: number, now: number, onProgress: (made: number) => void): Promise<void> {
  const indexes = await db.all<{ name: string; sql: string }>(
    sql`select name, sql from sqlite_master where type = 'index' and tbl_name in ('members', 'images') and sql is not null`,
  );
  const rebuilt = indexes.filter((index) => !/unique/i.test(index.sql));
  for (const { name } of rebuilt) await retryWhileLocked(() => db.run(sql.raw(`drop index ${name}`)));
  await db.run(sql.raw('create table slots (slot integer primary key, country, region, city, language, name, gender, age)'));
  await db.run(
    sql`insert into slots
      select key, value ->> 'country', value ->> 'region', value ->> 'city', value ->> 'language', value ->> 'name', value ->> 'gender',
        value ->> 'age'
      from json_each(${JSON.stringify(traitSets())})`,
  );
  for (let made = 0; made < members; made += CHUNK) {
    const [from, to] = [made + 1, Math.min(made + CHUNK, members)];
    await retryWhileLocked(() => batch(db, [db.run(sql.raw(membersSql(from, to, now))), db.run(sql.raw(imagesSql(from, to)))]));
    onProgress(to);
  }
  for (const index of rebuilt) await retryWhileLocked(() => db.run(sql.raw(index.sql)));
  await db.run(sql.raw('drop table slots'));
}
