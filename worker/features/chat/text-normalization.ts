import { foldHomoglyphs } from '#contract/chat/homoglyphs';

/** Replacements for letters with a stroke and for ligatures, which Unicode normalization does not decompose. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};
const REPLACED_LETTERS = new RegExp(`[${Object.keys(LETTER_REPLACEMENTS).join('')}]`, 'gu');

const WORD = /[\p{L}\p{N}]+/gu;
/** Words, and as words of their own every emoji (a joined sequence is one), flag and currency sign. */
const WORD_OR_SIGN = /[\p{L}\p{N}]+|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*|\p{Regional_Indicator}{2}|\p{Sc}/gu;

/** A text in lower case without accents, skin tones and invisible characters; joiners within an emoji stay. */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Emoji_Modifier}]|(?!\u200d)\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<!\p{Extended_Pictographic})\u200d/gu, '')
    .replace(REPLACED_LETTERS, (letter) => LETTER_REPLACEMENTS[letter] ?? letter);

/** The form in which first messages are compared: the words; without words the emoji and currency signs; else the trimmed text. */
export function normalizedText(text: string): string {
  const plain = foldHomoglyphs(foldText(text));
  return (plain.match(WORD) ?? plain.match(WORD_OR_SIGN) ?? [plain.trim()]).join(' ');
}

/**
 * Whether a text holds one of these words or phrases, as a whole and without regard to case, accents and punctuation. An entry of signs
 * alone is found wherever it stands (docs/product.md, "Hidden words").
 */
export function containsAnyPhrase(text: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false;
  const plain = foldText(text);
  const lines = [paddedWords(plain), paddedWords(foldHomoglyphs(plain))];
  return wanted.some((entry) => {
    const phrase = foldText(entry).trim();
    const words = paddedWords(phrase);
    return words === null ? phrase !== '' && plain.includes(phrase) : lines.some((line) => line?.includes(words) === true);
  });
}

/** The words with single spaces between and around them, so that a part of it consists of whole words. Returns null without words. */
function paddedWords(plain: string): string | null {
  const words = plain.match(WORD_OR_SIGN);
  return words && ` ${words.join(' ')} `;
}
