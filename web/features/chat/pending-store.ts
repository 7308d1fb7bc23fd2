import * as v from 'valibot';
import { ERROR_CODES } from '#contract/errors';
import type { PendingMessage, PendingStore } from './conversation-ports.ts';

const PREFIX = 'pending';
const StoredEntries = v.array(
  v.object({
    client_id: v.string(),
    conversation_id: v.string(),
    text: v.string(),
    created_at: v.string(),
    state: v.picklist(['queued', 'failed']),
    reason: v.nullable(v.picklist(ERROR_CODES)),
  }),
);

type Change = (entries: readonly PendingMessage[]) => readonly PendingMessage[];
const entriesOf = (stored: unknown): readonly PendingMessage[] => (v.is(StoredEntries, stored) ? stored : []);
const isFirstOfItsId = (entry: PendingMessage, i: number, all: readonly PendingMessage[]) =>
  all.findIndex((other) => other.client_id === entry.client_id) === i;
const keyOf = (member: string, conversation: string) => `${PREFIX}/${member}/${conversation}`;
const database = () => import('idb-keyval');

/** Pending messages in IndexedDB. Where storage is blocked they live as long as the page. */
export function pendingStoreOf(member: string): PendingStore {
  const memory = new Map<string, readonly PendingMessage[]>();
  const inMemory = (conversation: string) => memory.get(conversation) ?? [];
  return {
    async conversations() {
      const start = keyOf(member, '');
      const keys = await database()
        .then(({ keys }) => keys<string>())
        .catch(() => []);
      return [...memory.keys(), ...keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length))];
    },
    async read(conversation) {
      const stored = await database()
        .then(({ get }) => get<unknown>(keyOf(member, conversation)))
        .catch(() => undefined);
      return [...entriesOf(stored), ...inMemory(conversation)].filter(isFirstOfItsId);
    },
    async update(conversation, change: Change) {
      const atOnce = (stored: unknown) => change(entriesOf(stored));
      await database()
        .then(({ update }) => update<unknown>(keyOf(member, conversation), atOnce))
        .catch(() => memory.set(conversation, change(inMemory(conversation))));
      // What once had to stay in memory is changed there too; an addition is not made twice.
      if (memory.has(conversation)) memory.set(conversation, withoutAdditions(inMemory(conversation), change));
    },
  };
}

function withoutAdditions(entries: readonly PendingMessage[], change: Change): readonly PendingMessage[] {
  const known = new Set(entries.map((entry) => entry.client_id));
  return change(entries).filter((entry) => known.has(entry.client_id));
}
