import { asLatin } from '#contract/chat/homoglyphs';

/** Signs that stand in for letters. What can be read two ways becomes one letter, in the lists as in the texts. */
const STAND_INS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', l: 'i' };

/** Single letters this near to each other are spelled out: "w h a t s", "w.h.a.t.s". */
const NEAR = 3;

/** A text without what makes two of the same look different to a machine: case, accents, invisible signs, widths, letters of other scripts. */
export function plain(text: string): string {
  return asLatin(
    text
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  );
}

/** A word with its stand-ins read as the letters they mean; a number stays a number. */
const spelled = (word: string): string => (/\p{L}/u.test(word) ? word.replace(/[013457$l]/g, (sign) => STAND_INS[sign] ?? sign) : word);

interface Words {
  readonly words: readonly string[];
  /** Which were spelled out letter by letter, in one piece each. */
  readonly spelledOut: readonly string[];
}

/** The words of a plain text, in order. */
export function wordsOf(text: string): Words {
  const words: string[] = [];
  const spelledOut: string[] = [];
  let letters = '';
  let end = 0;
  const close = () => {
    if (letters.length > NEAR) spelledOut.push(spelled(letters));
    letters = '';
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}$]+/gu)) {
    if (index - end > NEAR || word.length > 1) close();
    if (word.length === 1) letters += word;
    words.push(spelled(word));
    end = index + word.length;
  }
  close();
  return { words, spelledOut };
}
