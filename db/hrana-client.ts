import { type Client, createClient, type InStatement, LibsqlBatchError, LibsqlError, type ResultSet, type Row } from '@libsql/client/web';
import { type TakenStream, takeStream } from './hrana-streams.ts';

/** A database server, by its http or https address. */
export interface DatabaseAddress {
  readonly url: string;
  readonly authToken: string | undefined;
  /** Time limit of one round trip in ms. */
  readonly tripMs: number;
  /** For how long (ms) a stream is used; without one as long as it is not idle. */
  readonly maxStreamAgeMs?: number;
}

type Value = { readonly type: 'null' } | { readonly type: 'float'; readonly value: number } | EncodedValue;
/** The values that are strings in JSON. */
interface EncodedValue {
  readonly type: 'integer' | 'text';
  readonly value: string;
}
interface StatementRows {
  readonly cols: readonly { readonly name: string | null; readonly decltype?: string | null }[];
  readonly rows: readonly (readonly Value[])[];
  readonly affected_row_count: number;
  readonly last_insert_rowid: string | null;
}
interface StatementError {
  readonly message: string;
  readonly code?: string;
}
/** What the steps of a batch gave; a step that did not run has neither rows nor an error. */
export interface StepResults {
  readonly step_results: readonly (StatementRows | null)[];
  readonly step_errors: readonly (StatementError | null)[];
  /** The number of the last frame of the replication log at the end of the batch, as decimal digits. */
  readonly replication_index?: string | number | null;
}
/** What the steps of a request gave, and the replication index that the server told with it; null if it told none. */
export interface StepAnswer {
  readonly results: StepResults;
  readonly index: number | null;
}
type RequestResult =
  | { readonly type: 'ok'; readonly response: { readonly result: StepResults; readonly is_autocommit?: boolean } }
  | { readonly type: 'error'; readonly error: StatementError };
interface Batch {
  readonly steps: readonly Step[];
  readonly replication_index?: string;
}
interface PipelineAnswer {
  readonly baton: string | null;
  readonly base_url: string | null;
  readonly results: readonly RequestResult[];
}

export interface Step {
  readonly condition?: unknown;
  readonly stmt: { readonly sql: string; readonly args: readonly Value[]; readonly want_rows: true };
}

function encode(value: unknown): Value {
  if (value === null || value === undefined) return { type: 'null' };
  if (typeof value === 'string') return { type: 'text', value };
  if (typeof value === 'number' && Number.isFinite(value)) return { type: 'float', value };
  if (typeof value === 'bigint' || typeof value === 'boolean') return { type: 'integer', value: String(BigInt(value)) };
  throw new TypeError(`the database takes no ${typeof value === 'number' ? value : typeof value}`);
}

function decode(value: Value): string | number | null {
  if (value.type === 'null') return null;
  if (value.type !== 'integer') return value.value;
  const integer = Number(value.value);
  if (!Number.isSafeInteger(integer)) throw new RangeError('the database holds an integer that is too large for a number');
  return integer;
}

/** A row as Drizzle reads it: its values by name and, not enumerable, by position. */
function rowOf(columns: readonly string[], values: readonly Value[]): Row {
  const row = Object.defineProperty({} as Record<string, unknown>, 'length', { value: values.length });
  for (const [i, encoded] of values.entries()) {
    const value = decode(encoded);
    const column = columns[i] ?? '';
    Object.defineProperty(row, i, { value });
    if (!Object.hasOwn(row, column)) row[column] = value;
  }
  // Sound: the row has the positions, the names and the length.
  return row as unknown as Row;
}

function resultSetOf({ cols, rows, affected_row_count, last_insert_rowid }: StatementRows): ResultSet {
  const columns = cols.map(({ name }) => name ?? '');
  const result = {
    columns,
    columnTypes: cols.map(({ decltype }) => decltype ?? ''),
    rows: rows.map((values) => rowOf(columns, values)),
    rowsAffected: affected_row_count,
    lastInsertRowid: last_insert_rowid === null ? undefined : BigInt(last_insert_rowid),
  };
  return { ...result, toJSON: () => result };
}

const WRITE = /^\s*(insert|update|delete)\b/i;

/** Whether a step changes rows, as far as its first word tells. */
export const isWrite = ({ stmt }: Step): boolean => WRITE.test(stmt.sql);

/** A statement that is only explained does not run. */
const ASKS_FOR_CHANGES = /^(?!\s*explain\b)[\s\S]*\bchanges\(\)/i;

/** Throws if a statement asks for the rows that a write has changed, and none is before it: it would get those of an earlier request. */
function assertOwnChanges(steps: readonly Step[]): void {
  let hasWritten = false;
  for (const step of steps) {
    if (!hasWritten && ASKS_FOR_CHANGES.test(step.stmt.sql)) throw new Error('changes() has no write before it in its batch');
    hasWritten ||= isWrite(step);
  }
}

function stepOf(statement: InStatement, condition?: unknown): Step {
  const { sql, args = [] } = typeof statement === 'string' ? { sql: statement } : statement;
  if (!Array.isArray(args)) throw new TypeError('arguments are given by position');
  return { condition, stmt: { sql, args: args.map(encode), want_rows: true } };
}

/** Condition: the step has succeeded, and the transaction is still open. */
const hasSucceeded = (step: number) => ({
  type: 'and',
  conds: [
    { type: 'ok', step },
    { type: 'not', cond: { type: 'is_autocommit' } },
  ],
});

/**
 * Statements as one transaction: each step runs if the one before has succeeded, and all are undone if one fails. One that writes takes the
 * write lock at its beginning: writers then wait in the order in which they came. Otherwise those that have read first are refused as soon as
 * another one has written, and with many writers some are refused again and again.
 */
