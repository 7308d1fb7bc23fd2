import { expect, test } from 'vitest';
import { isNotificationSeen } from '../../../../web/pwa/push/close-seen-notifications.ts';

const READ = { readChats: ['a', 'b'], newLikes: 0, at: 2000 };

test.each([
  ['/chats/a', READ, true],
  ['/chats/c', READ, false],
  ['/chats/ab', READ, false],
  ['/likes', READ, true],
  ['/likes/liked_by', READ, true],
  ['/likes/matches', READ, false],
  ['/likes', { readChats: [], newLikes: 1, at: 2000 }, false],
  ['/notifications', READ, false],
  ['', READ, false],
])('a notification that leads to “%s” is closed after %j: %s', (url, seen, isClosed) => {
  expect(isNotificationSeen({ url, at: 1000 }, seen)).toBe(isClosed);
  expect(isNotificationSeen({ url, at: 3000 }, seen)).toBe(false);
});
