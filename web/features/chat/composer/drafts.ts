const KEY_PREFIX = 'draft';
const keyOf = (member: string, conversation: string) => `${KEY_PREFIX}/${member}/${conversation}`;

/** The text typed into a conversation and not sent; '' if there is none or storage is blocked. */
export function readDraft(member: string, conversation: string): string {
  try {
    return localStorage.getItem(keyOf(member, conversation)) ?? '';
  } catch {
    return '';
  }
}

/** Stores what was typed; '' deletes the draft. Does nothing if storage is blocked. */
export function storeDraft(member: string, conversation: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(member, conversation));
    else localStorage.setItem(keyOf(member, conversation), text);
  } catch {
    // The text lasts as long as the page.
  }
}
