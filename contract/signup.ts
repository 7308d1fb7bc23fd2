import * as v from 'valibot';
import { User } from './account.ts';
import { TimeZone } from './account-changes.ts';
import { endpoint } from './endpoint.ts';
import { isNameTheEmail, Name } from './member-name.ts';
import { Password } from './passwords.ts';
import { boundedText, CountryCode, EmailAddress, Id, Locale } from './primitives.ts';

/** A campaign parameter of the address with which the visit began. */
const campaignParameter = v.optional(v.nullable(boundedText(0, 255)));

export const signUp = endpoint({
  method: 'POST',
  path: '/api/user.php',
  onlyWithQuery: 'new',
  who: 'everybody',
  limits: ['signups_an_hour'],
  input: v.pipe(
    v.object({
      email: EmailAddress,
      name: Name,
      password: Password,
      trafficsource: v.optional(
        v.object(
          { network: campaignParameter, ref: campaignParameter, sub: campaignParameter, sub2: campaignParameter, sub3: campaignParameter },
          'wrong_type',
        ),
      ),
      timezone: v.optional(v.nullable(TimeZone)),
      country: v.optional(v.nullable(CountryCode)),
      language: v.optional(v.nullable(Locale)),
      profile: v.optional(v.nullable(Id)),
      form_path: v.optional(v.nullable(boundedText(0, 1000))),
      referrer: v.optional(v.nullable(boundedText(0, 2000))),
      csrf: v.pipe(v.string('wrong_type'), v.maxLength(500, 'too_long')),
      token: v.pipe(v.string('wrong_type'), v.maxLength(1000, 'too_long')),
      n: Id,
    }),
    v.forward(
      v.partialCheck([['name'], ['email']], ({ name, email }) => !isNameTheEmail(name, email), 'not_allowed'),
      ['name'],
    ),
  ),
  // Null if the setting email_check is `strict`: then only the mail says whether there is a new account.
  output: v.object({ user: v.nullable(User) }),
  status: 201,
  errors: ['email_taken', 'signups_closed', 'too_many'],
  summary: 'A new account and its session; the activation mail is queued',
});

export const EMAIL_STATUSES = ['new', 'active', 'not_confirmed', 'deleted', 'invalid'] as const;

export const validateEmail = endpoint({
  method: 'GET',
  path: '/api/validate_email.php',
  who: 'everybody',
  limits: ['address_checks_a_minute', 'address_checks_a_day'],
  input: v.object({ email: v.pipe(v.string('wrong_type'), v.maxLength(1000, 'too_long')) }),
  output: v.object({ token: v.nullable(v.string()), status: v.picklist(EMAIL_STATUSES), email: v.string(), request_email: v.string() }),
  errors: ['too_many'],
  summary: 'Whether an address can sign up, with the token the sign-up needs',
});
