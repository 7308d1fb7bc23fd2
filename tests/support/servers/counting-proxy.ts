import { startFaultProxy } from './fault-proxy.ts';

export interface CountingProxy {
  /** The address to give to the Worker instead of the database's own. */
  readonly url: string;
  /** The number of round trips that the database has not executed yet. */
  readonly pendingTrips: number;
  /** Returns the SQL of each round trip since it was last called, without work that runs after an answer. */
  takeRoundTrips(): string[];
  stop(): Promise<void>;
}

/** Statements that the Worker runs after the answer: delivery, and the time at which a member or session was last active. */
const BACKGROUND_STATEMENTS = [
  /^delete from "event_outbox"/,
  /^\s*insert into pushes /,
  /^update "mails" set .*"accepted_at" = \?/,
  /^\s*insert into "mailbox"/,
  /^update "case_letters" set "accepted_at" = \?/,
  /^update "cases" set "status" = \?, "closed_at" = \?/,
  /^update "members" set ("activity_bucket" = \?, )?"last_active_at" = \?(, "activity_bucket" = \?)? where/,
  /^update "sessions" set "seen_at"/,
  /^delete from "file_removals"/,
];

/** Every SQL text in a request of the libSQL protocol, at any depth. */
function statementsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'sql' && typeof inner === 'string' ? [inner] : statementsIn(inner)));
}

const isBackgroundWork = (statements: readonly string[]): boolean =>
  statements.length > 0 &&
  statements
    .filter((text) => !/^(begin|commit|rollback)/i.test(text))
    .every((text) => BACKGROUND_STATEMENTS.some((shape) => shape.test(text)));

interface Disturbance {
  /** Awaited before a trip is passed on to the database. */
  readonly beforeTrip?: (sql: string) => Promise<void>;
  /** Whether the answer to a trip is dropped, although the database has executed it. */
  readonly isAnswerLost?: (sql: string) => boolean;
}

/** Starts a proxy in front of a database that counts round trips and may delay them or drop their answers. */
export async function startCountingProxy(dbUrl: string, { beforeTrip, isAnswerLost }: Disturbance = {}): Promise<CountingProxy> {
  let trips: string[] = [];
  let pendingTrips = 0;
  const { host, stop } = await startFaultProxy(new URL(dbUrl).host, {
    decideOutcome: async ({ body }) => {
      const statements = body === '' ? [] : statementsIn(JSON.parse(body));
      const sql = statements.join(' ; ');
      if (!isBackgroundWork(statements)) trips.push(sql);
      pendingTrips += 1;
      await beforeTrip?.(sql);
      return isAnswerLost?.(sql) ? 'answered' : 'pass';
    },
    onExecuted: () => {
      pendingTrips -= 1;
    },
  });
  return {
    url: `http://${host}`,
    get pendingTrips() {
      return pendingTrips;
    },
    takeRoundTrips: () => {
      const sinceLastCall = trips;
      trips = [];
      return sinceLastCall;
    },
    stop,
  };
}
