import * as v from 'valibot';
import { oneLineText } from './one-line-text.ts';

export const NAME_MAX = 150;

/** A name in the form in which names are compared: NFKC, lower case, without joiners. */
const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .trim()
    .toLowerCase();

/** Whether a name is the e-mail address itself, also if look-alike characters disguise it (docs/product.md, "Name rules"). */
export const isNameTheEmail = (name: string, email: string): boolean => foldName(name) === email.trim().toLowerCase();

/**
 * What a name may be (docs/product.md, "Name rules"). That it is not the e-mail address is checked by `isNameTheEmail`, because the address
 * is not part of the name.
 */
export const Name = v.pipe(
  oneLineText(1, NAME_MAX),
  v.check((name) => !foldName(name).startsWith('@'), 'not_allowed'),
);
