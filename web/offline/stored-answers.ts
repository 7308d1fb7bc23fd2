import { type Database, databaseOf } from './database.ts';

/** The key of the owner's id; every other key holds an answer, a snapshot or the boot data of that member. */
export const OWNER = 'member';
export const BOOT = 'boot';
export const KEPT_DATABASE = 'kept';

/** To be raised when stored data change their meaning but not their shape; data of other versions are ignored. */
const KEPT_SCHEMA = 1;

/** A stored answer. */
export interface Kept {
  readonly schema: number;
  /** When it was loaded, in milliseconds since 1970. */
  readonly at: number;
  readonly data: unknown;
}

/** The database of the answer store, which belongs to one member. Every use throws if storage is blocked. */
export const keptAnswers = (): Database => databaseOf(KEPT_DATABASE, 'answers');

/** Wraps data to be stored. */
export const asKept = (data: unknown, at = Date.now()): Kept => ({ schema: KEPT_SCHEMA, at, data });

/** Whether a value is a stored answer of the current version. */
export const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'schema' in value && value.schema === KEPT_SCHEMA && 'at' in value && 'data' in value;
