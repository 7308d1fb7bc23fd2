import type { UseStore } from 'idb-keyval';
import { closeOnLeaving, isPage, isPageLeft } from '../platform/page-lifecycle.ts';
import { StorageLate, withinLimit } from '../platform/storage-timeout.ts';

const promiseOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The two ways to use a database, each of the shape that idb-keyval asks for; both throw where storage is blocked or the page is left. */
export interface Database {
  /** Waits for as long as it takes: for what nobody waits for. */
  readonly patient: UseStore;
  /**
   * Throws StorageLate where a transaction has not ended within the limit. While one is late nothing more is read, and what is to be written
   * takes its turn without anybody waiting for it.
   */
  readonly bounded: UseStore;
}

/** One database with one table of values by name: opened on demand, and closed where another page asks for it or this one is left. */
class Connection implements Database {
  readonly #name: string;
  readonly #table: string;
  readonly #running = new Set<IDBTransaction>();
  #uses = 0;
  #opening: Promise<IDBDatabase> | null = null;
  #database: IDBDatabase | null = null;
  /** Asks that have taken longer than the limit and have not settled. */
  #late = 0;
  /** Counts the times it was closed: what began before is none of what came after. */
  #era = 0;

  constructor(name: string, table: string) {
    this.#name = name;
    this.#table = table;
    closeOnLeaving(() => this.#close());
  }

  readonly patient: UseStore = (mode, act) => this.#run(mode, act);

  readonly bounded: UseStore = async (mode, act) => {
    const isLate = this.#late > 0;
    if (isLate && mode === 'readonly') throw new StorageLate();
    const asked = this.#run(mode, act);
    try {
      if (!isLate) return await withinLimit(() => asked);
    } catch (error) {
      if (!(error instanceof StorageLate)) throw error;
    }
    this.#noteLate(asked);
    throw new StorageLate();
  };

  #noteLate(asked: Promise<unknown>): void {
    const era = this.#era;
    this.#late += 1;
    const settle = () => {
      if (this.#era === era) this.#late -= 1;
    };
    asked.then(settle, settle);
  }

  async #run<T>(mode: IDBTransactionMode, act: (table: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
    if (isPageLeft()) throw new DOMException('the page is left', 'AbortError');
    this.#uses += 1;
    try {
      // Without a pause where it is open: what is written when the page is left has none.
      const database = this.#database ?? (await this.#open());
      if (isPageLeft()) throw new DOMException('the page is left', 'AbortError');
      const transaction = database.transaction(this.#table, mode);
      this.#running.add(transaction);
      const ended = () => this.#running.delete(transaction);
      transaction.addEventListener('complete', ended);
      transaction.addEventListener('abort', ended);
      return await act(transaction.objectStore(this.#table));
    } finally {
      this.#uses -= 1;
      // A service worker may be suspended at any time, so that it holds nothing between two uses.
      if (!isPage && this.#uses === 0) this.#release();
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= this.#ask(this.#era);
    return this.#opening;
  }

  async #ask(era: number): Promise<IDBDatabase> {
    const isStill = () => this.#era === era;
    try {
      const request = indexedDB.open(this.#name);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(this.#table);
        // At once: a page that is left before it has heard of its own table would hold the database half made.
        request.transaction?.commit();
      };
      const database = await promiseOf(request);
      database.onversionchange = () => isStill() && this.#close();
      database.onclose = () => isStill() && this.#release();
      if (isStill()) this.#database = database;
      else database.close();
      return database;
    } catch (error) {
      if (isStill()) this.#release();
      throw error;
    }
  }

  /** Lets the database go once all that runs has ended. */
  #release(): void {
    this.#database?.close();
    this.#era += 1;
    this.#late = 0;
    this.#opening = null;
    this.#database = null;
  }

  /**
   * Ends what runs, and lets the database go. WebKit holds a transaction of a page that was left open for good while it waits for that page's
   * next request, and every page after waits for it (https://bugs.webkit.org/show_bug.cgi?id=315804); one that is committed already goes on.
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
    // It is committed.
  }
}

const connections = new Map<string, Connection>();

/** The one way to a database: it has one connection a page. */
export function databaseOf(name: string, table: string): Database {
  const connection = connections.get(name) ?? new Connection(name, table);
  connections.set(name, connection);
  return connection;
}

/** What this browser keeps beside answers: what waits to be sent, by member, and the language. */
export const records = (): Database => databaseOf('keyval-store', 'keyval');

/** Writes without a look before, and commits at once: it is kept even where the page is left in the next moment. */
export const writeAtOnce = ({ patient }: Database, write: (table: IDBObjectStore) => void): Promise<void> =>
  patient('readwrite', async (table) => {
    const { transaction } = table;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    try {
      write(table);
      transaction.commit();
    } catch (error) {
      // Where there is no room it may have been aborted before it could be committed.
      reject(error);
    }
    await promise;
  });
