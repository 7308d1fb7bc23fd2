import * as v from 'valibot';
import { PushPayload } from '#contract/notifications/push-payload';
import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import type pwa from '../../locales/en/pwa.json';

/** The texts of a neutral notification. */
type NeutralTexts = (typeof pwa)['push'];

const files = import.meta.glob<NeutralTexts>('../../locales/*/pwa.json', { eager: true, import: 'push' });

/** The texts of a language. All are bundled, because a push may arrive without a page and without a network. Throws if there are none. */
export function neutralTexts(locale: ShippedLocale): NeutralTexts {
  const texts = files[`../../locales/${locale}/pwa.json`] ?? files[`../../locales/${SHIPPED_LOCALES[0]}/pwa.json`];
  if (!texts) throw new Error(`no texts for pushes in ${locale}`);
  return texts;
}

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
