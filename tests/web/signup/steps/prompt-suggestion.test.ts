import { describe, expect, test } from 'vitest';
import type { AnsweredPrompt } from '#contract/profile';
import { firstSuggestion, nextSuggestion } from '../../../../web/features/signup/steps/prompt-suggestion.ts';
import { aProfile, aUser, idOf } from '../../fixtures.ts';

const LABELS = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, `Prompt ${id}`]));
const memberWith = (prompts: AnsweredPrompt[], id = idOf('joris')) =>
  aUser({ id, profile: { ...aProfile('joris', { prompts }), date_of_birth: null } });
const answerTo = (id: string) => ({ id, text: 'Soup.' });

describe('the prompt that a new member sees first', () => {
  test('is always the same for a member and differs between members', () => {
    const ids = Array.from({ length: 26 }, (_, i) => idOf(String.fromCodePoint(97 + i)));
    const first = (id: string) => firstSuggestion(memberWith([], id), LABELS);
    expect(ids.map(first)).toEqual(ids.map(first));
    expect(new Set(ids.map(first)).size).toBeGreaterThan(1);
    expect(ids.filter((id) => !LABELS.has(first(id)))).toEqual([]);
  });

  test('is the one that the member has answered', () => {
    expect(firstSuggestion(memberWith([answerTo('d')]), LABELS)).toBe('d');
  });

  test('is none if the catalogue has none', () => {
    expect(firstSuggestion(memberWith([]), new Map())).toBe('');
  });
});

describe('another prompt', () => {
  test('is the next one of the catalogue, and all come in turn', () => {
    const seen = ['c'];
    for (let i = 0; i < LABELS.size; i += 1) seen.push(nextSuggestion(seen.at(-1) ?? '', memberWith([]), LABELS) ?? '');
    expect(seen).toEqual(['c', 'd', 'e', 'a', 'b', 'c']);
  });

  test('is never one that the member has answered', () => {
    expect(nextSuggestion('a', memberWith([answerTo('b'), answerTo('c')]), LABELS)).toBe('d');
  });

  test('is none for a member who has answered three, and if there is no other', () => {
    expect(nextSuggestion('a', memberWith(['a', 'b', 'c'].map(answerTo)), LABELS)).toBeNull();
    expect(nextSuggestion('a', memberWith([]), new Map([['a', 'Prompt a']]))).toBeNull();
  });
});
