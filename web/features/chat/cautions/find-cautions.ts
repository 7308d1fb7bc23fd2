import { CAUTION_LISTS } from './caution-lists.ts';
import { normalizeText, wordsOf } from './text-normalization.ts';

/** The kinds of cautions, the gravest first. */
export const CAUTIONS = ['money', 'link', 'elsewhere'] as const;
export type Caution = (typeof CAUTIONS)[number];

interface Phrase {
  readonly words: readonly string[];
  /** Whether the last word stands for all words that begin with it. */
  readonly endsWithWildcard: boolean;
}

function phraseOf(entry: string): Phrase {
  const isBeginning = entry.endsWith('*');
  return { words: wordsOf(normalizeText(entry)).words, endsWithWildcard: isBeginning };
}

/** Phrases by their first word; those that are the beginning of a single word are under ''. */
const byFirstWord = (phrases: readonly Phrase[]) =>
  Map.groupBy(phrases, ({ words, endsWithWildcard }) => (words.length > 1 || !endsWithWildcard ? (words[0] ?? '') : ''));

/** Returns a function that tells whether the words of a message, or those in it that are spelled out, hold one of the listed phrases. */
function phraseMatcher(entries: readonly string[]): (words: readonly string[], spelledOut: readonly string[]) => boolean {
  const phrases = entries.map(phraseOf);
  const phrasesByFirstWord = byFirstWord(phrases);
  const prefixes = phrasesByFirstWord.get('') ?? [];
  const joinedPhrases = phrases.map(({ words }) => words.join('')).filter(({ length }) => length > 3);
  const isAt = (words: readonly string[], at: number, phrase: Phrase) =>
    phrase.words.every((word, i) => {
      const found = words[at + i];
      const isPrefix = phrase.endsWithWildcard && i === phrase.words.length - 1;
      return isPrefix ? found?.startsWith(word) : found === word;
    });
  return (words, spelledOut) =>
    words.some((word, at) => (phrasesByFirstWord.get(word) ?? []).concat(prefixes).some((phrase) => isAt(words, at, phrase))) ||
    spelledOut.some((word) => joinedPhrases.some((phrase) => word.includes(phrase)));
}

const mentionsMoney = phraseMatcher(CAUTION_LISTS.money);
const mentionsOtherPlatform = phraseMatcher(CAUTION_LISTS.elsewhere);

/** A regular expression's alternatives for the entries. */
const regexAlternatives = (entries: readonly string[]) => entries.map((entry) => entry.replaceAll('.', '\\.')).join('|');
const TOP_LEVEL_DOMAINS = regexAlternatives(CAUTION_LISTS.endings);
/** Before an address: no letter, digit, dot, at sign or hyphen. */
const START_BOUNDARY = '(?<![\\p{L}\\p{N}.@-])';
/** After an address: no letter, digit or hyphen. */
const END_BOUNDARY = '(?![\\p{L}\\p{N}-])';
/** "example (dot) com" */
const BRACKETED_DOT = new RegExp(`\\s{0,3}[[({<]\\s?(?:[.,]|${regexAlternatives(CAUTION_LISTS.dot)})\\s?[\\])}>]\\s{0,3}`, 'gu');
/** "example dot com" */
const SPOKEN_DOT = new RegExp(
  `\\s{1,3}(?:[.,]|${regexAlternatives(CAUTION_LISTS.dot)})\\s{0,3}(?=(?:${TOP_LEVEL_DOMAINS}|me)${END_BOUNDARY})`,
  'gu',
);
/** "example. com" */
const SPACED_DOT = /(?<=[\p{L}\p{N}])[.,]\s{0,3}(?=(?:com|nl|ly)(?![\p{L}\p{N}-]))/gu;
/** "example,com" */
const COMMA_FOR_DOT = /(?<=[\p{L}\p{N}]),(?=(?:com|nl|org|ly|gg|gl|me)(?![\p{L}\p{N}-]))/gu;
/** "name (at) example.com" */
const BRACKETED_AT = new RegExp(`\\s{0,3}[[({<]\\s?(?:@|${regexAlternatives(CAUTION_LISTS.at)})\\s?[\\])}>]\\s{0,3}`, 'gu');

