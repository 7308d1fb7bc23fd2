const keyOf = (member: string) => `last-chat/${member}`;

/** The conversation that a member opened last on this device (docs/product.md, "Conversation list"). */
export interface LastChat {
  readonly conversation: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Blocked storage only means that nothing is remembered. */
export function readLastChat(member: string): LastChat | null {
  try {
    const [conversation = '', at = ''] = localStorage.getItem(keyOf(member))?.split(' ') ?? [];
    return conversation && !Number.isNaN(Date.parse(at)) ? { conversation, at } : null;
  } catch {
    return null;
  }
}

export function keepLastChat(member: string, conversation: string): void {
  try {
    localStorage.setItem(keyOf(member), `${conversation} ${new Date().toISOString()}`);
  } catch {
    // Nothing to keep it in.
  }
}
