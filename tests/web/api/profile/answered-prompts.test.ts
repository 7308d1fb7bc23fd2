import { describe, expect, test } from 'vitest';
import { withAnswer } from '../../../../web/api/profile/answered-prompts.ts';

const LEARNED = { id: 'last_learned', text: 'Octopuses have three hearts.' };
const SUNDAY = { id: 'good_sunday', text: 'Soup.' };

describe('an answer', () => {
  test('to another prompt comes last', () => {
    expect(withAnswer([LEARNED], SUNDAY)).toEqual([LEARNED, SUNDAY]);
  });

  test('to the same prompt keeps its place', () => {
    expect(withAnswer([LEARNED, SUNDAY], { id: 'last_learned', text: 'Wrens are loud.' })).toEqual([
      { id: 'last_learned', text: 'Wrens are loud.' },
      SUNDAY,
    ]);
  });

  test('that is empty takes the old one away, and adds none', () => {
    expect(withAnswer([LEARNED, SUNDAY], { id: 'last_learned', text: '' })).toEqual([SUNDAY]);
    expect(withAnswer([LEARNED], { id: 'good_sunday', text: '' })).toEqual([LEARNED]);
  });
});
