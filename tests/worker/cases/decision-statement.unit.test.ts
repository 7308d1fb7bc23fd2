import { expect, test } from 'vitest';
import { groundCodeOf, removedPartOf } from '../../../worker/domain/moderation/decision-statement.ts';

test('a code that is in no list any more is told as none', () => {
  expect(['scam', 'fraud', 'a code of once', '', null].map(groundCodeOf)).toEqual(['scam', 'fraud', null, null, null]);
});

test.each([
  ['remove_photo', 'photo:some-id', 'photo'],
  ['remove_text', 'name', 'name'],
  ['remove_text', 'personal', 'personal'],
  ['remove_text', 'prompt:ask_me', 'prompt'],
  ['remove_text', 'message:some-id', 'message'],
  ['remove_text', 'something of once', null],
  ['remove_text', null, null],
  ['warn', 'name', null],
] as const)('%s of %s has removed %s', (action, target, part) => {
  expect(removedPartOf({ action, target })).toBe(part);
});
