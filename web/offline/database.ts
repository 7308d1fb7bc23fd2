import type { UseStore } from 'idb-keyval';
import { closeOnLeaving, isPageLeft, runsInPage } from '../platform/page-lifecycle.ts';
import { StorageTimeoutError, withTimeout } from '../platform/storage-timeout.ts';

const promiseOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Two ways to use a database, as stores for idb-keyval. Both throw if storage is blocked or the page has been left. */
export interface Database {
  /** Waits without a limit: for background work only. */
  readonly unbounded: UseStore;
  /**
   * Throws StorageTimeoutError if a transaction has not ended within the limit. While one is late, further reads throw at once, and further writes
   * are queued but throw at once as well.
   */
  readonly bounded: UseStore;
}

/** A database with one table of values by name. Opened on demand; closed when another page needs it or this page is left. */
class Connection implements Database {
  readonly #name: string;
  readonly #table: string;
  readonly #running = new Set<IDBTransaction>();
  #openUses = 0;
  #opening: Promise<IDBDatabase> | null = null;
  #database: IDBDatabase | null = null;
  /** Number of transactions that are over the limit and have not ended. */
  #lateCount = 0;
  /** Incremented at each close, so that callbacks of an earlier connection do not affect a later one. */
  #generation = 0;

  constructor(name: string, table: string) {
    this.#name = name;
    this.#table = table;
    closeOnLeaving(() => this.#close());
  }

  readonly unbounded: UseStore = (mode, act) => this.#run(mode, act);

  readonly bounded: UseStore = async (mode, act) => {
    const wasLate = this.#lateCount > 0;
    if (wasLate && mode === 'readonly') throw new StorageTimeoutError();
    const transaction = this.#run(mode, act);
    try {
      if (!wasLate) return await withTimeout(() => transaction);
    } catch (error) {
      if (!(error instanceof StorageTimeoutError)) throw error;
    }
    this.#noteLate(transaction);
    throw new StorageTimeoutError();
  };

  #noteLate(transaction: Promise<unknown>): void {
    const generation = this.#generation;
    this.#lateCount += 1;
    const settle = () => {
      if (this.#generation === generation) this.#lateCount -= 1;
    };
    transaction.then(settle, settle);
  }

  async #run<T>(mode: IDBTransactionMode, act: (table: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
    if (isPageLeft()) throw new DOMException('the page is left', 'AbortError');
    this.#openUses += 1;
    try {
      // No await if the database is open: writes on leaving the page must be issued synchronously.
      const database = this.#database ?? (await this.#open());
      if (isPageLeft()) throw new DOMException('the page is left', 'AbortError');
      const transaction = database.transaction(this.#table, mode);
      this.#running.add(transaction);
      const untrack = () => this.#running.delete(transaction);
      transaction.addEventListener('complete', untrack);
      transaction.addEventListener('abort', untrack);
      return await act(transaction.objectStore(this.#table));
    } finally {
      this.#openUses -= 1;
      // A service worker may be suspended at any time, so it keeps no connection open between two uses.
      if (!runsInPage && this.#openUses === 0) this.#release();
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= this.#connect(this.#generation);
    return this.#opening;
  }

  async #connect(generation: number): Promise<IDBDatabase> {
    const isCurrent = () => this.#generation === generation;
    try {
      const request = indexedDB.open(this.#name);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(this.#table);
        // Committed at once: otherwise a page that is left now would leave the upgrade unfinished.
        request.transaction?.commit();
      };
      const database = await promiseOf(request);
      database.onversionchange = () => isCurrent() && this.#close();
      database.onclose = () => isCurrent() && this.#release();
      if (isCurrent()) this.#database = database;
      else database.close();
      return database;
    } catch (error) {
      if (isCurrent()) this.#release();
      throw error;
    }
  }

  /** Closes the database when its running transactions have ended. */
  #release(): void {
    this.#database?.close();
    this.#generation += 1;
    this.#lateCount = 0;
    this.#opening = null;
    this.#database = null;
  }

  /**
   * Aborts the running transactions and closes the database. WebKit keeps a transaction of a page that was left open forever and blocks
   * every later page (https://bugs.webkit.org/show_bug.cgi?id=315804). Transactions that are being committed go on.
   */
  #close(): void {
    for (const transaction of this.#running) abort(transaction);
    this.#running.clear();
    this.#release();
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed already.
  }
}

const connections = new Map<string, Connection>();

/** A database of this page; every call with one name returns the same connection. */
export function databaseOf(name: string, table: string): Database {
  const connection = connections.get(name) ?? new Connection(name, table);
  connections.set(name, connection);
  return connection;
}

/** The database of everything stored beside answers: unsent messages and likes, by member, and the language. */
export const recordDatabase = (): Database => databaseOf('keyval-store', 'keyval');

/** Writes and commits at once, so that the data is stored even if the page is left right after. Rejects if the transaction is aborted. */
export const writeAndCommit = ({ unbounded }: Database, write: (table: IDBObjectStore) => void): Promise<void> =>
  unbounded('readwrite', async (table) => {
    const { transaction } = table;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    try {
      write(table);
      transaction.commit();
    } catch (error) {
      // If storage is full, the transaction may be aborted before the commit, which then throws.
      reject(error);
    }
    await promise;
  });
