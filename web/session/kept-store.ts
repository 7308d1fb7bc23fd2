import { createStore, type UseStore } from 'idb-keyval';

/** Under this key lies whose answers are kept; under every other, what is kept of theirs. */
export const OWNER = 'member';
export const BOOT = 'boot';
const DATABASE = 'kept';

/** Raised when what is kept changes its meaning and not its shape; what another build has kept is then dropped. */
const KEPT_SCHEMA = 1;

/** One answer as it was when it came. */
export interface Kept {
  readonly schema: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly data: unknown;
}

let store: UseStore | undefined;

/** What this browser keeps of one member's answers, in a database of its own; every use may fail where storage is blocked. */
export function keptStore(): UseStore {
  store ??= createStore(DATABASE, 'answers');
  return store;
}

export const asKept = (data: unknown, at = Date.now()): Kept => ({ schema: KEPT_SCHEMA, at, data });

/** What was kept by a build that meant the same by it. */
export const isKept = (found: unknown): found is Kept =>
  typeof found === 'object' && found !== null && 'schema' in found && found.schema === KEPT_SCHEMA && 'at' in found && 'data' in found;

/** Runs a change of the store once its owner is known, in one transaction: a tab that has not heard of a logout brings nothing back. */
async function change(act: (store: IDBObjectStore, owner: unknown) => void): Promise<void> {
  await keptStore()(
    'readwrite',
    (answers) =>
      new Promise<void>((resolve, reject) => {
        const { transaction } = answers;
        const asked = answers.get(OWNER);
        asked.onsuccess = () => act(answers, asked.result);
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      }),
  );
}

/** From here on this member's answers are kept, and nothing of anybody else's; true when it was not theirs before. */
export async function claimKept(member: string): Promise<boolean> {
  let isNew = false;
  await change((answers, owner) => {
    isNew = owner !== member;
    if (!isNew) return;
    answers.clear();
    answers.put(member, OWNER);
  });
  return isNew;
}

/** Keeps answers of the member whose store it is, or drops one (null). */
export const putKept = (member: string, changes: Iterable<readonly [string, Kept | null]>): Promise<void> =>
  change((answers, owner) => {
    if (owner !== member) return;
    for (const [name, kept] of changes) kept ? answers.put(kept, name) : answers.delete(name);
  });

/** Keeps nothing of anybody; true when something was. Where nothing was ever kept no store is made only to empty it. */
export async function clearKept(): Promise<boolean> {
  const made = await indexedDB.databases?.();
  if (made && !made.some(({ name }) => name === DATABASE)) return false;
  let wasKept = false;
  await change((answers, owner) => {
    wasKept = owner !== undefined;
    answers.clear();
  });
  return wasKept;
}
