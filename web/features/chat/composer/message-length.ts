import { MESSAGE_MAX } from '#contract/chat';
import { hasHeapedMarks, isBlank } from '#contract/primitives';

/** The composer shows the number of characters left from this number down. */
const NEAR_END = 200;

/** Characters as the server counts them: code points after NFC and trimming. */
export const lengthOf = (text: string): number => [...(hasHeapedMarks(text) ? text : text.normalize('NFC')).trim()].length;

/** How many characters are left, negative if there are too many; null while more than NEAR_END are left. */
export function roomLeft(text: string): number | null {
  if (text.length < MESSAGE_MAX - NEAR_END) return null;
  const left = MESSAGE_MAX - lengthOf(text);
  return left <= NEAR_END ? left : null;
}

/** The typed text as it is sent: well-formed and trimmed. Returns null if it is blank or too long. */
export function sendable(text: string): string | null {
  const length = lengthOf(text);
  return isBlank(text) || length > MESSAGE_MAX ? null : text.toWellFormed().trim();
}
