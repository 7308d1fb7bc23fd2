import * as v from 'valibot';
import { UserAnswer } from './account.ts';
import { endpoint } from './endpoint.ts';
import { EmailAddress, Empty } from './primitives.ts';

/** The current password, given as proof. It may be shorter than a new one must be. */
export const CurrentPassword = v.pipe(v.string('wrong_type'), v.nonEmpty('required'), v.maxLength(1000, 'too_long'));

export const logIn = endpoint({
  method: 'POST',
  path: '/api/login.php',
  who: 'everybody',
  limits: ['logins_an_hour', 'network_logins_an_hour'],
  input: v.object({ email: EmailAddress, password: CurrentPassword }),
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