function transactionOf(statements: readonly InStatement[]): Step[] {
  const steps = statements.map((statement, i) => stepOf(statement, hasSucceeded(i)));
  return [
    stepOf(steps.some(isWrite) ? 'begin immediate' : 'begin'),
    ...steps,
    stepOf('commit', hasSucceeded(statements.length)),
    stepOf('rollback', { type: 'not', cond: { type: 'ok', step: statements.length + 1 } }),
  ];
}

/** The results of the statements of a transaction. Throws a LibsqlBatchError if one of them, its begin or its commit failed. */
function transactionResults({ step_results, step_errors }: StepResults, count: number): ResultSet[] {
  for (const [step, error] of step_errors.slice(0, count + 2).entries()) {
    if (error) throw new LibsqlBatchError(error.message, step - 1, error.code ?? 'UNKNOWN');
  }
  return step_results.slice(1, count + 1).map((rows, i) => {
    if (!rows) throw new LibsqlBatchError('the transaction was rolled back', i, 'TRANSACTION_CLOSED');
    return resultSetOf(rows);
  });
}

/** Sends a batch on a stream, or on one that closes with its answer. */
function post(
  { url, authToken, tripMs }: DatabaseAddress,
  stream: Pick<TakenStream, 'baton' | 'serverUrl' | 'isLast'> | null,
  batch: Batch,
) {
  return fetch(`${(stream?.serverUrl ?? url).replace(/\/$/, '')}/v3/pipeline`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      // Compressing an answer takes libSQL 3 ms of a round trip of 4 ms.
      'Accept-Encoding': 'identity',
      ...(authToken ? { Authorization: `Bearer ${authToken}` } : {}),
    },
    body: JSON.stringify({
      baton: stream?.baton ?? null,
      requests: [{ type: 'batch', batch }, { type: stream && !stream.isLast ? 'get_autocommit' : 'close' }],
    }),
    signal: AbortSignal.timeout(tripMs),
  });
}

/** Whether a server refused the name of a stream, because it has closed it or has been started anew. It has run no step then. */
const isStreamUnknown = ({ status }: Response): boolean => status === 400 || status === 404 || status === 410;

/** The index that a server told; null for none, and for a text that is no number. */
function indexIn({ replication_index }: StepResults): number | null {
  const index = Number(replication_index ?? Number.NaN);
  return Number.isSafeInteger(index) && index >= 0 ? index : null;
}

/**
 * Runs steps in one round trip. A stream that the server has closed costs a second one. With `wanted` a replica waits until it has got to
 * this replication index, or until `tripMs` are over. Throws a LibsqlError if the server refuses the request, and what `fetch` throws.
 */
export async function runSteps(address: DatabaseAddress, steps: readonly Step[], wanted = 0): Promise<StepAnswer> {
  // The protocol writes numbers of 64 bits as texts.
  const batch: Batch = { steps, ...(wanted > 0 ? { replication_index: String(wanted) } : {}) };
  const stream = takeStream(address.url, address.tripMs, address.maxStreamAgeMs);
  let isStreamUsable = false;
  try {
    let response = await post(address, stream, batch);
    if (stream?.baton && isStreamUnknown(response)) {
      await response.body?.cancel();
      response = await post(address, { baton: null, serverUrl: address.url, isLast: stream.isLast }, batch);
    }
    if (!response.ok) throw new LibsqlError(`the server answered ${response.status}: ${await response.text()}`, 'SERVER_ERROR');
    const { baton, base_url, results } = (await response.json()) as PipelineAnswer;
    const [ran, state] = results;
    // A stream with an open transaction would put the next request into it.
    if (stream && baton && state?.type === 'ok' && state.response.is_autocommit) {
      stream.giveBack(baton, base_url);
      isStreamUsable = true;
    }
    if (!ran) throw new LibsqlError('the answer holds no result', 'HRANA_PROTO_ERROR');
    if (ran.type === 'error') throw new LibsqlError(ran.error.message, ran.error.code ?? 'UNKNOWN');
    return { results: ran.response.result, index: indexIn(ran.response.result) };
  } finally {
    if (!isStreamUsable) stream?.drop();
  }
}

/** Runs the steps of one request on a server. Throws as `runSteps` does. */
export type RunSteps = (steps: readonly Step[]) => Promise<StepResults>;

/**
 * A client of a libSQL server whose `execute` and `batch` use streams that stay open between requests, because opening one takes the server
 * about a millisecond (docs/decisions/0076-keep-database-streams-open.md). Both throw a LibsqlError with the code of the server, and
 * what `fetch` throws. `run` may choose another server for a request.
 */
export function openHranaClient(
  address: DatabaseAddress,
  run: RunSteps = async (steps) => (await runSteps(address, steps)).results,
): Client {
  const { url, authToken, tripMs } = address;
  const checkAndRun: RunSteps = async (steps) => {
    assertOwnChanges(steps);
    return run(steps);
  };
  const client = createClient({
    url,
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(tripMs) }),
    ...(authToken ? { authToken } : {}),
  });
  client.execute = async (statement: InStatement) => {
    const { step_results, step_errors } = await checkAndRun([stepOf(statement)]);
    const [[rows], [error]] = [step_results, step_errors];
    if (!rows) throw new LibsqlError(error?.message ?? 'the answer holds no rows', error?.code ?? 'HRANA_PROTO_ERROR');
    return resultSetOf(rows);
  };
  client.batch = async (statements) => {
    const listed = statements.map((statement) => (Array.isArray(statement) ? { sql: statement[0], args: statement[1] ?? [] } : statement));
    return transactionResults(await checkAndRun(transactionOf(listed)), listed.length);
  };
  return client;
}
