import { foldHomoglyphs } from '#contract/chat/homoglyphs';

/** Signs that stand in for letters. 1 and l both become i, in the lists as well as in the texts. */
const LETTER_SUBSTITUTES: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', l: 'i' };

/** Single letters at most so many characters apart belong to one spelled-out word, such as "w.h.a.t.s", which has more letters than this. */
const MAX_LETTER_GAP = 3;

/** A text without case, accents, invisible characters and character widths, with similar letters of other scripts as Latin ones. */
export function normalizeText(text: string): string {
  return foldHomoglyphs(
    text
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  );
}

/** A word with its stand-ins replaced by the letters they mean; a number without letters stays as it is. */
const replaceSubstitutes = (word: string): string =>
  /\p{L}/u.test(word) ? word.replace(/[013457$l]/g, (sign) => LETTER_SUBSTITUTES[sign] ?? sign) : word;

interface Words {
  readonly words: readonly string[];
  /** The words that were spelled out letter by letter, each joined. */
  readonly spelledOut: readonly string[];
}

/** The words of a text that `plain` has normalized, in order. */
export function wordsOf(text: string): Words {
  const words: string[] = [];
  const spelledOut: string[] = [];
  let letters = '';
  let end = 0;
  const endSpelledWord = () => {
    if (letters.length > MAX_LETTER_GAP) spelledOut.push(replaceSubstitutes(letters));
    letters = '';
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}$]+/gu)) {
    if (index - end > MAX_LETTER_GAP || word.length > 1) endSpelledWord();
    if (word.length === 1) letters += word;
    words.push(replaceSubstitutes(word));
    end = index + word.length;
  }
  endSpelledWord();
  return { words, spelledOut };
}
