import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { CalendarDay, CountryCode, EmailAddress, Empty, Gender, Id, Locale, Slug, Timestamp, text } from './primitives.ts';
import { Profile } from './profile.ts';

export const SIGNUP_STEPS = 8;
export const NAME_MAX = 150;
export const CITY_MAX = 255;
export const PERSONAL_MAX = 5000;
export const PASSWORD_MIN = 8;

/** The signed-in member's own account (specification 3, User; api.md Shapes). */
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
  hide_presence: v.boolean(),
  hide_fictional: v.boolean(),
  hidden_words: v.array(v.string()),
  last_signup_step: v.nullable(v.number()),
  badge: v.object({ unread_messages: v.number(), new_likes: v.number() }),
  profile: v.object({ ...Profile.entries, date_of_birth: v.nullable(CalendarDay) }),
});
export type User = v.InferOutput<typeof User>;

const UserAnswer = v.object({ user: User });

/** Controls, line breaks and signs that turn the writing direction: a name is one line, shown as it is. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Name rules of specification 5; "not equal to the email" needs the address and is checked beside it. */
export const Name = v.pipe(
  text(1, NAME_MAX),
  v.check((name) => !name.startsWith('@'), 'not_allowed'),
  v.check((name) => !UNSEEN.test(name), 'not_allowed'),
);
/** Kept as it is typed, never trimmed; counted in code points like every text. */
export const Password = v.pipe(
  v.string('wrong_type'),
  v.nonEmpty('required'),
  v.maxLength(1000, 'too_long'),
  v.check((password) => password.isWellFormed(), 'wrong_type'),
  v.check((password) => [...password].length >= PASSWORD_MIN, 'too_short'),
);
const tracking = v.optional(v.nullable(text(0, 255)));
export const TimeZone = v.pipe(
  v.string('wrong_type'),
  v.maxLength(64, 'too_long'),
  v.check((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  }, 'unknown'),
);

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user.php',
  who: 'M',
  input: v.object({}),
  output: UserAnswer,
  isPolled: true,
  summary: 'The signed-in member; 403 signed_out or banned otherwise',
});

export const signUp = endpoint({
  method: 'POST',
  path: '/api/user.php',
  when: 'new',
  who: 'P',
  input: v.pipe(
    v.object({
      email: EmailAddress,
      name: Name,
      password: Password,
      trafficsource: v.optional(
        v.object({ network: tracking, ref: tracking, sub: tracking, sub2: tracking, sub3: tracking }, 'wrong_type'),
      ),
      timezone: v.optional(v.nullable(TimeZone)),
      country: v.optional(v.nullable(CountryCode)),
      language: v.optional(v.nullable(Locale)),
      profile: v.optional(v.nullable(Id)),
      form_path: v.optional(v.nullable(text(0, 1000))),
      referrer: v.optional(v.nullable(text(0, 2000))),
      csrf: v.pipe(v.string('wrong_type'), v.maxLength(500, 'too_long')),
      token: v.pipe(v.string('wrong_type'), v.maxLength(1000, 'too_long')),
      n: Id,
    }),
    v.forward(
      v.partialCheck([['name'], ['email']], ({ name, email }) => name.toLowerCase() !== email, 'not_allowed'),
      ['name'],
    ),
  ),
  output: UserAnswer,
  status: 201,
  errors: ['email_taken', 'signups_closed', 'too_many'],
  summary: 'A new account and its session; the activation mail is queued',
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/user.php',
  who: 'M',
  input: v.partial(
    v.object({
      name: Name,
      country: CountryCode,
      countryregion: v.nullable(Slug),
      city: v.nullable(text(0, CITY_MAX)),
      gender: Gender,
      date_of_birth: CalendarDay,
      personal: v.nullable(text(0, PERSONAL_MAX)),
      language: Locale,
      locale: Locale,
      timezone: TimeZone,
      interests: v.pipe(v.array(Slug, 'wrong_type'), v.maxLength(100, 'too_long')),
      fields: v.record(Slug, v.nullable(Slug), 'wrong_type'),
      paused: v.boolean('wrong_type'),
      hide_presence: v.boolean('wrong_type'),
      hide_fictional: v.boolean('wrong_type'),
      hidden_words: v.pipe(v.array(text(1, 100), 'wrong_type'), v.maxLength(200, 'too_long')),
      payment_country: CountryCode,
      lastSignupStep: v.pipe(
        v.number('wrong_type'),
        v.integer('wrong_type'),
        v.minValue(0, 'not_allowed'),
        v.maxValue(SIGNUP_STEPS - 1, 'not_allowed'),
      ),
    }),
  ),
  output: UserAnswer,
  errors: ['too_many'],
  summary: 'Changes what is named, nothing else',
});

export const logIn = endpoint({
  method: 'POST',
  path: '/api/login.php',
  who: 'P',
  input: v.object({ email: EmailAddress, password: v.pipe(v.string('wrong_type'), v.nonEmpty('required'), v.maxLength(1000, 'too_long')) }),
  output: UserAnswer,
  errors: ['wrong_credentials', 'deleted', 'banned', 'too_many'],
  summary: 'Opens a session; an unknown address and a wrong password answer alike',
});

export const logOut = endpoint({
  method: 'GET',
  path: '/api/logout.php',
  who: 'M',
  changesState: true,
  clearsCache: true,
  as: 'text',
  input: v.object({}),
  output: v.literal('done'),
  summary: 'Ends this session and closes its sockets',
});

export const EMAIL_STATUSES = ['new', 'active', 'not_confirmed', 'deleted', 'invalid'] as const;

export const validateEmail = endpoint({
  method: 'GET',
  path: '/api/validate_email.php',
  who: 'P',
  input: v.object({ email: v.pipe(v.string('wrong_type'), v.maxLength(1000, 'too_long')) }),
  output: v.object({ token: v.nullable(v.string()), status: v.picklist(EMAIL_STATUSES), email: v.string(), request_email: v.string() }),
  errors: ['too_many'],
  summary: 'Whether an address can sign up, with the token the sign-up needs',
});

export const activateByLink = endpoint({
  method: 'GET',
  path: '/api/activate.php',
  when: 'token',
  who: 'P',
  as: 'redirect',
  // Whatever is wrong with a link, its reader meets the page that says so.
  input: v.object({ token: v.fallback(v.pipe(v.string(), v.maxLength(1000)), '') }),
  output: v.string(),
  summary: 'The link of the activation mail; opens as often as it is asked, signs nobody in',
});

export const getActivation = endpoint({
  method: 'GET',
  path: '/api/activate.php',
  who: 'M',
  input: v.object({}),
  output: v.object({ delivered: v.boolean() }),
  summary: 'Whether the mail driver has accepted the activation mail',
});

export const resendActivation = endpoint({
  method: 'POST',
  path: '/api/activate.php',
  who: 'M',
  input: v.object({}),
  output: Empty,
  status: 204,
  errors: ['conflict', 'too_many'],
  summary: 'Sends the activation mail again: 60 s apart, 5 a day',
});
