import type { User } from '#contract/account';
import type { InputOf } from '#contract/endpoint';
import type { signUp } from '#contract/signup';

export type SignUpInput = InputOf<typeof signUp>;

/** What submitting needs from outside: the call itself, and new tokens when the old ones have expired. */
export interface SignUpPorts {
  signUp: (input: SignUpInput) => Promise<{ user: User | null }>;
  freshCsrf: () => Promise<string>;
  freshToken: () => Promise<string | null>;
  /** The error codes of a refusal by field; empty if it names no field. */
  refusedFields: (error: unknown) => Readonly<Record<string, string>>;
}

/**
 * Signs up. If the CSRF token or the proof of the address has expired, fetches a new one and repeats the call once. Throws any other
 * refusal, and the first one if no new proof was given.
 */
export async function submitAccount(input: SignUpInput, ports: SignUpPorts): Promise<User | null> {
  try {
    return (await ports.signUp(input)).user;
  } catch (error) {
    const refused = ports.refusedFields(error);
    if (!refused.csrf && !refused.token) throw error;
    const csrf = refused.csrf ? await ports.freshCsrf() : input.csrf;
    const token = refused.token ? await ports.freshToken() : input.token;
    if (token === null) throw error;
    return (await ports.signUp({ ...input, csrf, token })).user;
  }
}
