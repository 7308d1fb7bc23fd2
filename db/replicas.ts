import { type Database, databaseOver, noteTold, REQUEST_TIMEOUT_MS, type Told } from './client.ts';
import { isWrite, type RunSteps, runSteps, type Step, type StepAnswer } from './hrana-client.ts';

/** How long a read waits for a replica before it goes to the primary, in ms. */
export interface ReplicaLimits {
  /** For a replica that has still to get as far as the read needs, its answer included. */
  readonly catchUpMs: number;
  /** For the answer of a replica that has told that it is as far. */
  readonly tripMs: number;
}

const LIMITS: ReplicaLimits = { catchUpMs: 300, tripMs: 1_000 };
/** For so long (ms) a replica that did not get to an index in time is asked for nothing as new by more than one read. */
const BEHIND_MS = 2_000;
/** For so long (ms) a replica that did not answer is asked by nobody; then one read tries it. */
const UNREACHABLE_MS = 5_000;
/**
 * For how long (ms) a stream to a replica is used. A replica that begins anew with the log of its primary goes on to read its old rows for the
 * streams that are open.
 */
const MAX_STREAM_AGE_MS = 2_000;
/** For so long (ms) no replica is read after the primary has begun a new log. Replicas ask it every second which log it has. */
const NEW_LOG_MS = 10_000;
/** The share of the last trip in the smoothed time of a replica's trips. */
const LAST_TRIP_SHARE = 0.2;

/** What this isolate knows of a replica. Times are milliseconds since 1970. */
interface Replica {
  readonly url: string;
  /** The replication index that it told last. */
  toldIndex: number;
  /** The smoothed time of its trips in ms; 0 before the first. */
  tripMs: number;
  inFlight: number;
  /** An index that it did not get to in time; null if there is none. */
  behind: { index: number; until: number } | null;
  /** Until when it is not asked because it did not answer; 0 if it did. */
  unreachableUntil: number;
}

/** What this isolate knows of a primary and its replicas. */
interface Replication {
  /** The highest index that the primary has told; null before the first, and if it tells none. */
  primaryIndex: number | null;
  /** Whether the primary tells an index with its answers. */
  tellsIndex: boolean;
  /** The index below which no read may be, so that a replica that is cut off is not read. */
  floor: number;
  /** Until when replicas may still hold the log that the primary had before. */
  newLogUntil: number;
  readonly replicas: Map<string, Replica>;
}

const replications = new Map<string, Replication>();

function replicationOf(primaryUrl: string): Replication {
  const known = replications.get(primaryUrl);
  if (known) return known;
  const replication: Replication = { primaryIndex: null, tellsIndex: true, floor: 0, newLogUntil: 0, replicas: new Map() };
  replications.set(primaryUrl, replication);
  return replication;
}

function replicaOf({ replicas }: Replication, url: string): Replica {
  const known = replicas.get(url);
  if (known) return known;
  const replica: Replica = { url, toldIndex: 0, tripMs: 0, inFlight: 0, behind: null, unreachableUntil: 0 };
  replicas.set(url, replica);
  return replica;
}

/**
 * Why replicas are passed over: one did not get as far as a read needs in time, one did not answer, or the primary has begun a new log. `url`
 * is the server of which this was noticed.
 */
export interface ReplicaFault {
  readonly url: string;
  readonly fault: 'behind' | 'unreachable' | 'new_log';
}

/** The servers that hold one database. */
export interface DatabaseServers {
  readonly primaryUrl: string;
  readonly replicaUrls: readonly string[];
  /** It is valid for all of them. */
  readonly authToken: string | undefined;
  readonly limits?: ReplicaLimits;
  /** Called each time a read notices a fault. No read fails by it. */
  readonly onFault: (fault: ReplicaFault) => void;
}

/** Whose reads they are. */
export interface Reader {
  /** The highest replication index that the reader has seen; 0 if none is known. */
  readonly seen: number;
  /** A member's reads must show their own changes also where the primary tells no index: it then answers all of them. */
  readonly isMember: boolean;
}

/** The database of one request. */
export interface OpenedDatabases {
  /** The primary, for writing and for what must be read as it is at this moment. */
  readonly db: Database;
  /**
   * For reading only: the nearest replica that has all that the reader has seen, else the primary. Without replicas the same object as `db`.
   * Throws if a statement writes.
   */
  readonly readDb: Database;
  /** The highest replication index that the reader has seen after the requests so far; null if it is not known, and without replicas. */
  seenIndex(): number | null;
}

/**
 * Notes what the primary has told. An index below one that it had told before the request was sent means that it has begun a new log: it was
 * restored, or was killed and has made a new log of its rows.
 */
function notePrimary({ primaryUrl, onFault }: DatabaseServers, index: number | null, knownAtSend: number | null): void {
  const replication = replicationOf(primaryUrl);
  replication.tellsIndex = index !== null;
  if (index !== null && knownAtSend !== null && index < knownAtSend) {
    replication.primaryIndex = index;
    replication.floor = Math.min(replication.floor, index);
    replication.newLogUntil = Date.now() + NEW_LOG_MS;
    onFault({ url: primaryUrl, fault: 'new_log' });
  } else if (index !== null) replication.primaryIndex = Math.max(replication.primaryIndex ?? 0, index);
}

/**
 * Notes that reads of this isolate need at least what the primary has told now. Called each time the settings are read, so that no read is
 * older than the settings in force (docs/decisions/0088-read-replicas-by-a-bookmark.md).
 */
