import * as v from 'valibot';
import { boundedText } from './primitives.ts';

/**
 * Characters that a text of one line must not hold: control characters, line breaks, characters that change the writing direction, and
 * invisible or blank characters.
 */
const FORBIDDEN_CHARACTERS =
  /\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u;
/** A zero-width joiner or non-joiner that does not stand between two characters. */
const STRAY_JOINER = /(?:^|[\s\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?:\s|$)/u;
/** Five combining marks in a row, more than any script puts on one letter. */
const STACKED_MARKS = /\p{M}{5}/u;

/**
 * A schema for typed text of min to max code points that others see as one line, such as a name or a city. It refuses what boundedText
 * refuses, and with `not_allowed` what would break the line or disguise what it says (docs/product.md, "Name rules").
 */
/* @__NO_SIDE_EFFECTS__ */
export function oneLineText(min: number, max: number) {
  return v.pipe(
    boundedText(min, max),
    v.check((text) => !FORBIDDEN_CHARACTERS.test(text) && !STRAY_JOINER.test(text) && !STACKED_MARKS.test(text), 'not_allowed'),
  );
}
