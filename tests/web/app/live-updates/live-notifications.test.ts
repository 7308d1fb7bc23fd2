import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { RoomFrame } from '#contract/realtime';
import { queryKeys } from '../../../../web/api/query-keys.ts';
import { applyFrame } from '../../../../web/app/live-updates/live-updates.ts';
import { aCard, aMessage, idOf, ME, NOON } from '../../fixtures.ts';

const STAMP = { seq: 1, at: NOON };

test.each<[boolean, RoomFrame]>([
  [true, { type: 'message.sent', message: aMessage('a', 1), unread: { conversation: 1, total: 1 }, ...STAMP }],
  [true, { type: 'like.received', profile: aCard('ewa'), ...STAMP }],
  [true, { type: 'credits.changed', credits: 3, ...STAMP }],
  [true, { type: 'user.changed', ...STAMP }],
  [false, { type: 'presence.changed', profile: idOf('ewa'), is_online: true }],
  [false, { type: 'typing', conversation: idOf('a') }],
])('the notification list is outdated: %s, after %o', (isOutdated, frame) => {
  const caches = new QueryClient();
  caches.setQueryData(queryKeys.notifications, { pages: [], pageParams: [] });
  applyFrame(caches, ME, frame);
  expect(caches.getQueryState(queryKeys.notifications)?.isInvalidated).toBe(isOutdated);
});
