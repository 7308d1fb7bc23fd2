import type * as v from 'valibot';
import { MINUTE } from '#contract/durations';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/operator/passkeys';
import type { ChallengeRow, PasskeyRow } from '#db/queries/operator/passkeys';
import { encodeBase64url, randomId, sha256 } from '../lib/crypto.ts';
import { type ExpectedCeremony, PASSKEY_ALGORITHMS } from '../platform/passkeys/verify-passkey.ts';
import type { Context } from './context.ts';

/** An authenticator has to answer within this time. */
const CHALLENGE_MS = 5 * MINUTE;
/** Challenges of an operator that may be open at a time. */
export const MAX_CHALLENGES = 20;

/** The row of a new challenge of 32 random bytes. */
export const newChallenge = (
  { now }: Pick<Context, 'now'>,
  of: Pick<ChallengeRow, 'memberId' | 'purpose'> & Partial<Pick<ChallengeRow, 'sessionId' | 'codeHash'>>,
): ChallengeRow => ({
  sessionId: null,
  codeHash: null,
  ...of,
  id: randomId(),
  challenge: encodeBase64url(crypto.getRandomValues(new Uint8Array(32))),
  expiresAt: now + CHALLENGE_MS,
});

type Site = Pick<Context, 'env' | 'visitor' | 'settings'>;

/** The site to which passkeys belong: the host of its address. */
const rpIdOf = ({ env }: Pick<Site, 'env'>): string => new URL(env.SITE_URL).hostname;

/** What an authenticator has to have signed for a challenge. */
export const ceremonyOf = (
  { env, visitor }: Pick<Site, 'env' | 'visitor'>,
  { challenge }: Pick<ChallengeRow, 'challenge'>,
): ExpectedCeremony => ({
  challenge,
  origins: [...new Set([env.SITE_URL, visitor.origin])],
  rpId: rpIdOf({ env }),
});

const descriptorsOf = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ id, transports }) => ({ id, type: 'public-key' as const, transports }));

/** What a browser needs to sign a challenge with one of these passkeys. */
export const requestOptions = (
  site: Site,
  { challenge }: ChallengeRow,
  passkeys: readonly PasskeyRow[],
): v.InferOutput<typeof PasskeyRequestOptions> => ({
  challenge,
  rpId: rpIdOf(site),
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials: descriptorsOf(passkeys),
});

/** What a browser needs to make a passkey beside those that there are. */
export const creationOptions = (
  site: Site,
  { challenge }: ChallengeRow,
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
  passkeys: readonly PasskeyRow[],
): v.InferOutput<typeof PasskeyCreationOptions> => ({
  challenge,
  rp: { id: rpIdOf(site), name: site.settings.name },
  user: { id, name: email, displayName: name },
  pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_MS,
  attestation: 'none',
  excludeCredentials: descriptorsOf(passkeys),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
});

/** The hash under which an enrolment code is stored. */
export const enrolmentHash = (code: string): Promise<string> => sha256(`enrolment ${code}`);
