import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { InputOf, OutputOf } from '#contract/endpoint';
import { confirmOperator, type finishLogIn, startConfirmation } from '#contract/operator/desk-session';
import type { addPasskey, startPasskey } from '#contract/operator/passkeys';
import { call } from '../../api/call.ts';
import type { DeskKey } from '../texts.ts';
import { setOperator } from './operator-query.ts';

/** Why the browser gave no passkey, as a key of the texts of the session. */
export class PasskeyProblem extends Error {
  readonly text: DeskKey<'session'>;

  constructor(text: DeskKey<'session'>, options?: ErrorOptions) {
    super(text, options);
    this.text = text;
  }
}

/** Runs a ceremony of the browser. Throws PasskeyProblem for whatever it refuses: browsers do not tell a cancelled one from a slow one. */
async function ceremony<T>(run: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new PasskeyProblem('unsupported');
  try {
    return await run();
  } catch (cause) {
    const isHere = cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new PasskeyProblem(isHere ? 'already_here' : 'cancelled', { cause });
  }
}

type Request = Pick<OutputOf<typeof startConfirmation>, 'challenge' | 'options'>;
type Creation = Pick<OutputOf<typeof startPasskey>, 'challenge' | 'options'>;

/** Lets the operator sign a challenge. Throws PasskeyProblem. */
export async function signChallenge({ challenge, options }: Request): Promise<InputOf<typeof finishLogIn>> {
  const { id, rawId, response } = await ceremony(() => startAuthentication({ optionsJSON: options }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { challenge, response: { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } } };
}

/** Lets the operator make a passkey. Throws PasskeyProblem. */
export async function createPasskey({ challenge, options }: Creation): Promise<Omit<InputOf<typeof addPasskey>, 'name'>> {
  const { id, rawId, response } = await ceremony(() => startRegistration({ optionsJSON: options }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { challenge, response: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } } };
}

/** Confirms with a passkey what needs a confirmation. Throws PasskeyProblem and CallError. */
export async function confirmWithPasskey(): Promise<void> {
  const signed = await signChallenge(await call(startConfirmation, {}));
  setOperator((await call(confirmOperator, signed)).operator);
}
