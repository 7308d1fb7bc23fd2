import type { PendingMessage, StoredPending } from './conversation-ports.ts';

/** The messages whose ids the others do not have. */
export function without(messages: readonly PendingMessage[], others: readonly PendingMessage[]): readonly PendingMessage[] {
  const ids = new Set(others.map(({ client_id }) => client_id));
  return messages.filter(({ client_id }) => !ids.has(client_id));
}

/** The head of the conversation that has waited longest. Within one, the list's order rules: a device's clock may jump back. */
export function firstQueued(
  conversations: Iterable<readonly PendingMessage[]>,
  mayGo: (message: PendingMessage) => boolean,
): PendingMessage | undefined {
  const heads = [...conversations].flatMap((messages) => messages.find((message) => message.state === 'queued' && mayGo(message)) ?? []);
  return heads.toSorted((a, b) => a.created_at.localeCompare(b.created_at))[0];
}

interface OwnIds {
  /** What the store must not bring back. */
  readonly done: ReadonlySet<string>;
  /** What it does not hold yet. */
  readonly unwritten: ReadonlySet<string>;
}

/** What waits, out of what this page knows and what is stored. What a store that is not whole leaves out is not lost. */
export function mergePending(
  known: readonly PendingMessage[],
  { entries, isWhole }: StoredPending,
  { done, unwritten }: OwnIds,
): readonly PendingMessage[] {
  const stored = entries.filter(({ client_id }) => !done.has(client_id));
  if (!isWhole) return [...known, ...without(stored, known)];
  return [...stored, ...without(known, entries).filter(({ client_id }) => unwritten.has(client_id))];
}
