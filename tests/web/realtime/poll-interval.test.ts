import { expect, test } from 'vitest';
import { pollInterval } from '../../../web/realtime/poll-interval.ts';

test('without a socket a look is taken every minute, or every five where push tells what is new', () => {
  expect(pollInterval()).toBe(60_000);
  expect(pollInterval(false)).toBe(60_000);
  expect(pollInterval(true)).toBe(300_000);
});
