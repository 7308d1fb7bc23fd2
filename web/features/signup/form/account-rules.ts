import * as v from 'valibot';
import { isNameTheEmail, NAME_MAX, Name } from '#contract/member-name';

export interface AccountValues {
  email: string;
  name: string;
  password: string;
}

export type NameProblem = 'required' | 'too_long' | 'starts_with_at' | 'is_email';

/** The name a sign-up starts with: what stands before the @ of the address. */
export function nameFromEmail(email: string): string {
  const [before = ''] = email.trim().split('@');
  return [...before].slice(0, NAME_MAX).join('');
}

/** Why a name is refused; null if it is acceptable (docs/product.md, "Name rules"). */
export function nameProblem(name: string, email: string): NameProblem | null {
  const clean = name.trim();
  if (clean === '') return 'required';
  if (clean.startsWith('@')) return 'starts_with_at';
  if (isNameTheEmail(clean, email)) return 'is_email';
  return v.is(Name, name) ? null : 'too_long';
}
