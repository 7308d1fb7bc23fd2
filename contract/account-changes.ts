import * as v from 'valibot';
import { User, UserAnswer } from './account.ts';
import { endpoint } from './endpoint.ts';
import { Name } from './member-name.ts';
import { oneLineText } from './one-line-text.ts';
import {
  boundedText,
  CalendarDay,
  CountryCode,
  EmailAddress,
  Empty,
  Gender,
  Locale,
  MAX_AGE,
  Slug,
  Timestamp,
  Token,
} from './primitives.ts';
import { PROMPT_ANSWER_MAX, PROMPTS_MAX } from './profile.ts';
import { CurrentPassword } from './session.ts';

export const SIGNUP_STEPS = 8;
export const CITY_MAX = 255;
export const PERSONAL_MAX = 5000;
/** Hidden words or phrases that a member may have, and below it the characters of one. */
export const HIDDEN_WORDS_MAX = 200;
export const HIDDEN_WORD_MAX = 100;

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

const SearchedAge = v.pipe(v.number('wrong_type'), v.integer('wrong_type'), v.maxValue(MAX_AGE, 'not_allowed'));

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/user.php',
  who: 'members',
  limits: 'own_rows',
  input: v.partial(
    v.object({
      name: Name,
      country: CountryCode,
      countryregion: v.nullable(Slug),
      city: v.nullable(oneLineText(0, CITY_MAX)),
      gender: Gender,
      date_of_birth: CalendarDay,
      personal: v.nullable(boundedText(0, PERSONAL_MAX)),
      language: Locale,
      locale: Locale,
      timezone: TimeZone,
      interests: v.pipe(v.array(Slug, 'wrong_type'), v.maxLength(100, 'too_long')),
      /** Replaces all answers; their order is that of the profile. */
      prompts: v.pipe(
        v.array(v.object({ id: Slug, text: boundedText(1, PROMPT_ANSWER_MAX) }, 'wrong_type'), 'wrong_type'),
        v.maxLength(PROMPTS_MAX, 'too_long'),
        v.check((prompts) => new Set(prompts.map(({ id }) => id)).size === prompts.length, 'not_allowed'),
      ),
      fields: v.pipe(v.record(Slug, v.nullable(Slug), 'wrong_type'), v.maxEntries(100, 'too_long')),
      paused: v.boolean('wrong_type'),
      hide_presence: v.boolean('wrong_type'),
      hide_fictional: v.boolean('wrong_type'),
      allow_search_engines: v.boolean('wrong_type'),
      hidden_words: v.pipe(v.array(boundedText(1, HIDDEN_WORD_MAX), 'wrong_type'), v.maxLength(HIDDEN_WORDS_MAX, 'too_long')),
      away_mails: v.boolean('wrong_type'),
      payment_country: CountryCode,
      lastSignupStep: v.pipe(
        v.number('wrong_type'),
        v.integer('wrong_type'),
        v.minValue(0, 'not_allowed'),
        v.maxValue(SIGNUP_STEPS - 1, 'not_allowed'),
      ),
      /** Replaces gender and ages of the saved search and leaves its other filters. */
      search_preference: v.pipe(
        v.object({ gender: v.union([v.literal(''), Gender], 'unknown'), min_age: SearchedAge, max_age: SearchedAge }, 'wrong_type'),
        v.forward(
          v.check(({ min_age, max_age }) => min_age <= max_age, 'not_allowed'),
          ['max_age'],
        ),
      ),
      /**
       * Consents to the use of sensitive answers, by the version of the sentence that was shown; null withdraws the consent and deletes these
       * answers. Without consent, sensitive answers are refused with `required` for this field.
       */
      sensitive_consent: v.nullable(v.pipe(v.number('wrong_type'), v.integer('wrong_type'))),
    }),
  ),
  output: UserAnswer,
  errors: ['too_many'],
  summary: 'Changes the fields that are sent, and no others',
});

