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

interface AboutText {
  readonly text: string;
  readonly gender: string;
}

interface ConversationLines {
  readonly firstMessages: readonly string[];
  /** First messages that quote a photo, or the answer to a prompt. */
  readonly aboutPhoto: readonly string[];
  readonly aboutPrompt: readonly string[];
  readonly replies: readonly string[];
}

/** The language of a country, for cities that do not name one themselves. */
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
/** Reads one file per language from a folder. The tests of the demo check that the files have these types. */
const perLanguage = <T>(folder: string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, read(`./${folder}/${language}.json`) as T]));

const aboutTextsByLanguage = perLanguage<AboutText[]>('about');
const conversationLinesByLanguage = perLanguage<ConversationLines>('lines');
const promptAnswersByLanguage = perLanguage<Record<string, readonly string[]>>('prompts');

/** The cities of a country; none if the country is unknown. */
export const citiesOf = (country: string): readonly City[] => Object.entries(cityLists).find(([code]) => code === country)?.[1] ?? [];

/** First names; the English ones for a language without a list. */
export function namesOf(language: string, gender: string): readonly string[] {
  const names = Object.entries(nameLists).find(([code]) => code === language)?.[1] ?? nameLists.en;
  return gender === 'nonbinary' ? [...names.female, ...names.male] : gender === 'female' ? names.female : names.male;
}

/** Profile texts in a language that suit a gender. */
export const aboutTexts = (language: string, gender: string): readonly string[] =>
  (aboutTextsByLanguage[language] ?? []).filter((about) => about.gender === 'any' || about.gender === gender).map(({ text }) => text);

/** Texts of chat messages: `replies` for all but the first one of a conversation. */
export const conversationLinesIn = (language: string): ConversationLines =>
  conversationLinesByLanguage[language] ?? { firstMessages: [], aboutPhoto: [], aboutPrompt: [], replies: [] };

/** All answers to prompts in a language, with the prompt's id. They suit every gender. */
export const promptAnswersIn = (language: string): { id: string; text: string }[] =>
  Object.entries(promptAnswersByLanguage[language] ?? {}).flatMap(([id, texts]) => texts.map((text) => ({ id, text })));

export const INTEREST_IDS: readonly string[] = interests.map(({ id }) => id);
export const FIELD_VALUES: readonly { id: string; values: string[] }[] = fields.map(({ id, values }) => ({
  id,
  values: values.map((value) => value.id),
}));
