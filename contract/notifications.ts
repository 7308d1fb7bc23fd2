import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { clampedNumber, Empty, Id, Timestamp } from './primitives.ts';
import { ProfileCard } from './profile.ts';
import { Quote } from './quotes.ts';

export const NOTIFICATION_KINDS = ['message', 'like', 'match', 'account', 'offer'] as const;
export const NotificationKind = v.picklist(NOTIFICATION_KINDS, 'unknown');
export type NotificationKind = v.InferOutput<typeof NotificationKind>;
export const NOTIFICATION_CHANNELS = ['push', 'mail'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
export const Cadence = v.picklist(['now', 'daily', 'weekly', 'never'], 'unknown');
export type Cadence = v.InferOutput<typeof Cadence>;
export const NOTIFICATIONS_LIMIT = 50;
/** Unread notifications are counted exactly up to this number; one more stands for any higher number. */
export const NOTIFICATIONS_UNREAD_MAX = 99;

/** The account events that appear in the notification list (docs/product.md, "Account events"). */
export const ACCOUNT_EVENTS = [
  'password_changed',
  'mail_changed',
  'mail_change_undone',
  'new_device',
  'refund',
  'order_returned',
  'charged_back',
  'unusual_spending',
  'premium_renewed',
  'premium_not_renewed',
  'photo_removed',
  'decision',
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];
/** The offers that appear in the list of members who switched offers on (docs/product.md, "Offer notifications"). */
export const OFFER_EVENTS = ['time_bonus'] as const;
export type OfferEvent = (typeof OFFER_EVENTS)[number];
export const NotificationEvent = v.picklist([...ACCOUNT_EVENTS, ...OFFER_EVENTS]);
export type NotificationEvent = v.InferOutput<typeof NotificationEvent>;

/**
 * An entry of the notification list (docs/product.md, "Notification list"). `message`: a conversation, at the time of its last message,
 * with its number of unread messages as `count`, or 1 if all are read. `like`, `match`: a match replaces the like of the same member, at
 * the time of the later like. `id` is that of the member, conversation or event and is unique in the list. `is_read`: read or opened
 * itself, or not later than `read_to`.
 */
export const NotificationItem = v.object({
  id: v.string(),
  kind: NotificationKind,
  /** Set for the kinds `account` and `offer`. */
  event: v.nullable(NotificationEvent),
  /** Where a login came from (ISO 3166), for the event `new_device`; null if that is not known. */
  country: v.nullable(v.string()),
  profile: v.nullable(ProfileCard),
  /** What the like, or the other's like of a match, quotes; or, of a conversation with one message, that message. Absent if nothing. */
  about: v.optional(Quote),
  count: v.number(),
  url: v.string(),
  at: Timestamp,
  is_read: v.boolean(),
});
export type NotificationItem = v.InferOutput<typeof NotificationItem>;

const ChannelCadences = v.object({ push: Cadence, mail: Cadence });
/** How often the member is notified, by kind and channel. */
export const NotificationMatrix = v.object({
  message: ChannelCadences,
  like: ChannelCadences,
  match: ChannelCadences,
  account: ChannelCadences,
  offer: ChannelCadences,
});
export type NotificationMatrix = v.InferOutput<typeof NotificationMatrix>;

/** A time of day in the member's time zone, as HH:MM on the 24-hour clock. */
const ClockTime = v.pipe(v.string('wrong_type'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'not_allowed'));

/** Preferences and quiet hours; both quiet times are null if there are no quiet hours. */
export const NotificationSettings = v.object({
  matrix: NotificationMatrix,
  quiet_from: v.nullable(v.string()),
  quiet_to: v.nullable(v.string()),
});
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>;

export const NotificationsAnswer = v.object({
  items: v.array(NotificationItem),
  /** Unread entries of the whole list, exact up to NOTIFICATIONS_UNREAD_MAX. */
  unread: v.number(),
  next: v.nullable(v.string()),
  settings: NotificationSettings,
});
export type NotificationsAnswer = v.InferOutput<typeof NotificationsAnswer>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications.php',
  who: 'members',
  limits: 'reads',
  input: v.object({
    before: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(200, 'too_long'))),
    limit: clampedNumber(1, NOTIFICATIONS_LIMIT, 20),
  }),
  output: NotificationsAnswer,
  summary: 'The notification list, newest first, with the preferences',
});

const PartialChannelCadences = v.partial(v.object({ push: Cadence, mail: Cadence }));

export const updateNotifications = endpoint({
  method: 'PUT',
  path: '/api/notifications.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({
    read_to: v.optional(Timestamp),
    /** The time of the newest entry that was looked at. */
    seen_to: v.optional(Timestamp),
    settings: v.optional(
      v.partial(
        v.object({
          matrix: v.partial(
            v.object({
              message: PartialChannelCadences,
              like: PartialChannelCadences,
              match: PartialChannelCadences,
              account: PartialChannelCadences,
              offer: PartialChannelCadences,
            }),
          ),
          quiet_from: v.nullable(ClockTime),
          quiet_to: v.nullable(ClockTime),
        }),
      ),
    ),
  }),
  output: v.object({ unread: v.number(), unseen: v.number(), settings: NotificationSettings }),
  summary:
    'Marks everything until read_to as read and until seen_to as seen, never moving back; changes the settings that are sent. Quiet hours need both times or none; account mails stay on',
});

const Base64Url = v.pipe(v.string('wrong_type'), v.regex(/^[\w-]+={0,2}$/, 'not_allowed'));

/** A push subscription in the form of the browser's `PushSubscription.toJSON()`. */
export const PushSubscriptionJson = v.object({
  endpoint: v.pipe(v.string('wrong_type'), v.maxLength(1000, 'too_long'), v.url('not_allowed')),
  keys: v.object({ p256dh: v.pipe(Base64Url, v.maxLength(200, 'too_long')), auth: v.pipe(Base64Url, v.maxLength(100, 'too_long')) }),
});
export type PushSubscriptionJson = v.InferOutput<typeof PushSubscriptionJson>;

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/user.php',
  onlyWithQuery: 'push',
  who: 'members',
  limits: 'own_rows',
  input: v.object({ subscription: v.nullable(PushSubscriptionJson), is_known: v.optional(v.boolean('wrong_type')) }),
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary:
    'This browser takes pushes for the member from now on; with null no longer. An endpoint belongs to one member, who has at most ten. With is_known: 404 if the device was removed since it was registered',
});

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/api/push.php',
  who: 'members',
  limits: 'reads',
  input: v.object({}),
  output: v.object({
    devices: v.array(v.object({ id: Id, device: v.string(), created_at: Timestamp, seen_at: Timestamp, is_current: v.boolean() })),
  }),
  summary: 'The devices that take pushes, this one first, then the latest seen',
});

export const testPush = endpoint({
  method: 'POST',
  path: '/api/push.php',
  who: 'members',
  limits: ['push_tests_an_hour'],
  input: v.object({ id: Id, test: v.literal(true, 'not_allowed') }),
  output: v.object({ outcome: v.picklist(['sent', 'gone', 'failed']) }),
  errors: ['not_found', 'too_many'],
  summary: 'Sends one device a test; gone: its push service no longer knows it, and it is forgotten',
});

export const deletePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({ id: Id }),
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'One device takes no more pushes',
});
