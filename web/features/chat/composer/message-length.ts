import { MESSAGE_MAX } from '#contract/chat';
import { hasHeapedMarks, isBlank } from '#contract/primitives';

/** From here on the composer says how much room is left. */
const NEAR_END = 200;

/** Characters as the server counts them: code points after NFC and trimming. */
export const lengthOf = (text: string): number => [...(hasHeapedMarks(text) ? text : text.normalize('NFC')).trim()].length;

/** What is left of the limit; null while it is far away. */
export function roomLeft(text: string): number | null {
  if (text.length < MESSAGE_MAX - NEAR_END) return null;
  const left = MESSAGE_MAX - lengthOf(text);
  return left <= NEAR_END ? left : null;
}

/** What may be sent of a typed text; null for a blank or over-long one. */
export function sendable(text: string): string | null {
  const length = lengthOf(text);
  return isBlank(text) || length > MESSAGE_MAX ? null : text.toWellFormed().trim();
}
