import { LISTS } from './caution-lists.ts';
import { plain, wordsOf } from './text-normalization.ts';

/** What a message from a stranger is about, the gravest first. */
export const CAUTIONS = ['money', 'link', 'elsewhere'] as const;
export type Caution = (typeof CAUTIONS)[number];

interface Phrase {
  readonly words: readonly string[];
  readonly isBeginning: boolean;
}

function phraseOf(entry: string): Phrase {
  const isBeginning = entry.endsWith('*');
  return { words: wordsOf(plain(entry)).words, isBeginning };
}

const byFirstWord = (phrases: readonly Phrase[]) =>
  Map.groupBy(phrases, ({ words, isBeginning }) => (words.length > 1 || !isBeginning ? (words[0] ?? '') : ''));

/** Tells whether words hold one of the listed phrases. */
function finder(entries: readonly string[]): (words: readonly string[], spelledOut: readonly string[]) => boolean {
  const phrases = entries.map(phraseOf);
  const known = byFirstWord(phrases);
  const beginnings = known.get('') ?? [];
  const solid = phrases.map(({ words }) => words.join('')).filter(({ length }) => length > 3);
  const isAt = (words: readonly string[], at: number, phrase: Phrase) =>
    phrase.words.every((word, i) => {
      const said = words[at + i];
      const isOpen = phrase.isBeginning && i === phrase.words.length - 1;
      return isOpen ? said?.startsWith(word) : said === word;
    });
  return (words, spelledOut) =>
    words.some((word, at) => (known.get(word) ?? []).concat(beginnings).some((phrase) => isAt(words, at, phrase))) ||
    spelledOut.some((word) => solid.some((phrase) => word.includes(phrase)));
}

const asksForMoney = finder(LISTS.money);
const leadsElsewhere = finder(LISTS.elsewhere);

const oneOf = (entries: readonly string[]) => entries.map((entry) => entry.replaceAll('.', '\\.')).join('|');
const ENDINGS = oneOf(LISTS.endings);
const FREE = '(?<![\\p{L}\\p{N}.@-])';
const DONE = '(?![\\p{L}\\p{N}-])';
const BRACKETED_DOT = new RegExp(`\\s{0,3}[[({<]\\s?(?:[.,]|${oneOf(LISTS.dot)})\\s?[\\])}>]\\s{0,3}`, 'gu');
const SPOKEN_DOT = new RegExp(`\\s{1,3}(?:[.,]|${oneOf(LISTS.dot)})\\s{0,3}(?=(?:${ENDINGS}|me)${DONE})`, 'gu');
const LATE_DOT = /(?<=[\p{L}\p{N}])[.,]\s{0,3}(?=(?:com|nl|ly)(?![\p{L}\p{N}-]))/gu;
const COMMA = /(?<=[\p{L}\p{N}]),(?=(?:com|nl|org|ly|gg|gl|me)(?![\p{L}\p{N}-]))/gu;
const BRACKETED_AT = new RegExp(`\\s{0,3}[[({<]\\s?(?:@|${oneOf(LISTS.at)})\\s?[\\])}>]\\s{0,3}`, 'gu');

const LINKS = [
  /h(?:tt|xx)ps?\s?:\s?\/\/|(?<![\p{L}\p{N}])www\./u,
  new RegExp(`${FREE}(?:${oneOf(LISTS.sites)})${DONE}`, 'u'),
  new RegExp(`${FREE}(?:[\\p{L}\\p{N}-]{1,63}\\.){1,8}(?:${ENDINGS})${DONE}`, 'u'),
  /(?<![\p{L}\p{N}.@-])[\p{L}\p{N}-]{2,63}\.\p{L}{2,6}\/[\p{L}\p{N}]/u,
];
const MAIL = /[\p{L}\p{N}_%+-]\s?@\s?[\p{L}\p{N}-]{1,63}\.\p{L}{2}/u;
const HANDLE = /(?<![\p{L}\p{N}])@[\p{L}\p{N}_]{3}/u;
const DAY_OR_TIME = /(?<!\d)\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)|(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/gu;
const PHONES = [
  /(?<![\p{L}\p{N}])(?:\+|0)(?:[\s().\\/-]{0,3}\d){8,14}(?!\d)/u,
  /(?<![\p{L}\p{N}])\(?\d{3}\)?[\s.-]{1,2}\d{3}[\s.-]?\d{3,4}(?!\d)/u,
];
const IBAN = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:\s?[a-z\d]{4}){2,7}(?:\s?[a-z\d]{1,3})?(?![\p{L}\p{N}])/gu;
const IBAN_DIGITS = 8;
const WALLET = /(?<![a-z\d])(?:0x[a-f\d]{40}|bc1[a-z\d]{25,60}|[13][a-z\d]{25,34})(?![a-z\d])/u;

/** Addresses as they are meant, however they are broken up. */
function mended(text: string): string {
  return text.replace(BRACKETED_DOT, '.').replace(SPOKEN_DOT, '.').replace(LATE_DOT, '.').replace(COMMA, '.').replace(BRACKETED_AT, '@');
}

const isAccount = (text: string) => (text.match(IBAN) ?? []).some((found) => found.replace(/\D/g, '').length >= IBAN_DIGITS);

/** What in a message its reader should be careful with; empty for most. Reads the published lists, in all their languages. */
export function cautionsIn(text: string): readonly Caution[] {
  const simple = plain(text);
  const whole = mended(simple);
  const { words, spelledOut } = wordsOf(simple);
  const numbers = simple.replace(DAY_OR_TIME, ' ; ').replace(IBAN, ' ; ');
  const found: Record<Caution, boolean> = {
    money: asksForMoney(words, spelledOut) || isAccount(simple) || WALLET.test(simple),
    link: LINKS.some((link) => link.test(whole)),
    elsewhere: leadsElsewhere(words, spelledOut) || MAIL.test(whole) || HANDLE.test(whole) || PHONES.some((phone) => phone.test(numbers)),
  };
  return CAUTIONS.filter((caution) => found[caution]);
}
