import { startFaultProxy } from './fault-proxy.ts';

export interface CountingProxy {
  /** Give this to the Worker in place of the database's own address. */
  readonly url: string;
  /** The round trips since the last call, as the SQL each carried; work that runs after an answer is left out. */
  taken(): string[];
  stop(): Promise<void>;
}

/** What the Worker does beside the answer: delivery, and noting that a member or session was seen. */
const AFTER_THE_ANSWER = [
  /^delete from "outbox"/,
  /^\s*insert into pushes /,
  /^update "mails" set "accepted_at"/,
  /^update "members" set ("active_bucket" = \?, )?"last_active_at" = \?(, "active_bucket" = \?)? where/,
  /^update "sessions" set "seen_at"/,
  /^delete from "file_removals"/,
];

/** Every SQL text in a request of the libSQL protocol, wherever it stands. */
function statementsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'sql' && typeof inner === 'string' ? [inner] : statementsIn(inner)));
}

const isAside = (statements: readonly string[]): boolean =>
  statements.length > 0 &&
  statements.filter((text) => !/^(begin|commit|rollback)/i.test(text)).every((text) => AFTER_THE_ANSWER.some((shape) => shape.test(text)));

interface Disturbance {
  /** Happens before a trip reaches the database. */
  readonly before?: (sql: string) => Promise<void>;
  /** Whether the answer to a trip never comes back, though all was done. */
  readonly isLost?: (sql: string) => boolean;
}

/** A proxy in front of a database that counts what goes through it, and may disturb it. */
export async function startCountingProxy(dbUrl: string, { before, isLost }: Disturbance = {}): Promise<CountingProxy> {
  let trips: string[] = [];
  const { host, stop } = await startFaultProxy(new URL(dbUrl).host, {
    judge: async ({ body }) => {
      const statements = body === '' ? [] : statementsIn(JSON.parse(body));
      const sql = statements.join(' ; ');
      if (!isAside(statements)) trips.push(sql);
      await before?.(sql);
      return isLost?.(sql) ? 'answered' : 'pass';
    },
  });
  return {
    url: `http://${host}`,
    taken: () => {
      const taken = trips;
      trips = [];
      return taken;
    },
    stop,
  };
}
