import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { clampedNumber, Empty, Id, Timestamp } from './primitives.ts';
import { ProfileCard } from './profile.ts';

export const NOTICE_KINDS = ['message', 'like', 'match', 'account', 'offer'] as const;
export const NoticeKind = v.picklist(NOTICE_KINDS, 'unknown');
export type NoticeKind = v.InferOutput<typeof NoticeKind>;
export const NOTICE_CHANNELS = ['push', 'mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export const Cadence = v.picklist(['now', 'daily', 'weekly', 'never'], 'unknown');
export type Cadence = v.InferOutput<typeof Cadence>;
export const NOTICES_LIMIT = 50;
/** Unread notifications are counted exactly up to this number; one more stands for any higher number. */
export const NOTICES_UNREAD_MAX = 99;

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
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];
/** The offers that appear in the list of members who switched offers on (docs/product.md, "Offer notifications"). */
export const OFFER_EVENTS = ['time_bonus'] as const;
export type OfferEvent = (typeof OFFER_EVENTS)[number];
export const NoticeEvent = v.picklist([...ACCOUNT_EVENTS, ...OFFER_EVENTS]);
export type NoticeEvent = v.InferOutput<typeof NoticeEvent>;

/**
 * An entry of the notification list (docs/product.md, "Notification list"). `message`: a conversation, at the time of its last message,
 * with its number of unread messages as `count`, or 1 if all are read. `like`, `match`: a match replaces the like of the same member, at
 * the time of the later like. `id` is that of the member, conversation or event and is unique in the list. `is_read`: read or opened
 * itself, or not later than `read_to`.
 */
export const Notice = v.object({
  id: v.string(),
  kind: NoticeKind,
  /** Set for the kinds `account` and `offer`. */
  event: v.nullable(NoticeEvent),
  profile: v.nullable(ProfileCard),
  count: v.number(),
  url: v.string(),
  at: Timestamp,
  is_read: v.boolean(),
});
export type Notice = v.InferOutput<typeof Notice>;

const Channels = v.object({ push: Cadence, mail: Cadence });
/** How often the member is notified, by kind and channel. */
export const NoticeMatrix = v.object({ message: Channels, like: Channels, match: Channels, account: Channels, offer: Channels });
export type NoticeMatrix = v.InferOutput<typeof NoticeMatrix>;

/** A time of day in the member's time zone, as HH:MM on the 24-hour clock. */
const ClockTime = v.pipe(v.string('wrong_type'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'not_allowed'));

/** Preferences and quiet hours; both quiet times are null if there are no quiet hours. */
export const NoticeSettings = v.object({ matrix: NoticeMatrix, quiet_from: v.nullable(v.string()), quiet_to: v.nullable(v.string()) });
export type NoticeSettings = v.InferOutput<typeof NoticeSettings>;

export const NoticesAnswer = v.object({
  items: v.array(Notice),
  /** Unread entries of the whole list, exact up to NOTICES_UNREAD_MAX. */
  unread: v.number(),
  next: v.nullable(v.string()),
  settings: NoticeSettings,
});
export type NoticesAnswer = v.InferOutput<typeof NoticesAnswer>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notifications.php',
  who: 'M',
  input: v.object({
    before: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(200, 'too_long'))),
    limit: clampedNumber(1, NOTICES_LIMIT, 20),
  }),
  output: NoticesAnswer,
  summary: 'What happened, newest first, and what of it is told how',
});

const SomeChannels = v.partial(v.object({ push: Cadence, mail: Cadence }));

export const changeNotices = endpoint({
  method: 'PUT',
  path: '/api/notifications.php',
  who: 'M',
  input: v.object({
    read_to: v.optional(Timestamp),
    settings: v.optional(
      v.partial(
        v.object({
          matrix: v.partial(
            v.object({ message: SomeChannels, like: SomeChannels, match: SomeChannels, account: SomeChannels, offer: SomeChannels }),
          ),
          quiet_from: v.nullable(ClockTime),
          quiet_to: v.nullable(ClockTime),
        }),
      ),
    ),
  }),
  output: v.object({ unread: v.number(), settings: NoticeSettings }),
  summary:
    'All that happened until read_to is read, which never goes back; settings that are named change. Both quiet times or none; account mails stay',
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
  when: 'push',
  who: 'M',
  input: v.object({ subscription: v.nullable(PushSubscriptionJson), is_known: v.optional(v.boolean('wrong_type')) }),
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary:
    'This browser takes pushes for the member from now on; null: no longer. An endpoint belongs to one member, ten to a member at most. With is_known it was told before: 404 when it has been taken off since',
});

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/api/push.php',
  who: 'M',
  input: v.object({}),
  output: v.object({
    devices: v.array(v.object({ id: Id, device: v.string(), created_at: Timestamp, seen_at: Timestamp, is_current: v.boolean() })),
  }),
  summary: 'The devices that take pushes, this one first, then the latest seen',
});

export const testPush = endpoint({
  method: 'POST',
  path: '/api/push.php',
  who: 'M',
  input: v.object({ id: Id, test: v.literal(true, 'not_allowed') }),
  output: v.object({ outcome: v.picklist(['sent', 'gone', 'failed']) }),
  errors: ['not_found', 'too_many'],
  summary: 'Sends one device a test; gone: its push service no longer knows it, and it is forgotten',
});

export const deletePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push.php',
  who: 'M',
  input: v.object({ id: Id }),
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'One device takes no more pushes',
});
