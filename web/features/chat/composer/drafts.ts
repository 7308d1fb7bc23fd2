const PREFIX = 'draft';
const keyOf = (member: string, conversation: string) => `${PREFIX}/${member}/${conversation}`;

/** What was typed into a conversation and not sent. Blocked storage only means that it does not outlive the page. */
export function readDraft(member: string, conversation: string): string {
  try {
    return localStorage.getItem(keyOf(member, conversation)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(member: string, conversation: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(member, conversation));
    else localStorage.setItem(keyOf(member, conversation), text);
  } catch {
    // Nothing to keep it in.
  }
}
