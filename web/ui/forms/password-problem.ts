import * as v from 'valibot';
import { Password } from '#contract/passwords';

const PASSWORD_PROBLEMS = ['required', 'too_short', 'too_long'] as const;
export type PasswordProblem = (typeof PASSWORD_PROBLEMS)[number];

/** What is wrong with a new password; null if it is accepted. */
export function passwordProblem(password: string): PasswordProblem | null {
  const [issue] = v.safeParse(Password, password).issues ?? [];
  return PASSWORD_PROBLEMS.find((problem) => problem === issue?.message) ?? null;
}
