import { expect, test } from 'vitest';
import { makeFormId } from '../../../../web/features/signup/form/form-id.ts';

test('the id of a form is 128 random bits in 22 characters', () => {
  const ids = new Set(Array.from({ length: 200 }, makeFormId));
  expect(ids.size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
});
