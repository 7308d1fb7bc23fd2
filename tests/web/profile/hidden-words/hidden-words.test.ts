import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HIDDEN_WORD_MAX, HIDDEN_WORDS_MAX } from '#contract/account-changes';
import { addWords, restoreWord } from '../../../../web/features/profile/hidden-words/hidden-words.ts';

const many = (count: number) => Array.from({ length: count }, (_, i) => `word ${i}`);
const typed = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom('crypto', 'Crypto', 'crypto ', 'Zoë', 'zoe', ',', ';', '\n', ' ', '🎉')).map((parts) => parts.join('')),
);

describe('words that are added', () => {
  test('are separated by commas, semicolons and lines, trimmed, never blank', () => {
    const { words, refused, problem } = addWords(['one'], ' two words ,three;four\n\n , \u200b,five');
    expect(words).toEqual(['one', 'two words', 'three', 'four', 'five']);
    expect([refused, problem]).toEqual([[], null]);
  });

  test('are listed once, whatever their case and accents', () => {
    expect(addWords(['Zoë'], 'ZOE, new, New')).toEqual({ words: ['Zoë', 'new'], duplicates: ['ZOE', 'New'], refused: [], problem: null });
  });

  test('and are too long, too many or malformed are left over, with the reason', () => {
    const long = 'é'.repeat(HIDDEN_WORD_MAX);
    expect(addWords([], `${long},${long}é`)).toMatchObject({ words: [long], refused: [`${long}é`], problem: 'too_long' });
    const full = many(HIDDEN_WORDS_MAX - 1);
    expect(addWords(full, 'a, b, c')).toMatchObject({ words: [...full, 'a'], refused: ['b', 'c'], problem: 'full' });
    expect(addWords([], `\ud800, a${'\u0301'.repeat(500)}, good`)).toMatchObject({ words: ['good'], problem: 'not_allowed' });
  });

  test('leave the earlier ones in place, are no doubles, and change nothing when they are added again', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 4 }), typed, (lists, last) => {
        const before = lists.reduce<readonly string[]>((words, list) => addWords(words, list).words, []);
        const after = addWords(before, last);
        expect(after.words.slice(0, before.length)).toEqual(before);
        expect(after.words.length).toBeLessThanOrEqual(HIDDEN_WORDS_MAX);
        expect(addWords(after.words, last).words).toEqual(after.words);
        expect(addWords([], after.words.join(',')).duplicates).toEqual([]);
      }),
    );
  });
});

test('a restored word stands where it was, once', () => {
  expect(restoreWord(['a', 'c'], 'b', 1)).toEqual(['a', 'b', 'c']);
  expect(restoreWord(['a', 'B'], 'b', 1)).toEqual(['a', 'B']);
  expect(restoreWord(['a'], 'z', 9)).toEqual(['a', 'z']);
});