export function setReadFloor(primaryUrl: string, { index }: Told): void {
  replicationOf(primaryUrl).floor = index ?? 0;
}

const isPassedOver = ({ behind, unreachableUntil }: Replica, wanted: number, now: number): boolean =>
  now < unreachableUntil || (behind !== null && wanted >= behind.index && now < behind.until);

/** What a read is expected to wait for a replica: the time of a trip for each request that is under way, and for its own. */
const expectedMs = ({ tripMs, inFlight }: Replica): number => tripMs * (inFlight + 1);

/** The replica that is expected to answer first, without those that have just failed; null if there is none. */
function nearestReplica(replication: Replication, urls: readonly string[], wanted: number): Replica | null {
  const now = Date.now();
  if (now < replication.newLogUntil) return null;
  const usable = urls.map((url) => replicaOf(replication, url)).filter((replica) => !isPassedOver(replica, wanted, now));
  return usable.reduce<Replica | null>((best, each) => (best === null || expectedMs(each) < expectedMs(best) ? each : best), null);
}

/** Makes further reads pass a replica over that has failed before, while this one tries it. */
function beginTry(replica: Replica, wanted: number): void {
  if (replica.unreachableUntil > 0) replica.unreachableUntil = Date.now() + UNREACHABLE_MS;
  if (replica.behind && wanted >= replica.behind.index) replica.behind.until = Date.now() + BEHIND_MS;
  replica.inFlight += 1;
}

/** Reads from a replica. Returns null if it did not get to the wanted index in time, does not answer, or refuses a statement. */
async function readReplica(replica: Replica, servers: DatabaseServers, steps: readonly Step[], wanted: number) {
  const { authToken, onFault, limits = LIMITS } = servers;
  const { url } = replica;
  const isAsFar = replica.toldIndex >= wanted;
  const fallBehind = () => {
    replica.behind = { index: Math.min(wanted, replica.behind?.index ?? wanted), until: Date.now() + BEHIND_MS };
    onFault({ url, fault: 'behind' });
    return null;
  };
  beginTry(replica, wanted);
  const sentAt = performance.now();
  try {
    const tripMs = isAsFar ? limits.tripMs : limits.catchUpMs;
    const answer = await runSteps({ url, authToken, tripMs, maxStreamAgeMs: MAX_STREAM_AGE_MS }, steps, wanted);
    replica.unreachableUntil = 0;
    replica.toldIndex = answer.index ?? 0;
    // A server that knows nothing of indexes has not waited.
    if (replica.toldIndex < wanted) return fallBehind();
    if (replica.behind && replica.toldIndex >= replica.behind.index) replica.behind = null;
    const tookMs = Math.max(1, performance.now() - sentAt);
    replica.tripMs = replica.tripMs === 0 ? tookMs : replica.tripMs + (tookMs - replica.tripMs) * LAST_TRIP_SHARE;
    // It may lack a table whose migration it has not got yet.
    return answer.results.step_errors.some((error) => error !== null) ? null : answer;
  } catch (error) {
    if (!isAsFar && error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name)) return fallBehind();
    replica.unreachableUntil = Date.now() + UNREACHABLE_MS;
    onFault({ url, fault: 'unreachable' });
    return null;
  } finally {
    replica.inFlight -= 1;
  }
}

/** Opens a primary and its replicas for the requests of one reader. */
export function openDatabases(servers: DatabaseServers, { seen, isMember }: Reader): OpenedDatabases {
  const address = { url: servers.primaryUrl, authToken: servers.authToken, tripMs: REQUEST_TIMEOUT_MS };
  const replication = replicationOf(servers.primaryUrl);
  const toldByPrimary: Told = { index: null };
  const toldByAll: Told = { index: null };
  let hasPrimaryAnswered = false;

  const runOnPrimary: RunSteps = async (steps) => {
    const knownAtSend = replication.primaryIndex;
    const { results, index } = await runSteps(address, steps);
    notePrimary(servers, index, knownAtSend);
    hasPrimaryAnswered = true;
    for (const told of [toldByPrimary, toldByAll]) noteTold(told, index);
    return results;
  };
  // What the primary tells replaces a bookmark of another database, which may be higher than all that this one will tell.
  const seenIndex = () => (hasPrimaryAnswered ? toldByAll.index : Math.max(seen, toldByAll.index ?? 0)) || null;

  const readFromReplica = async (steps: readonly Step[]): Promise<StepAnswer | null> => {
    const wanted = Math.max(seenIndex() ?? 0, replication.floor);
    if (isMember && !replication.tellsIndex) return null;
    const replica = nearestReplica(replication, servers.replicaUrls, wanted);
    const answer = replica && (await readReplica(replica, servers, steps, wanted));
    return isMember && answer?.index === null ? null : answer;
  };
  const runOnNearest: RunSteps = async (steps) => {
    if (steps.some(isWrite)) throw new Error('a statement that writes was given to the database for reading');
    const answer = await readFromReplica(steps);
    if (!answer) return runOnPrimary(steps);
    noteTold(toldByAll, answer.index);
    return answer.results;
  };

  const db = databaseOver(address, toldByPrimary, runOnPrimary);
  if (servers.replicaUrls.length === 0) return { db, readDb: db, seenIndex: () => null };
  return { db, readDb: databaseOver(address, toldByAll, runOnNearest), seenIndex };
}
