import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { CalendarDay, CountryCode, Gender, Id, Locale, Timestamp } from './primitives.ts';
import { OwnImage, Profile } from './profile.ts';

/**
 * Whom a member wants to meet: the gender and the ages of the saved search. '' means everyone; an age at or beyond the site's minimum age or
 * MAX_AGE is an open end (docs/product.md, "Whom a member wants to meet").
 */
export const SearchPreference = v.object({ gender: v.union([v.literal(''), Gender]), min_age: v.number(), max_age: v.number() });
export type SearchPreference = v.InferOutput<typeof SearchPreference>;

/** The account of the signed-in member, as only its owner gets it. */
export const User = v.object({
  id: Id,
  email: v.string(),
  mailprovider: v.nullable(v.string()),
  paid_user: v.boolean(),
  signup_date: Timestamp,
  activated: v.boolean(),
  credits: v.number(),
  premium_until: v.nullable(Timestamp),
  fictional_icon: v.literal(true),
  locale: Locale,
  timezone: v.nullable(v.string()),
  payment_country: v.nullable(CountryCode),
  paused: v.boolean(),
  /** The pause is a moderator's decision; the member cannot end it (docs/product.md, "Decisions"). */
  paused_by_decision: v.optional(v.boolean(), false),
  hide_presence: v.boolean(),
  hide_fictional: v.boolean(),
  /** Whether search engines may show the member's public page. */
  allow_search_engines: v.boolean(),
  hidden_words: v.array(v.string()),
  /** Whether any mail about messages, likes and matches goes out; notifications.php says which and how often. */
  away_mails: v.boolean(),
  /** The number of the last sign-up step that was completed; null for accounts that never went through the sign-up. */
  last_signup_step: v.nullable(v.number()),
  /** Null as long as no search is saved. */
  search_preference: v.nullable(SearchPreference),
  /** The consent to sensitive answers; null if there is none in force. */
  sensitive_consent: v.nullable(v.object({ version: v.number(), given_at: Timestamp })),
  /** Whether sensitive answers are stored without consent, from before it was asked for. Nobody sees them, and no search uses them. */
  has_unconsented_answers: v.boolean(),
  /** `unseen_notifications`: those that came since the list was last looked at, counted as the unread ones; not part of the badge count. */
  badge: v.object({ unread_messages: v.number(), new_likes: v.number(), unseen_notifications: v.number() }),
  /** `images` holds the member's held photos, too; `main_image` is never one of them. */
  profile: v.object({ ...Profile.entries, images: v.array(OwnImage), date_of_birth: v.nullable(CalendarDay) }),
});
export type User = v.InferOutput<typeof User>;

export const UserAnswer = v.object({ user: User });

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user.php',
  who: 'members',
  limits: 'reads',
  input: v.object({}),
  output: UserAnswer,
  isPolled: true,
  sheds: 'early',
  summary: 'The signed-in member; 403 signed_out or banned otherwise',
});
