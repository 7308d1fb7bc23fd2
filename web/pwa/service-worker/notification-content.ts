import * as v from 'valibot';
import { PushPayload } from '#contract/notifications/push-payload';
import type { NeutralTexts } from './notification-texts.ts';

/** A notification to show. `badge` is the number for the app's icon; null leaves it unchanged. */
export interface NotificationContent {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly url: string;
  readonly badge: number | null;
  /** Whether it alerts again if it replaces a notification of the same tag. */
  readonly isAlerting: boolean;
}

/**
 * The notification for a received push. A push for another member than `member`, or one that cannot be parsed, gives a neutral notification
 * without content: if a push showed none, the browser would end the subscription.
 */
export function notificationFor(received: unknown, member: string | null, words: NeutralTexts): NotificationContent {
  if (!v.is(PushPayload, received) || received.member !== member) {
    return { title: words.title, body: words.body, tag: 'news', url: '/home', badge: null, isAlerting: false };
  }
  const { title, body, tag, url, unread, type } = received;
  return { title, body, tag, url, badge: unread, isAlerting: type === 'message' || type === 'test' };
}
