import { asLatin } from '#contract/chat/homoglyphs';

/** Letters that differ from a plain one by a stroke or a ligature, which no normal form takes apart. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' };
const STROKED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

const WORD = /[\p{L}\p{N}]+/gu;
/** Words, and every emoji (joined ones whole), flag and sign of money as a word of its own. */
const WORD_OR_SIGN = /[\p{L}\p{N}]+|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*|\p{Regional_Indicator}{2}|\p{Sc}/gu;

/** A text without case, accents, skin tones and what nobody sees; the joiners within an emoji stay. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Emoji_Modifier}]|(?!\u200d)\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<!\p{Extended_Pictographic})\u200d/gu, '')
    .replace(STROKED, (letter) => PLAIN[letter] ?? letter);

/** What texts are compared by that go to many: their words alone; where there are none, their emoji; else their signs. */
export function plainText(text: string): string {
  const plain = asLatin(folded(text));
  return (plain.match(WORD) ?? plain.match(WORD_OR_SIGN) ?? [plain.trim()]).join(' ');
}

/** Whether a text holds one of these words or phrases, whole, whatever its case, accents and punctuation. One of signs alone is looked for as it is. */
export function holdsOneOf(text: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false;
  const plain = folded(text);
  const lines = [lineOf(plain), lineOf(asLatin(plain))];
  return wanted.some((one) => {
    const phrase = folded(one).trim();
    const words = lineOf(phrase);
    return words === null ? phrase !== '' && plain.includes(phrase) : lines.some((line) => line?.includes(words) === true);
  });
}

/** Words between single spaces, with one at either end, so that a phrase in it is of whole words; null without any. */
function lineOf(plain: string): string | null {
  const words = plain.match(WORD_OR_SIGN);
  return words && ` ${words.join(' ')} `;
}
