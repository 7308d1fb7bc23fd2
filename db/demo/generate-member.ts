import { DAY } from '#contract/durations';
import type { PortraitPerson } from './portrait-pool.ts';
import type { PromptAnswer } from './prompt-deck.ts';
import { aboutTexts, type City, citiesOf, FIELD_VALUES, INTEREST_IDS, LANGUAGE_OF, namesOf } from './sample-lists.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A demo member with everything that is stored of it. */
export interface DemoMember {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly country: string;
  readonly countryregion: string;
  readonly city: string;
  readonly gender: string;
  readonly dateOfBirth: string;
  readonly language: string;
  readonly personal: string;
  readonly lastActiveAt: number;
  readonly createdAt: number;
  readonly images: readonly (PortraitPerson['pictures'][number] & { id: string })[];
  readonly fields: Readonly<Record<string, string>>;
  readonly interests: readonly string[];
  readonly prompts: readonly PromptAnswer[];
}

const COUNTRIES = Object.keys(LANGUAGE_OF);
const YEAR = 365.25 * DAY;
/** How many years a member may be younger or older than the person in the portrait. */
const AGE_SPREAD = 3;

/** The age from which a value of a profile field is plausible. */
const MINIMUM_AGE_OF_VALUE: Readonly<Record<string, number>> = {
  grandchildren: 50,
  grown_up: 42,
  retired: 60,
  widowed: 35,
  divorced: 27,
  separated: 25,
  doctorate: 27,
};

/** Values for six or more of the profile fields. */
function generateFields(random: SeededRandom, age: number): Record<string, string> {
  const chosen = random.sample(FIELD_VALUES, random.between(6, FIELD_VALUES.length));
  return Object.fromEntries(
    chosen.map(({ id, values }) => [id, random.pick(values.filter((value) => age >= (MINIMUM_AGE_OF_VALUE[value] ?? 0)))]),
  );
}

/** One in eight was active within the last 14 minutes, the others within the last month, more of them recently. */
function randomLastActiveAt(random: SeededRandom, now: number): number {
  if (random.next() < 0.125) return now - random.between(0, 14) * 60_000;
  return now - Math.floor(random.next() ** 3 * 30 * DAY) - 20 * 60_000;
}

/** What decides in which lists a demo member is, and where in them. */
export interface DemoPlace {
  readonly id: string;
  readonly country: string;
  readonly city: City;
  readonly lastActiveAt: number;
}

/** Draws id, place and last activity of a demo member. */
export function drawDemoPlace(random: SeededRandom, now: number): DemoPlace {
  const country = random.pick(COUNTRIES);
  return { id: random.id(), country, city: random.pickWeighted(citiesOf(country)), lastActiveAt: randomLastActiveAt(random, now) };
}

/** Makes a demo member for a drawn portrait: name, language, text in that language, profile fields and interests. Prompts are dealt later. */
export function generateDemoMember(
  random: SeededRandom,
  { id, country, city, lastActiveAt }: DemoPlace,
  person: PortraitPerson,
  now: number,
): DemoMember {
  const language = city.language ?? LANGUAGE_OF[country] ?? 'en';
  const age = Math.max(18, person.age + random.between(-AGE_SPREAD, AGE_SPREAD));
  return {
    id,
    email: `${Buffer.from(id).toString('hex')}@fictional.invalid`,
    name: random.pick(namesOf(language, person.gender)),
    country,
    countryregion: city.region,
    city: city.name,
    gender: person.gender,
    dateOfBirth: new Date(now - (age + random.next() * 0.98 + 0.01) * YEAR).toISOString().slice(0, 10),
    language,
    personal: random.pick(aboutTexts(language, person.gender)),
    lastActiveAt,
    createdAt: now - random.between(31, 900) * DAY,
    images: person.pictures.map((picture) => ({ ...picture, id: random.id() })),
    fields: generateFields(random, age),
    interests: random.sample(INTEREST_IDS, random.between(4, 10)),
    prompts: [],
  };
}
