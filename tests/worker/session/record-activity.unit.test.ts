import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/durations';
import { activityBucketAt } from '../../../worker/domain/activity-bucket.ts';
import type { Context } from '../../../worker/domain/context.ts';
import { recordActivity } from '../../../worker/domain/require-session.ts';

const NOW = Date.parse('2026-11-21T12:07:00Z');
const ranked = { hidePresence: false };
const member = {
  ...{ id: 'member', sessionId: 'session', ...ranked },
  ...{ lastActiveAt: NOW - MINUTE, activityBucket: activityBucketAt(NOW, ranked), sessionSeenAt: NOW - MINUTE },
};

/** How many writes a call causes after its answer. */
function writesOf(change: Partial<typeof member> = {}, isPageHidden = false): number {
  let writes = 0;
  const later = () => {
    writes += 1;
  };
  // Only what is read of a context.
  recordActivity({ now: NOW, visitor: { isPageHidden }, session: { renew: () => undefined }, later } as unknown as Context, {
    ...member,
    ...change,
  });
  return writes;
}

test.each([
  ['nothing while the last activity is known', {}, false, 0],
  ['nothing at five minutes', { lastActiveAt: NOW - 5 * MINUTE }, false, 0],
  ['the activity after five minutes', { lastActiveAt: NOW - 5 * MINUTE - 1 }, false, 1],
  ['the activity where the search ranks by an earlier one', { activityBucket: member.activityBucket - 1 }, false, 1],
  ['nothing of a hidden page', { lastActiveAt: NOW - DAY }, true, 0],
  ['the session once a day, beside the activity', { sessionSeenAt: NOW - DAY - 1 }, false, 1],
  ['nothing of a session that was extended a day ago', { sessionSeenAt: NOW - DAY }, false, 0],
] as const)('a call stores %s', (_, change, isPageHidden, writes) => {
  expect(writesOf(change, isPageHidden)).toBe(writes);
});
