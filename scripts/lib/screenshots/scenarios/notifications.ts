import { DAY, HOUR, MINUTE } from '#contract/durations';
import type { DemoSession } from '../demo-session.ts';
import { enablePush, PUSH_KEY } from '../fake-push.ts';
import { type PageAction, untilRefused } from '../page-actions.ts';
import type { Scenario } from '../scenario.ts';

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const idOf = (n: number) => String(n).padStart(22, 'n');

/** An entry of the notification list; `ago` in milliseconds before now. */
interface NotificationSample {
  readonly kind: string;
  readonly event?: string;
  readonly count?: number;
  readonly url: string;
  readonly ago: number;
  readonly isRead?: boolean;
}

/** Entries of every kind, in the order of the list. */
const NOTIFICATION_SAMPLES: readonly NotificationSample[] = [
  { kind: 'like', url: '/likes', ago: 14 * MINUTE },
  { kind: 'message', count: 2, url: '/chats', ago: 3 * HOUR },
  { kind: 'match', url: '/likes', ago: 5 * HOUR, isRead: true },
  { kind: 'account', event: 'new_device', url: '/profile/settings#devices', ago: DAY + HOUR },
  { kind: 'message', count: 0, url: '/chats', ago: 2 * DAY, isRead: true },
  { kind: 'account', event: 'refund', url: '/credits', ago: 3 * DAY, isRead: true },
  { kind: 'like', url: '/likes', ago: 4 * DAY, isRead: true },
  { kind: 'account', event: 'password_changed', url: '/profile/settings#password', ago: 20 * DAY, isRead: true },
  { kind: 'account', event: 'mail_changed', url: '/profile/settings#email', ago: 30 * DAY, isRead: true },
  { kind: 'account', event: 'mail_change_undone', url: '/notifications#email-change-incorrect', ago: 31 * DAY, isRead: true },
  { kind: 'offer', url: '/credits', ago: 400 * DAY, isRead: true },
];

const ALL = { push: 'now', mail: 'now' };
const MATRIX = {
  message: { push: 'now', mail: 'daily' },
  like: { push: 'daily', mail: 'never' },
  match: { push: 'now', mail: 'weekly' },
  account: ALL,
  offer: { push: 'never', mail: 'never' },
};

/** A made-up answer of notifications.php with these entries, about these members in turn. */
export function notificationsWith(cards: readonly unknown[], happened = NOTIFICATION_SAMPLES) {
  const items = happened.map(({ event = null, count = 1, isRead = false, ...rest }, n) => ({
    id: idOf(n),
    kind: rest.kind,
    event,
    country: event === 'new_device' ? 'DE' : null,
    profile: rest.kind === 'account' || rest.kind === 'offer' ? null : (cards[n % cards.length] ?? null),
    count,
    url: rest.url,
    at: ago(rest.ago),
    is_read: isRead,
  }));
  const unread = items.filter(({ is_read }) => !is_read).length;
  return { items, unread, next: null, settings: { matrix: MATRIX, quiet_from: '22:00', quiet_to: '08:00' } };
}

/** The answer for a member who has just undone a change of the e-mail address. */
export const UNDONE_EMAIL_CHANGE = notificationsWith(
  [],
  [{ kind: 'account', event: 'mail_change_undone', url: '/notifications#email-change-incorrect', ago: HOUR }],
);

const AGENTS = ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Firefox/143.0', 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile'];
/** A made-up answer of push.php: this browser and a phone. */
export const DEVICES = {
  devices: AGENTS.map((device, n) => ({ id: idOf(90 + n), device, created_at: ago(90 * DAY), seen_at: ago(n * DAY), is_current: n === 0 })),
};

const showSettings: PageAction = (page) => page.locator('#settings').evaluate((panel) => panel.scrollIntoView());

/** The note appears only once the page has given up waiting for the service worker. */
const showSettingsOfUnknownPush: PageAction = async (page) => {
  await page.locator('.push-note').waitFor();
  await showSettings(page);
};
/** The notification list and the notification preferences in all their states. */
export function notificationScenarios({ cards = [] }: DemoSession): Scenario[] {
  const one = { path: '/notifications', isVisitor: false } as const;
  const full = {
    ...one,
    changeDocument: enablePush,
    answers: { 'notifications.php': notificationsWith(cards), 'push.php': { devices: [] } },
  };
  const open = { permissionBefore: 'default', permissionAnswer: 'granted' } as const;
  const bound = { permissionBefore: 'granted', permissionAnswer: 'granted', subscribedForKey: PUSH_KEY } as const;
  const subscribed = { ...full, answers: { ...full.answers, 'push.php': DEVICES }, push: bound };
  const states: Scenario[] = [
    { name: 'notifications-full', ...full, push: open },
    { name: 'notifications-settings', ...full, push: open, act: showSettings },
    { name: 'notifications-push-on', ...subscribed, act: showSettings },
    { name: 'notifications-push-denied', ...full, push: { permissionBefore: 'denied', permissionAnswer: 'denied' }, act: showSettings },
    { name: 'notifications-push-unknown', ...full, push: { ...bound, hasNoServiceWorker: true }, act: showSettingsOfUnknownPush },
    { name: 'notifications-nothing', ...one, answers: { 'notifications.php': notificationsWith(cards, []) } },
    { name: 'notifications-loading', ...one, hangingCalls: [['notifications.php', 'GET']] },
    { name: 'notifications-refused', ...one, refusedCalls: [['notifications.php', 'GET']], act: untilRefused },
  ];
  const translated = states.filter(({ name }) => name === 'notifications-full' || name === 'notifications-push-on');
  return [
    ...states,
    ...translated.map((subject) => ({ ...subject, name: `dutch-${subject.name}`, locale: 'nl-NL' })),
    ...translated.map((subject) => ({ ...subject, name: `classic-${subject.name}`, template: 'classic' as const })),
  ];
}
