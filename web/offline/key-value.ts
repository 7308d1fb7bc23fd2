import * as idb from 'idb-keyval';

export { recordDatabase } from './database.ts';

/** idb-keyval's functions with a mandatory store: its default store has no time limit. */
export const get: <T>(name: string, store: idb.UseStore) => Promise<T | undefined> = idb.get;
export const getMany: <T>(names: string[], store: idb.UseStore) => Promise<(T | undefined)[]> = idb.getMany;
export const keys: (store: idb.UseStore) => Promise<string[]> = idb.keys;
export const entries: <T>(store: idb.UseStore) => Promise<[string, T][]> = idb.entries;
export const set: (name: string, value: unknown, store: idb.UseStore) => Promise<void> = idb.set;
/** Reads and writes in one transaction. */
export const update: <T>(name: string, change: (value: T | undefined) => T, store: idb.UseStore) => Promise<void> = idb.update;
