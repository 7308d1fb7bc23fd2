import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { boundedText, Empty, Id, Timestamp } from '../primitives.ts';

/** Bytes as base64url, at most so many characters. */
/* @__NO_SIDE_EFFECTS__ */
const base64url = (most: number) => v.pipe(v.string('wrong_type'), v.regex(/^[\w-]+$/, 'wrong_type'), v.maxLength(most, 'too_long'));
/** The id of a credential: the standard allows 1023 bytes. */
export const CredentialId = base64url(1364);
const Transports = v.array(v.string());
const CredentialDescriptor = v.object({ id: v.string(), type: v.literal('public-key'), transports: Transports });

/** What a browser needs to sign a challenge with a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  allowCredentials: v.array(CredentialDescriptor),
});

/** What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  excludeCredentials: v.array(CredentialDescriptor),
  authenticatorSelection: v.object({ residentKey: v.literal('preferred'), userVerification: v.literal('required') }),
});

/** `challenge` names what was asked and is sent back with the answer of the authenticator, once, within five minutes. */
export const PasskeyRequest = v.object({ challenge: Id, options: PasskeyRequestOptions });
export const PasskeyCreation = v.object({ challenge: Id, options: PasskeyCreationOptions });

const credential = { id: CredentialId, rawId: CredentialId, type: v.literal('public-key', 'unknown') };

/** What an authenticator has signed: `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAssertion = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
  }),
});
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>;

/** A passkey that an authenticator has made: `RegistrationResponseJSON` of WebAuthn. */
export const PasskeyAttestation = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(65_536),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string('wrong_type'), v.maxLength(20, 'too_long'))), v.maxLength(10, 'too_long')), []),
  }),
});
export type PasskeyAttestation = v.InferOutput<typeof PasskeyAttestation>;

/** How operators tell their passkeys apart. */
export const PasskeyName = boundedText(1, 60);

export const Passkey = v.object({
  id: v.string(),
  name: v.string(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  is_current: v.boolean(),
});
const PasskeyList = v.object({ passkeys: v.array(Passkey) });

/** Passkeys of an operator. Another one is refused with `conflict`. */
export const MAX_PASSKEYS = 10;

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/operator/passkeys.php',
  who: 'operators',
  limits: 'reads',
  input: v.object({}),
  output: PasskeyList,
  summary: 'The passkeys of the operator; the one of this session is marked',
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/passkeys.php',
  who: 'operators',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({}),
  output: PasskeyCreation,
  errors: ['conflict'],
  summary: 'What the browser needs to make another passkey of the operator',
});

export const addPasskey = endpoint({
  method: 'PUT',
  path: '/api/operator/passkeys.php',
  who: 'operators',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({ challenge: Id, name: PasskeyName, response: PasskeyAttestation }),
  output: Empty,
  status: 204,
  errors: ['passkey_refused', 'conflict'],
  summary: 'Stores another passkey of the operator',
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/operator/passkeys.php',
  who: 'operators',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({ id: CredentialId }),
  output: Empty,
  status: 204,
  errors: ['not_found', 'conflict'],
  summary: 'Removes a passkey with the desk sessions that it has opened; the last one stays',
});
