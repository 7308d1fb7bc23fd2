import { sql } from 'drizzle-orm';
import { PAGE_SIZE } from '#contract/members';
import { type Database, openDatabase } from '../client.ts';
import { PortraitDealer, type PortraitList } from './deal-portraits.ts';
import { type DemoMember, type DemoPlace, drawDemoPlace, generateDemoMember } from './generate-member.ts';
import { insertDemoActivity } from './insert-demo-activity.ts';
import { activityBucketOf, insertMembers } from './insert-members.ts';
import { DEMO_CREDITS, DEMO_LOGINS, DEMO_PASSWORD_HASH } from './logins.ts';
import { type PortraitPerson, portraitPool } from './portrait-pool.ts';
import { PromptDeck } from './prompt-deck.ts';
import { aboutTexts } from './sample-lists.ts';
import { SeededRandom } from './seeded-random.ts';

const SEED = 20260901;
const PROMPT_SEED = 20261127;
/** Members per batch of statements. */
const MEMBERS_PER_BATCH = 1_000;
const PHOTOS_AT_ONCE = 8;
/** Members after this number have no profile fields, interests and prompts, so that a million are made quickly. No list shows these. */
const MEMBERS_WITH_DETAILS = 20_000;
/** Time limit of a round trip, which writes a whole batch. */
const STATEMENT_TIMEOUT_MS = 120_000;

export interface DemoOptions {
  readonly url: string;
  readonly members: number;
  /** Stores photo files; null stores none. */
  readonly photos: { put(name: string, bytes: Uint8Array): Promise<unknown> } | null;
  readonly onProgress: (made: number) => void;
  readonly now?: number;
}

/**
 * Fills an empty database with demo members; all but the two login accounts are fictional profiles. Does nothing if the database has
 * members.
 */
export async function makeDemo({ url, members: memberCount, photos, onProgress, now = Date.now() }: DemoOptions): Promise<void> {
  const db = openDatabase(url, undefined, STATEMENT_TIMEOUT_MS);
  const [row] = await db.all<{ hasMembers: number }>(sql`select exists (select 1 from members) as hasMembers`);
  if (row?.hasMembers) return;

  const random = new SeededRandom(SEED);
  const promptDeck = new PromptDeck(new SeededRandom(PROMPT_SEED));
  const { people, files } = portraitPool();
  if (photos) await putPhotos(photos, files);
  const logins = DEMO_LOGINS.map((login) => generateLoginMember(random, login, people, now));
  const otherPeople = people.filter(({ person }) => DEMO_LOGINS.every(({ portrait }) => portrait !== person));
  const dealer = new PortraitDealer(otherPeople);
  const activityPartners: DemoMember[] = [];
  for (let made = 0; made < memberCount; ) {
    const places = Array.from({ length: Math.min(MEMBERS_PER_BATCH, memberCount - made) }, () => drawDemoPlace(random, now));
    const batch =
      made < MEMBERS_WITH_DETAILS
        ? promptDeck.deal(
            places.toSorted(bySearchOrder).map((place) => generateDemoMember(random, place, dealer.deal(random, listsOf(place)), now)),
          )
        : places.map((place) => ({ ...generateDemoMember(random, place, random.pick(otherPeople), now), fields: {}, interests: [] }));
    await insertMembers(db, batch);
    // The first batch has partners enough for the likes and conversations of the login accounts.
    if (made === 0) activityPartners.push(...batch);
    made += batch.length;
    onProgress(made);
  }
  for (const [i, member] of logins.entries()) {
    await insertLoginMember(db, random, member, DEMO_LOGINS[i]?.email ?? '', activityPartners, now);
  }
}

/** The order of search results: by the bucket of the last activity, then by id. */
const bySearchOrder = (a: DemoPlace, b: DemoPlace): number => activityBucketOf(b) - activityBucketOf(a) || (a.id < b.id ? -1 : 1);

/** A country of a demo of 500 has hardly more members of one gender; more would leave too few portraits to choose from. */
const APART_IN_COUNTRY = 20;

/** The lists that show a member: results from everywhere, and those of the country, which also come in other orders. */
const listsOf = ({ country }: DemoPlace): PortraitList[] => [
  { name: 'everywhere', apart: PAGE_SIZE - 1 },
  { name: country, apart: APART_IN_COUNTRY },
];

/** Writes one of the login accounts and its activity. */
async function insertLoginMember(
  db: Database,
  random: SeededRandom,
  member: DemoMember,
  email: string,
  others: readonly DemoMember[],
  now: number,
): Promise<void> {
  await insertMembers(db, [member], { isFictional: false, email, passwordHash: DEMO_PASSWORD_HASH });
  await insertDemoActivity(db, random, member, others, DEMO_CREDITS, now);
}

/** A login account: the fixed facts of `login`, the others drawn as for any demo member, and so is a portrait that the pool lacks. */
function generateLoginMember(
  random: SeededRandom,
  login: (typeof DEMO_LOGINS)[number],
  people: readonly PortraitPerson[],
  now: number,
): DemoMember {
  const portraitPerson = people.find(({ person }) => person === login.portrait) ?? random.pick(people);
  // The 14th of March of the year in which the member turns `login.age`.
  const born = new Date(now);
  born.setUTCFullYear(born.getUTCFullYear() - login.age, 2, 14);
  return {
    ...generateDemoMember(random, drawDemoPlace(random, now), portraitPerson, now),
    name: login.name,
    country: 'NL',
    countryregion: 'NL-UT',
    city: login.city,
    language: login.language,
    dateOfBirth: born.toISOString().slice(0, 10),
    lastActiveAt: now,
    personal: random.pick(aboutTexts(login.language, login.gender)),
    prompts: login.prompts,
  };
}

async function putPhotos(photos: NonNullable<DemoOptions['photos']>, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const waiting = [...files];
  const putNext = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) await photos.put(file.name, file.bytes);
  };
  await Promise.all(Array.from({ length: PHOTOS_AT_ONCE }, putNext));
}
