import * as v from 'valibot';
import { PushNote } from '#contract/notifications/push-payload';
import type { PushWords } from './notification-texts.ts';

/** A notification as it is shown. `badge` is the number on the app's icon, null where it stays as it is. */
export interface ShownNote {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly url: string;
  readonly badge: number | null;
  /** Rings again although one of the same tag is still there. */
  readonly isAlerting: boolean;
}

/**
 * What a push shows to whoever holds this browser. One for a member who is not the one kept here, or one that cannot be read, says no more
 * than that something is new: it must show something all the same, or the browser takes the subscription away.
 */
export function noteToShow(received: unknown, member: string | null, words: PushWords): ShownNote {
  if (!v.is(PushNote, received) || received.member !== member) {
    return { title: words.title, body: words.body, tag: 'news', url: '/home', badge: null, isAlerting: false };
  }
  const { title, body, tag, url, unread, type } = received;
  return { title, body, tag, url, badge: unread, isAlerting: type === 'message' || type === 'test' };
}
