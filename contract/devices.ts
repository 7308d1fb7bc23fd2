import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Empty, Id, Timestamp } from './primitives.ts';

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
