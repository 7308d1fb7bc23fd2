import type { PendingMessage, StoredPending } from './conversation-ports.ts';

/** The messages whose client ids are not among `others`. */
export function excludeById(messages: readonly PendingMessage[], others: readonly PendingMessage[]): readonly PendingMessage[] {
  const ids = new Set(others.map(({ client_id }) => client_id));
  return messages.filter(({ client_id }) => !ids.has(client_id));
}

/**
 * The next message to send: of the first queued message of each conversation, the one written first. Within a conversation the order of the
 * list counts, not the time, because the clock of a device may jump back.
 */
export function firstQueued(
  conversations: Iterable<readonly PendingMessage[]>,
  maySend: (message: PendingMessage) => boolean,
): PendingMessage | undefined {
  const heads = [...conversations].flatMap((messages) => messages.find((message) => message.state === 'queued' && maySend(message)) ?? []);
  return heads.toSorted((a, b) => a.created_at.localeCompare(b.created_at))[0];
}

/**
 * Whether two lists hold the same messages, in the same order, in the same state and at the same prices. What was written never changes, but
 * for a quote that is left out. */
export function isSamePending(a: readonly PendingMessage[], b: readonly PendingMessage[]): boolean {
  const isSame = (message: PendingMessage, other: PendingMessage | undefined) =>
    message.client_id === other?.client_id &&
    message.state === other.state &&
    message.reason === other.reason &&
    message.ends_at === other.ends_at &&
    (message.about === null) === (other.about === null) &&
    message.expects?.credits === other.expects?.credits &&
    message.new_price?.credits === other.new_price?.credits;
  return a.length === b.length && a.every((message, i) => isSame(message, b[i]));
}

interface LocalIds {
  /** Ids of messages that were sent or discarded; the store must not bring them back. */
  readonly removed: ReadonlySet<string>;
  /** Ids of messages that the store does not hold yet. */
  readonly unstored: ReadonlySet<string>;
}

/** The pending messages from those this page knows and those stored. If the store is not whole, a message that it lacks stays pending. */
export function mergePending(
  known: readonly PendingMessage[],
  { entries, isComplete }: StoredPending,
  { removed, unstored }: LocalIds,
): readonly PendingMessage[] {
  const stored = entries.filter(({ client_id }) => !removed.has(client_id));
  if (!isComplete) return [...known, ...excludeById(stored, known)];
  return [...stored, ...excludeById(known, entries).filter(({ client_id }) => unstored.has(client_id))];
}
