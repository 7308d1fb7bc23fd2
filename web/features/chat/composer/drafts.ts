import { readItem, writeItem } from '../../../platform/web-storage.ts';

const KEY_PREFIX = 'draft';
const keyOf = (member: string, conversation: string) => `${KEY_PREFIX}/${member}/${conversation}`;

/** The text typed into a conversation and not sent; '' if there is none or storage is blocked. */
export function readDraft(member: string, conversation: string): string {
  return readItem(keyOf(member, conversation)) ?? '';
}

/** Stores what was typed; '' deletes the draft. Where storage is blocked, the text lasts as long as the page. */
export function storeDraft(member: string, conversation: string, text: string): void {
  writeItem(keyOf(member, conversation), text || null);
}
