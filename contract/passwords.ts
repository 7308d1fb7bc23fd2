import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { EmailAddress, Empty, Token } from './primitives.ts';
import { CurrentPassword } from './session.ts';

export const PASSWORD_MIN = 8;

/** A new password, as it was typed: nothing is trimmed. Its minimum length counts code points. */
export const Password = v.pipe(
  v.string('wrong_type'),
  v.nonEmpty('required'),
  v.maxLength(1000, 'too_long'),
  v.check((password) => password.isWellFormed(), 'wrong_type'),
  v.check((password) => [...password].length >= PASSWORD_MIN, 'too_short'),
);

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/resetpassword.php',
  who: 'everybody',
  limits: ['reset_mails_an_hour', 'resets_an_hour', 'address_mails_an_hour'],
  input: v.object({ email: EmailAddress }),
  output: Empty,
  status: 204,
  errors: ['too_many'],
  summary: 'Mails a link to set a new password; the same answer whether or not there is such an account',
});

export const checkReset = endpoint({
  method: 'GET',
  path: '/api/resetpassword.php',
  who: 'everybody',
  limits: 'token',
  input: v.object({ token: Token }),
  output: Empty,
  status: 204,
  summary: 'Whether a mailed link can still set a new password; changes nothing and refuses the token as the change itself does',
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/api/resetpassword.php',
  who: 'everybody',
  limits: 'token',
  input: v.object({ token: Token, password: Password }),
  output: Empty,
  status: 204,
  errors: ['too_many'],
  summary: 'Sets a new password by the mailed link, which is valid for an hour and works once; ends all sessions',
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/password.php',
  who: 'members',
  limits: ['password_tries_an_hour'],
  input: v.object({ old: CurrentPassword, password: Password }),
  output: Empty,
  status: 204,
  errors: ['too_many'],
  summary: 'Sets a new password inside the account; ends all other sessions',
});
