import { DAY } from '#contract/durations';
import { safely } from '../platform/safe-storage.ts';
import { type Database, databaseOf } from './database.ts';
import { get } from './key-value.ts';

/** The key of the owner's id; every other key holds an answer, a snapshot, the boot data or the last confirmation of that member. */
export const OWNER_KEY = 'member';
/** The key under which it is stored when the server last confirmed the owner's session. */
export const CONFIRMED_KEY = 'confirmed';
export const BOOT_KEY = 'boot';
export const ANSWERS_DATABASE = 'stored-answers';

/** To be raised when stored data change their meaning but not their shape; data of other versions are ignored. */
const ANSWER_VERSION = 1;

/** A stored answer. */
export interface StoredAnswer {
  readonly schema: number;
  /** When it was loaded, in milliseconds since 1970. */
  readonly at: number;
  readonly data: unknown;
}

/** The database of the answer store, which belongs to one member. Every use throws if storage is blocked. */
export const storedAnswers = (): Database => databaseOf(ANSWERS_DATABASE, 'answers');

/** Wraps data to be stored. */
export const toStoredAnswer = (data: unknown, at = Date.now()): StoredAnswer => ({ schema: ANSWER_VERSION, at, data });

/** Whether a value is a stored answer of the current version. */
export const isStoredAnswer = (value: unknown): value is StoredAnswer =>
  typeof value === 'object' && value !== null && 'schema' in value && value.schema === ANSWER_VERSION && 'at' in value && 'data' in value;

/**
 * How long stored answers are shown without a sign of life from the server: a device that was signed out elsewhere and has no network
 * cannot know it (docs/product.md, "Data kept for offline use").
 */
export const SHOWN_UNCONFIRMED_MS = DAY;

/** Whether a confirmation, a value of the answer store, still allows stored answers to be shown. A clock that was put back counts as well. */
export const isConfirmedLately = (value: unknown): boolean =>
  isStoredAnswer(value) && Math.abs(Date.now() - value.at) < SHOWN_UNCONFIRMED_MS;

/**
 * The member whose answers are stored: who was signed in here last and has not left. Null if there is none, or if storage is blocked or
 * late.
 */
export async function storedMember(): Promise<string | null> {
  const member = await safely(() => get<unknown>(OWNER_KEY, storedAnswers().bounded));
  return typeof member === 'string' ? member : null;
}
