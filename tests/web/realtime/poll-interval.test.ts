import { expect, test } from 'vitest';
import { pollInterval } from '../../../web/realtime/poll-interval.ts';

test('without a socket the page polls every minute, or every five minutes where push is on', () => {
  expect(pollInterval()).toBe(60_000);
  expect(pollInterval(false)).toBe(60_000);
  expect(pollInterval(true)).toBe(300_000);
});
