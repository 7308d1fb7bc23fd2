import * as v from 'valibot';
import { Password, UserAnswer } from './account.ts';
import { endpoint } from './endpoint.ts';
import { EmailAddress, Empty, Id, Timestamp, Token } from './primitives.ts';

export const logIn = endpoint({
  method: 'POST',
  path: '/api/login.php',
  who: 'everybody',
  limits: ['logins_an_hour', 'network_logins_an_hour'],
  input: v.object({ email: EmailAddress, password: v.pipe(v.string('wrong_type'), v.nonEmpty('required'), v.maxLength(1000, 'too_long')) }),
  output: UserAnswer,
  errors: ['wrong_credentials', 'deleted', 'banned', 'too_many'],
  summary: 'Opens a session; an unknown address and a wrong password answer alike',
});

export const logOut = endpoint({
  method: 'GET',
  path: '/api/logout.php',
  who: 'members',
  limits: 'own_rows',
  changesState: true,
  clearsCache: true,
  answerKind: 'text',
  input: v.object({}),
  output: v.literal('done'),
  summary: 'Ends this session and closes its sockets',
});

export const reportPageHidden = endpoint({
  method: 'POST',
  path: '/api/page-hidden.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({}),
  output: Empty,
  status: 204,
  summary:
    'No page of this browser is visible any more: the member is shown as offline, unless another device is visible, until the next call',
});

export const reportPresence = endpoint({
  method: 'POST',
  path: '/api/presence.php',
  who: 'everybody',
  limits: 'token',
  input: v.object({ note: v.pipe(v.string('wrong_type'), v.maxLength(1000, 'too_long')) }),
  output: Empty,
  status: 204,
  summary: 'For the rooms: a signed note that a member is offline since a time, or online again',
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions.php',
  who: 'members',
  limits: 'reads',
  input: v.object({}),
  output: v.object({
    sessions: v.array(v.object({ id: Id, device: v.string(), last_seen_at: Timestamp, is_current: v.boolean() })),
  }),
  summary: 'The devices that are signed in, this one first, then the latest seen',
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({ id: Id }),
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'Signs one device out and closes its sockets',
});

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
  input: v.object({ old: v.pipe(v.string('wrong_type'), v.nonEmpty('required'), v.maxLength(1000, 'too_long')), password: Password }),
  output: Empty,
  status: 204,
  errors: ['too_many'],
  summary: 'Sets a new password inside the account; ends all other sessions',
});
