import { readItem, writeItem } from '../../../platform/web-storage.ts';

const keyOf = (member: string) => `last-chat/${member}`;

/** The conversation that a member opened last on this device (docs/product.md, "Conversation list"). */
export interface LastChat {
  readonly conversation: string;
  /** When it was opened, in ISO 8601, UTC. */
  readonly openedAt: string;
}

/** The conversation opened last; null if there is none or storage is blocked. */
export function readLastChat(member: string): LastChat | null {
  const [conversation = '', at = ''] = readItem(keyOf(member))?.split(' ') ?? [];
  return conversation && !Number.isNaN(Date.parse(at)) ? { conversation, openedAt: at } : null;
}

/** Stores the conversation as the one opened last, now. Does nothing if storage is blocked. */
export function storeLastChat(member: string, conversation: string): void {
  writeItem(keyOf(member), `${conversation} ${new Date().toISOString()}`);
}
