import { MESSAGE_MAX } from '#contract/chat';
import { hasStackedMarks, isBlank } from '#contract/primitives';

/** The composer shows the number of characters left from this number down. */
const COUNTER_THRESHOLD = 200;

/** Characters as the server counts them: code points after NFC and trimming. */
export const lengthOf = (text: string): number => [...(hasStackedMarks(text) ? text : text.normalize('NFC')).trim()].length;

/** How many characters are left, negative if there are too many; null while more than COUNTER_THRESHOLD are left. */
export function charactersLeft(text: string): number | null {
  if (text.length < MESSAGE_MAX - COUNTER_THRESHOLD) return null;
  const left = MESSAGE_MAX - lengthOf(text);
  return left <= COUNTER_THRESHOLD ? left : null;
}

/** The typed text as it is sent: well-formed and trimmed. Returns null if it is blank or too long. */
export function textToSend(text: string): string | null {
  const length = lengthOf(text);
  return isBlank(text) || length > MESSAGE_MAX ? null : text.toWellFormed().trim();
}