export const activateByLink = endpoint({
  method: 'GET',
  path: '/api/activate.php',
  onlyWithQuery: 'token',
  who: 'everybody',
  limits: 'token',
  answerKind: 'redirect',
  // An invalid token becomes '', so that it leads to the error page instead of a refusal.
  input: v.object({ token: v.fallback(v.pipe(v.string(), v.maxLength(1000)), '') }),
  output: v.string(),
  summary: 'The link of the activation mail; works any number of times and signs nobody in',
});

export const getActivation = endpoint({
  method: 'GET',
  path: '/api/activate.php',
  who: 'members',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ delivered: v.boolean() }),
  summary: 'Whether the mail driver has accepted the activation mail',
});

export const resendActivation = endpoint({
  method: 'POST',
  path: '/api/activate.php',
  who: 'members',
  limits: ['activation_mails_a_day'],
  input: v.object({}),
  output: Empty,
  status: 204,
  errors: ['conflict', 'too_many'],
  summary: 'Sends the activation mail again: 60 s apart, 5 a day',
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/mailchange.php',
  who: 'members',
  limits: ['password_tries_an_hour', 'mail_changes_a_day'],
  input: v.object({ email: EmailAddress, password: CurrentPassword }),
  output: UserAnswer,
  errors: ['email_taken', 'too_many'],
  summary:
    'If the account is not confirmed, the address is replaced at once and a new activation mail sent; otherwise a mail to the new address asks for confirmation first',
});

export const confirmEmailChange = endpoint({
  method: 'PUT',
  path: '/api/mailchange.php',
  who: 'everybody',
  limits: 'token',
  input: v.object({ token: Token }),
  output: Empty,
  status: 204,
  errors: ['email_taken'],
  summary: 'Confirms the change by the link in the mail to the new address; the old address gets a mail with an undo link',
});

export const undoEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/mailchange.php',
  who: 'everybody',
  limits: 'token',
  input: v.object({ token: Token }),
  output: Empty,
  status: 204,
  errors: ['email_taken'],
  summary: 'Takes a change of address back within 48 hours, signed out, and ends all sessions',
});

export const DELETE_REASON_MAX = 2000;

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user.php',
  who: 'members',
  limits: ['password_tries_an_hour'],
  input: v.object({ password: CurrentPassword, reason: v.optional(v.nullable(boundedText(0, DELETE_REASON_MAX))) }),
  output: Empty,
  status: 204,
  clearsCache: true,
  errors: ['too_many'],
  summary: 'Hides the account everywhere at once and ends its sessions; 28 days to undo by the mailed link, then erased',
});

export const undeleteUser = endpoint({
  method: 'POST',
  path: '/api/undelete.php',
  who: 'everybody',
  limits: [
    { limit: 'logins_an_hour', onlyWith: 'email' },
    { limit: 'network_logins_an_hour', onlyWith: 'email' },
  ],
  input: v.object({ token: v.optional(Token), email: v.optional(EmailAddress), password: v.optional(CurrentPassword) }),
  output: Empty,
  status: 204,
  errors: ['wrong_credentials', 'too_many'],
  summary: 'With a token: the account is back. With address and password: the mail with the link is sent again',
});

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/export.php',
  who: 'members',
  limits: ['exports_a_day'],
  input: v.object({}),
  output: v.objectWithRest({ exported_at: Timestamp, user: User }, v.unknown()),
  fileName: 'export.json',
  errors: ['too_many'],
  summary: 'Everything that the site stores about the member, as JSON',
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe.php',
  who: 'everybody',
  limits: 'token',
  bodyKind: 'anything',
  input: v.object({ token: Token }),
  output: Empty,
  status: 204,
  summary:
    'One-click unsubscribe of a mail program (RFC 8058): by signed token, without login or origin check; ends all mails except those about the account',
});

export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe.php',
  who: 'everybody',
  limits: 'token',
  answerKind: 'redirect',
  input: v.object({}),
  output: v.string(),
  summary: 'Redirects a person who opens the unsubscribe link to the preferences; changes nothing',
});
