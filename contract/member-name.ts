import * as v from 'valibot';
import { boundedText } from './primitives.ts';

export const NAME_MAX = 150;

/**
 * Characters that a name must not hold: control characters, line breaks, characters that change the writing direction, and invisible or
 * blank characters. A name is shown as one line.
 */
const FORBIDDEN_CHARACTERS =
  /\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u;
/** A zero-width joiner or non-joiner that does not stand between two characters. */
const STRAY_JOINER = /(?:^|[\s\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?:\s|$)/u;
/** Five combining marks in a row, more than any script puts on one letter. */
const STACKED_MARKS = /\p{M}{5}/u;

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
  boundedText(1, NAME_MAX),
  v.check((name) => !foldName(name).startsWith('@'), 'not_allowed'),
  v.check((name) => !FORBIDDEN_CHARACTERS.test(name) && !STRAY_JOINER.test(name) && !STACKED_MARKS.test(name), 'not_allowed'),
);
