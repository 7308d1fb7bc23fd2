import { DAY, HOUR, MINUTE } from '#contract/durations';
import type { PushRow } from '#db/queries/notifications/push-queue';
import { cadenceOf, quietHoursEndAt } from '../../domain/notification-preferences.ts';

/** How long a push is kept, here and at the push service, before it is dropped. */
export const PUSH_LIFETIME_MS = DAY;

type SchedulingFacts = Pick<
  PushRow,
  'accountExists' | 'unreadCount' | 'unreadMessages' | 'newLikes' | 'kind' | 'matrix' | 'timezone' | 'quietFrom' | 'quietTo'
> & {
  readonly devices: readonly unknown[];
};

/**
 * When a push may be sent: `now`, or the end of its member's quiet hours. Returns null if it has to be dropped: nothing in it is new any
 * more, the account has ended, no browser takes pushes, or the kind is not set to "Instantly".
 */
export function sendTimeOf(push: SchedulingFacts, now: number): number | null {
  const hasNews = push.unreadCount > 0 || (push.kind === 'summary' && push.unreadMessages + push.newLikes > 0);
  if (push.accountExists === 0 || !hasNews || push.devices.length === 0) return null;
  // A summary is sent at its own time, whatever the cadence of other kinds.
  if (push.kind !== 'summary' && cadenceOf(push.matrix, push.kind, 'push') !== 'now') return null;
  return quietHoursEndAt(now, push.timezone, push.quietFrom, push.quietTo) ?? now;
}

/**
 * When a push that was not taken is tried again: after a pause that doubles with each try up to an hour, and not before `retryAfterMs`.
 * Returns null if it is given up, because it would be older than PUSH_LIFETIME_MS.
 */
export function nextTryAt({ createdAt }: { createdAt: number }, tries: number, retryAfterMs: number, now: number): number | null {
  const at = now + Math.max(Math.min(MINUTE * 2 ** (tries - 1), HOUR), retryAfterMs);
  return at > createdAt + PUSH_LIFETIME_MS ? null : at;
}
