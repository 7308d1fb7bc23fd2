import { readFileSync } from 'node:fs';
import fields from '../catalogue/fields.json' with { type: 'json' };
import interests from '../catalogue/interests.json' with { type: 'json' };
import cityLists from './cities.json' with { type: 'json' };
import nameLists from './names.json' with { type: 'json' };

export interface City {
  readonly name: string;
  readonly region: string;
  readonly weight?: number;
  readonly language?: string;
}

interface About {
  readonly text: string;
  readonly gender: string;
}

interface Lines {
  readonly openers: readonly string[];
  readonly replies: readonly string[];
}

/** The language of a country whose cities do not say their own. */
export const LANGUAGE_OF: Readonly<Record<string, string>> = {
  AU: 'en',
  NZ: 'en',
  NL: 'nl',
  BE: 'nl',
  US: 'en',
  CA: 'en',
  GB: 'en',
  IE: 'en',
  DE: 'de',
  AT: 'de',
  CH: 'de',
  IT: 'it',
  FR: 'fr',
  ES: 'es',
  PL: 'pl',
};

const LANGUAGES = [...new Set(Object.values(LANGUAGE_OF))];
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
/** The files in about/ and lines/ have these shapes; the tests of the demo hold them to it. */
const perLanguage = <T>(folder: string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, read(`./${folder}/${language}.json`) as T]));

const texts = perLanguage<About[]>('about');
const lines = perLanguage<Lines>('lines');

export const citiesOf = (country: string): readonly City[] => Object.entries(cityLists).find(([code]) => code === country)?.[1] ?? [];

export function namesOf(language: string, gender: string): readonly string[] {
  const found = Object.entries(nameLists).find(([code]) => code === language)?.[1] ?? nameLists.en;
  return gender === 'nonbinary' ? [...found.female, ...found.male] : gender === 'female' ? found.female : found.male;
}

export const aboutTexts = (language: string, gender: string): readonly string[] =>
  (texts[language] ?? []).filter((about) => about.gender === 'any' || about.gender === gender).map(({ text }) => text);

export const linesIn = (language: string): Lines => lines[language] ?? { openers: [], replies: [] };

export const INTEREST_IDS: readonly string[] = interests.map(({ id }) => id);
export const FIELD_VALUES: readonly { id: string; values: string[] }[] = fields.map(({ id, values }) => ({
  id,
  values: values.map((value) => value.id),
}));
