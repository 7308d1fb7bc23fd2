import { expect, test } from 'vitest';
import { randomId } from '../../../web/platform/random-id.ts';

test('a random id is 128 random bits in 22 characters', () => {
  const ids = new Set(Array.from({ length: 200 }, randomId));
  expect(ids.size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
});
