import * as v from 'valibot';
import { ExpectedPrice } from '#contract/chat';
import { ERROR_CODES } from '#contract/errors';
import { Quote, QuotedBlock } from '#contract/quotes';
import { putUnstored, readUnstored, unstoredNames } from '../../../offline/write-ahead.ts';
import type { PendingMessage, PendingStore } from './conversation-ports.ts';
import { excludeById } from './pending-messages.ts';

const KEY_PREFIX = 'pending';
const StoredEntry = v.object({
  client_id: v.string(),
  conversation_id: v.string(),
  text: v.string(),
  about: v.optional(v.nullable(v.object({ block: QuotedBlock, quote: Quote })), null),
  expects: v.optional(v.nullable(ExpectedPrice), null),
  created_at: v.string(),
  state: v.picklist(['queued', 'failed']),
  reason: v.nullable(v.picklist(ERROR_CODES)),
  ends_at: v.optional(v.nullable(v.string()), null),
  new_price: v.optional(v.nullable(ExpectedPrice), null),
});

type Change = (entries: readonly PendingMessage[]) => readonly PendingMessage[];
/** The entries of a stored list. One of another form is left out; the others of its conversation stay. */
function entriesOf(stored: unknown): readonly PendingMessage[] {
  return (Array.isArray(stored) ? stored : []).flatMap((entry) => {
    const parsed = v.safeParse(StoredEntry, entry);
    return parsed.success ? [parsed.output] : [];
  });
}
const isFirstOfItsId = (entry: PendingMessage, i: number, all: readonly PendingMessage[]) =>
  all.findIndex((other) => other.client_id === entry.client_id) === i;
const keyOf = (member: string, conversation: string) => `${KEY_PREFIX}/${member}/${conversation}`;
const loadKeyValue = () => import('../../../offline/key-value.ts');

const unstoredEntries = (name: string) => entriesOf(readUnstored(name));

function setUnstored(name: string, entries: readonly PendingMessage[]): void {
  if (entries.length > 0) putUnstored(name, entries);
  else if (readUnstored(name) !== undefined) putUnstored(name, undefined);
}

/**
 * The pending messages of a member in IndexedDB, and in localStorage until IndexedDB has confirmed them. No call waits longer than the
 * storage timeout: a message is in localStorage all the same, and a late write changes nothing that was sent meanwhile.
 */
export function pendingStoreOf(member: string): PendingStore {
  return {
    async conversations() {
      const prefix = keyOf(member, '');
      const keys = await loadKeyValue()
        .then(({ keys, recordDatabase }) => keys(recordDatabase().bounded))
        .catch(() => []);
      const names = new Set([...unstoredNames(prefix), ...keys.filter((key) => key.startsWith(prefix))]);
      return [...names].map((name) => name.slice(prefix.length));
    },
    async read(conversation) {
      const name = keyOf(member, conversation);
      const stored = await loadKeyValue()
        .then(async ({ get, recordDatabase }) => ({ value: await get<unknown>(name, recordDatabase().bounded) }))
        .catch(() => null);
      const entries = [...entriesOf(stored?.value), ...unstoredEntries(name)].filter(isFirstOfItsId);
      return { entries, isComplete: stored !== null };
    },
    async update(conversation, change: Change) {
      const name = keyOf(member, conversation);
      const before = unstoredEntries(name);
      const after = change(before);
      setUnstored(name, after);
      const isWritten = await loadKeyValue()
        .then(({ update, recordDatabase }) => update<unknown>(name, (stored) => change(entriesOf(stored)), recordDatabase().bounded))
        .then(
          () => true,
          () => false,
        );
      const added = excludeById(after, before);
      if (isWritten && added.length > 0) setUnstored(name, excludeById(unstoredEntries(name), added));
    },
  };
}
