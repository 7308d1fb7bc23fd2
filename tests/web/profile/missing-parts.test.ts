import { expect, test } from 'vitest';
import { missingParts } from '../../../web/features/profile/missing-parts.ts';
import { aUser } from '../fixtures.ts';

const bare = { ...aUser().profile, country: null, gender: null, date_of_birth: null, city: null, personal: null, interests: [] };
const whole = {
  ...bare,
  country: 'NL' as const,
  gender: 'male' as const,
  date_of_birth: '1990-02-01',
  city: 'Utrecht',
  personal: 'I bake.',
  interests: ['baking'],
};

test('an empty profile misses every part, with or without which it can be found', () => {
  expect(missingParts(bare)).toEqual({
    hiding: ['country', 'gender', 'date_of_birth'],
    lacking: ['personal', 'interests', 'city'],
    percent: 0,
  });
});

test('a complete profile misses nothing', () => {
  expect(missingParts(whole)).toEqual({ hiding: [], lacking: [], percent: 100 });
});

test('blank texts and an empty list count as missing', () => {
  const { hiding, lacking, percent } = missingParts({ ...whole, personal: '  \n', interests: [], city: '' });
  expect(hiding).toEqual([]);
  expect(lacking).toEqual(['personal', 'interests', 'city']);
  expect(percent).toBe(50);
});
