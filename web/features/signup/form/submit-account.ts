import type { User } from '#contract/account';
import type { InputOf } from '#contract/endpoint';
import type { signUp } from '#contract/signup';

export type SignUpInput = InputOf<typeof signUp>;

/** What the sequence needs from outside: the call itself and new tokens when the old ones have run out. */
export interface SignUpPorts {
  signUp: (input: SignUpInput) => Promise<{ user: User | null }>;
  freshCsrf: () => Promise<string>;
  freshToken: () => Promise<string | null>;
  /** The fields a refusal names, by code; empty when it names none. */
  refusedFields: (error: unknown) => Readonly<Record<string, string>>;
}

/** Signs up; a csrf or address token that has run out is fetched anew and the call repeated, once. */
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
