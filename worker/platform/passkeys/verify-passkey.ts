import type { PasskeyAssertion, PasskeyAttestation } from '#contract/operator/passkeys';
import { decodeBase64url, encodeBase64url } from '../../lib/crypto.ts';

/** ES256, EdDSA and RS256, by their numbers in COSE. */
export const PASSKEY_ALGORITHMS = [-7, -8, -257] as const;

/** What an authenticator has to have signed: a challenge, on one of these origins, for this site. */
export interface ExpectedCeremony {
  readonly challenge: string;
  readonly origins: readonly string[];
  readonly rpId: string;
}

/** A passkey as it is stored. `publicKey` is the COSE key as base64url. */
export interface StoredPasskey {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
}

/** The library is loaded on first use, because only the desk needs it. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Its functions throw an Error for everything that is not as expected; which of them it was is of no use to whoever tries. */
async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/**
 * The new passkey of an answer to a creation. Returns null if it was made for another challenge, origin or site, without checking the user's
 * finger, face or PIN, or with an algorithm that was not asked for.
 */
export async function verifyNewPasskey(
  response: PasskeyAttestation,
  { challenge, origins, rpId }: ExpectedCeremony,
): Promise<StoredPasskey | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  return orNull(async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: encodeBase64url(publicKey), counter };
  });
}

/**
 * The counter of a passkey after it has signed. Returns null if the signature is wrong, if it was made for another challenge, origin or site,
 * without checking the user's finger, face or PIN, or if the counter has not risen, as with a copied authenticator.
 */
export async function verifyPasskey(
  response: PasskeyAssertion,
  passkey: StoredPasskey,
  { challenge, origins, rpId }: ExpectedCeremony,
): Promise<{ readonly counter: number } | null> {
  const publicKey = decodeBase64url(passkey.publicKey);
  if (!publicKey || response.id !== passkey.id) return null;
  const { verifyAuthenticationResponse } = await loadLibrary();
  return orNull(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      credential: { id: passkey.id, publicKey, counter: passkey.counter },
      requireUserVerification: true,
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  });
}
