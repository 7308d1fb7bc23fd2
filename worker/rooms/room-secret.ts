import { sign } from '#contract/signed-token';
import type { Env } from '../config/env.ts';

/**
 * The secret with which tickets and passes of rooms are signed, and names of rooms are made. Rooms at PartyKit share PARTY_SECRET with the
 * Worker; rooms in the Worker need no secret of their own, so without one it is made of SIGNING_KEY.
 */
export const roomSecretOf = async ({ PARTY_SECRET, SIGNING_KEY }: Pick<Env, 'PARTY_SECRET' | 'SIGNING_KEY'>): Promise<string> =>
  PARTY_SECRET ?? sign(SIGNING_KEY, 'the secret of rooms');
