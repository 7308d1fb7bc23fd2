import { HIDDEN_WORD_MAX, HIDDEN_WORDS_MAX } from '#contract/account-changes';
import { hasStackedMarks, isBlank } from '#contract/primitives';
import { foldAccents } from '../../../i18n/fold-accents.ts';

export type Words = readonly string[];

interface Added {
  readonly words: Words;
  /** Typed words that were on the list already. */
  readonly duplicates: Words;
  /** Typed words that were refused; `problem` is the reason for the first of them. */
  readonly refused: Words;
  readonly problem: 'too_long' | 'full' | 'not_allowed' | null;
}

const SEPARATORS = /[,;\n\r\t]+/;

/** Whether a text names several words at once. */
export const hasSeparator = (text: string): boolean => SEPARATORS.test(text);

/** Equal for words that the server takes for the same: without case and accents, with single blanks. */
const comparisonKey = (word: string) => foldAccents(word).replace(/\s+/gu, ' ');

function problemOf(word: string, isFull: boolean): Added['problem'] {
  if (hasStackedMarks(word) || !word.isWellFormed()) return 'not_allowed';
  if ([...word.normalize('NFC')].length > HIDDEN_WORD_MAX) return 'too_long';
  return isFull ? 'full' : null;
}

/** Adds typed or pasted words one by one. Drops blank ones; returns duplicates and refused ones apart. The list never exceeds its limit. */
export function addWords(before: Words, typed: string): Added {
  const words = [...before];
  const known = new Set(before.map(comparisonKey));
  const doubles: string[] = [];
  const rest: string[] = [];
  let problem: Added['problem'] = null;
  for (const word of typed.split(SEPARATORS).map((part) => part.trim())) {
    if (isBlank(word)) continue;
    const wrong = problemOf(word, false);
    if (wrong === null && known.has(comparisonKey(word))) {
      doubles.push(word);
      continue;
    }
    const reason = wrong ?? problemOf(word, words.length >= HIDDEN_WORDS_MAX);
    if (reason) {
      rest.push(word);
      problem ??= reason;
    } else {
      words.push(word.normalize('NFC'));
      known.add(comparisonKey(word));
    }
  }
  return { words, duplicates: doubles, refused: rest, problem };
}

/** The words with a removed one at its old index again; unchanged if the list has it already. */
export const restoreWord = (words: Words, word: string, at: number): Words =>
  words.some((other) => comparisonKey(other) === comparisonKey(word)) ? words : words.toSpliced(at, 0, word).slice(0, HIDDEN_WORDS_MAX);
