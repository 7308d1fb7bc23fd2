import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request, or of the run of the scheduled handler, that the running code works for. */
const currentId = new AsyncLocalStorage<string>();

/** 32 hexadecimal digits, or a UUID. Neither an id of this site nor an address or a token has this form, so that none gets into the log. */
const REQUEST_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id that a client gave its request, if it has the form of one; else a new one (docs/operating.md, "Logs"). */
export function requestIdOf(given: string | undefined): string {
  if (given !== undefined && REQUEST_ID.test(given)) return given;
  return crypto.randomUUID().replaceAll('-', '');
}

/** Runs work whose log lines carry an id. What it starts and does not wait for carries it, too. */
export const withRequestId = <T>(id: string, work: () => T): T => currentId.run(id, work);

/** The same function with the id of the present request, for what the runtime calls later, such as a stream. */
export const keepRequestId = <A extends unknown[], R>(work: (...args: A) => R): ((...args: A) => R) => AsyncLocalStorage.bind(work);

/** A line of the log. `at` names what it is about (docs/operating.md, "Logs"). It holds no personal data. */
export interface LogLine {
  readonly at: string;
  readonly [field: string]: unknown;
}

/** Writes a line of the log as one JSON object, with the id of the request as `request_id`, if there is one. */
export function logLine(level: 'info' | 'warn' | 'error', line: LogLine): void {
  const id = currentId.getStore();
  console[level](JSON.stringify(id === undefined ? line : { ...line, request_id: id }));
}