/** A protocol or www, a listed host, a domain with a listed ending, any domain with a path. */
const LINK_PATTERNS = [
  /h(?:tt|xx)ps?\s?:\s?\/\/|(?<![\p{L}\p{N}])www\./u,
  new RegExp(`${START_BOUNDARY}(?:${regexAlternatives(CAUTION_LISTS.sites)})${END_BOUNDARY}`, 'u'),
  new RegExp(`${START_BOUNDARY}(?:[\\p{L}\\p{N}-]{1,63}\\.){1,8}(?:${TOP_LEVEL_DOMAINS})${END_BOUNDARY}`, 'u'),
  /(?<![\p{L}\p{N}.@-])[\p{L}\p{N}-]{2,63}\.\p{L}{2,6}\/[\p{L}\p{N}]/u,
];
/** An e-mail address. */
const EMAIL_ADDRESS = /[\p{L}\p{N}_%+-]\s?@\s?[\p{L}\p{N}-]{1,63}\.\p{L}{2}/u;
/** "@name", as on social networks. */
const HANDLE = /(?<![\p{L}\p{N}])@[\p{L}\p{N}_]{3}/u;
/** A date, which is not to be taken for a phone number. */
const DATE = /(?<!\d)\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)|(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/gu;
/** A phone number with + or 0 in front, or of 10 or 11 digits in groups. */
const PHONE_PATTERNS = [
  /(?<![\p{L}\p{N}])(?:\+|0)(?:[\s().\\/-]{0,3}\d){8,14}(?!\d)/u,
  /(?<![\p{L}\p{N}])\(?\d{3}\)?[\s.-]{1,2}\d{3}[\s.-]?\d{3,4}(?!\d)/u,
];
const IBAN = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:\s?[a-z\d]{4}){2,7}(?:\s?[a-z\d]{1,3})?(?![\p{L}\p{N}])/gu;
/** Words look like an IBAN, too, unless so many digits are required. */
const MIN_IBAN_DIGITS = 8;
/** An address of an Ethereum or Bitcoin wallet. */
const WALLET_ADDRESS = /(?<![a-z\d])(?:0x[a-f\d]{40}|bc1[a-z\d]{25,60}|[13][a-z\d]{25,34})(?![a-z\d])/u;

/** The text with addresses put together that were broken up, such as "example (dot) com". */
function joinBrokenAddresses(text: string): string {
  return text
    .replace(BRACKETED_DOT, '.')
    .replace(SPOKEN_DOT, '.')
    .replace(SPACED_DOT, '.')
    .replace(COMMA_FOR_DOT, '.')
    .replace(BRACKETED_AT, '@');
}

/** Whether a text holds a bank account number. */
const hasIban = (text: string) => (text.match(IBAN) ?? []).some((match) => match.replace(/\D/g, '').length >= MIN_IBAN_DIGITS);

/** The cautions that apply to the text of a message, the gravest first; empty for most. Uses the published lists of all languages. */
export function cautionsIn(text: string): readonly Caution[] {
  const normalized = normalizeText(text);
  const joined = joinBrokenAddresses(normalized);
  const { words, spelledOut } = wordsOf(normalized);
  const withoutDates = normalized.replace(DATE, ' ; ').replace(IBAN, ' ; ');
  const found: Record<Caution, boolean> = {
    money: mentionsMoney(words, spelledOut) || hasIban(normalized) || WALLET_ADDRESS.test(normalized),
    link: LINK_PATTERNS.some((link) => link.test(joined)),
    elsewhere:
      mentionsOtherPlatform(words, spelledOut) ||
      EMAIL_ADDRESS.test(joined) ||
      HANDLE.test(joined) ||
      PHONE_PATTERNS.some((phone) => phone.test(withoutDates)),
  };
  return CAUTIONS.filter((caution) => found[caution]);
}
