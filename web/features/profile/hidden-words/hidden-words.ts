import { HIDDEN_WORD_MAX, HIDDEN_WORDS_MAX } from '#contract/account';
import { hasHeapedMarks, isBlank } from '#contract/primitives';
import { folded } from '../../../i18n/fold-accents.ts';

export type Words = readonly string[];

interface Added {
  readonly words: Words;
  /** What was in the list before, as it was typed. */
  readonly doubles: Words;
  /** What could not be taken in, and why. */
  readonly rest: Words;
  readonly problem: 'too_long' | 'full' | 'not_allowed' | null;
}

const BETWEEN = /[,;\n\r\t]+/;

/** Whether a text names several words at once. */
export const namesSeveral = (text: string): boolean => BETWEEN.test(text);

/** What the server, which looks for words whatever their case and accents, takes for the same. */
const same = (word: string) => folded(word).replace(/\s+/gu, ' ');

function problemOf(word: string, isFull: boolean): Added['problem'] {
  if (hasHeapedMarks(word) || !word.isWellFormed()) return 'not_allowed';
  if ([...word.normalize('NFC')].length > HIDDEN_WORD_MAX) return 'too_long';
  return isFull ? 'full' : null;
}

/** Takes typed or pasted words in, one by one: nothing blank, nothing twice, never more than there is room for. */
export function addWords(before: Words, typed: string): Added {
  const words = [...before];
  const known = new Set(before.map(same));
  const [doubles, rest]: [string[], string[]] = [[], []];
  let problem: Added['problem'] = null;
  for (const word of typed.split(BETWEEN).map((part) => part.trim())) {
    if (isBlank(word)) continue;
    const wrong = problemOf(word, false);
    if (wrong === null && known.has(same(word))) {
      doubles.push(word);
      continue;
    }
    const found = wrong ?? problemOf(word, words.length >= HIDDEN_WORDS_MAX);
    if (found) {
      rest.push(word);
      problem ??= found;
    } else {
      words.push(word.normalize('NFC'));
      known.add(same(word));
    }
  }
  return { words, doubles, rest, problem };
}

/** The words with one put back where it was. */
export const putBack = (words: Words, word: string, at: number): Words =>
  words.some((other) => same(other) === same(word)) ? words : words.toSpliced(at, 0, word).slice(0, HIDDEN_WORDS_MAX);
