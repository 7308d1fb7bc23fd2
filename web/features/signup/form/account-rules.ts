import * as v from 'valibot';
import { isNameTheEmail, NAME_MAX, Name } from '#contract/member-name';

export interface AccountValues {
  email: string;
  name: string;
  password: string;
}

export type NameProblem = 'required' | 'too_long' | 'starts_with_at' | 'is_email';

/** What divides the words of a mailbox's name, and the digits around a word. */
const BETWEEN_WORDS = /[\s._-]+/;
const DIGITS_AROUND = /^\p{N}+|\p{N}+$/gu;
const LETTER = /\p{L}/gu;

const lettersIn = (word: string) => word.match(LETTER)?.length ?? 0;

/** The word as a name is written: "Marit" for "marit" and "MARIT", "McKay" as it is. */
function asName(word: string): string {
  const cased = word === word.toUpperCase() ? word.toLowerCase() : word;
  const [first = '', ...others] = cased;
  return [...first.toUpperCase(), ...others].slice(0, NAME_MAX).join('');
}

/**
 * The name a sign-up starts with: the first word before the @ of the address, "Marit" for marit.de-vries84@…, as others need no surname
 * to say hello. An initial gives way to the next word. Empty if no word has a letter.
 */
export function nameFromEmail(email: string): string {
  const [mailbox = ''] = email.trim().split(/[@+]/);
  const words = mailbox.split(BETWEEN_WORDS).map((word) => word.replace(DIGITS_AROUND, ''));
  return asName(words.find((word) => lettersIn(word) > 1) ?? words.find((word) => lettersIn(word) > 0) ?? '');
}

/** Why a name is refused; null if it is acceptable (docs/product.md, "Name rules"). */
export function nameProblem(name: string, email: string): NameProblem | null {
  const clean = name.trim();
  if (clean === '') return 'required';
  if (clean.startsWith('@')) return 'starts_with_at';
  if (isNameTheEmail(clean, email)) return 'is_email';
  return v.is(Name, name) ? null : 'too_long';
}
