import type { PushRow } from '#db/queries/notifications/push-queue';
import { cadenceOf, endOfQuiet } from '../../domain/notification-preferences.ts';
import { DAY, HOUR, MINUTE } from '../../domain/rate-limit.ts';

/** A push is news for this long, at its service and here. */
export const PUSH_LIFE_MS = DAY;

type Judged = Pick<
  PushRow,
  'isThere' | 'news' | 'unreadMessages' | 'newLikes' | 'kind' | 'matrix' | 'timezone' | 'quietFrom' | 'quietTo'
> & {
  readonly devices: readonly unknown[];
};

/** When a push may go out: now, at the end of its member's quiet hours, or never, as it is news no longer or they want none of its kind at once. */
export function pushTime(push: Judged, now: number): number | null {
  const isNews = push.news > 0 || (push.kind === 'digest' && push.unreadMessages + push.newLikes > 0);
  if (push.isThere === 0 || !isNews || push.devices.length === 0) return null;
  // A summary comes by its own clock.
  if (push.kind !== 'digest' && cadenceOf(push.matrix, push.kind, 'push') !== 'now') return null;
  return endOfQuiet(now, push.timezone, push.quietFrom, push.quietTo) ?? now;
}

/** When a push that was not taken is tried again, after so many tries and not before its service wants it; null: given up. */
export function nextTry({ createdAt }: { createdAt: number }, tries: number, retryAfterMs: number, now: number): number | null {
  const at = now + Math.max(Math.min(MINUTE * 2 ** (tries - 1), HOUR), retryAfterMs);
  return at > createdAt + PUSH_LIFE_MS ? null : at;
}
