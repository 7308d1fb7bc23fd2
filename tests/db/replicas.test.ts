import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { type OpenedDatabases, openDatabases, type ReplicaFault, type ReplicaLimits, setReadFloor } from '#db/replicas';
import { settings } from '#db/schema/index';
import { startDatabase } from '../support/database/test-database-server.ts';
import { replicationIndexOf, startReplica, type TestReplica } from '../support/database/test-replica.ts';

const primary = await startDatabase(undefined, { hasReplicas: true });
const [near, far] = await Promise.all([startReplica(primary), startReplica(primary)]);
afterAll(async () => {
  await Promise.all([near.stop(), far.stop()]);
  await primary.stop();
});

const NAMES: Readonly<Record<string, string>> = { [primary.url]: 'primary', [near.url]: 'near', [far.url]: 'far' };
const realFetch = fetch;
/** The servers that were asked since the last call of `takeAsked`, in order. */
let asked: string[] = [];
const takeAsked = (): string[] => asked.splice(0);
/** Changes the answers of a server, by its name; null: as they are. */
let changeAnswer: ((server: string, body: string) => string) | null;
/** For how long (ms) the requests to a server wait before they are sent. */
let delays: Readonly<Record<string, number>>;

let faults: ReplicaFault[];
const takeFaults = () => faults.splice(0).map(({ url, fault }) => `${NAMES[url] ?? url} ${fault}`);

/** Lets the memory of failed replicas expire. The clock only goes forward, since streams are kept by it. */
let clock = Date.now();
const passTime = (ms: number) => {
  clock += ms;
  vi.setSystemTime(clock);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  passTime(60_000);
  asked = [];
  faults = [];
  changeAnswer = null;
  delays = {};
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const server = NAMES[new URL(input).origin] ?? input;
    asked.push(server);
    const delay = delays[server] ?? 0;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const response = await realFetch(input, init);
    return changeAnswer ? new Response(changeAnswer(server, await response.text()), response) : response;
  });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setReadFloor(primary.url, { index: 0 });
  for (const replica of [near, far]) replica.catchUp();
  await catchUp(near, far);
});

/** For a replica that has to answer, however slow the machine is. */
const PATIENT: ReplicaLimits = { catchUpMs: 20_000, tripMs: 20_000 };
/** For one that cannot. */
const IMPATIENT: ReplicaLimits = { catchUpMs: 300, tripMs: 300 };
interface OpenOptions {
  readonly replicas?: readonly Pick<TestReplica, 'url'>[];
  readonly isMember?: boolean;
  readonly limits?: ReplicaLimits;
}

const open = (seen: number, { replicas = [near], isMember = true, limits = PATIENT }: OpenOptions = {}): OpenedDatabases => {
  const replicaUrls = replicas.map(({ url }) => url);
  const onFault = (fault: ReplicaFault) => void faults.push(fault);
  return openDatabases({ primaryUrl: primary.url, replicaUrls, authToken: undefined, limits, onFault }, { seen, isMember });
};

const write = (db: Database, value: string) =>
  db.insert(settings).values({ key: 'name', value }).onConflictDoUpdate({ target: settings.key, set: { value } });
const read = async (db: Database) => (await db.select().from(settings).where(eq(settings.key, 'name')))[0]?.value;
/** Waits until replicas have all that the primary has. */
async function catchUp(...replicas: readonly TestReplica[]): Promise<void> {
  const index = await replicationIndexOf(primary.url);
  for (const { url } of replicas) await expect.poll(() => replicationIndexOf(url)).toBeGreaterThanOrEqual(index);
}
/** Writes at the primary; gives the index that the writer has seen then. */
async function writeAndSee(value: string): Promise<number> {
  const { db, seenIndex } = open(0);
  await write(db, value);
  return seenIndex() ?? 0;
}

test('every server tells how far it is, a primary without replicas too', async () => {
  const alone = await startDatabase();
  try {
    const db = openDatabase(alone.url);
    await write(db, 'One');
    const first = db.told.index;
    await write(db, 'Two');
    expect(first).toBeGreaterThan(0);
    expect(db.told.index).toBeGreaterThan(Number(first));
  } finally {
    await alone.stop();
  }
});

test('without replicas there is one database, and nothing to remember', async () => {
  const { db, readDb, seenIndex } = open(7, { replicas: [] });
  await write(db, 'Alone');
  expect(readDb).toBe(db);
  expect(seenIndex()).toBeNull();
});

test('a replica that is as far as the reader answers, and the primary is not asked', async () => {
  const seen = await writeAndSee('Caught up');
  takeAsked();
  const { readDb, seenIndex } = open(seen);
  expect(await read(readDb)).toBe('Caught up');
  expect(seenIndex()).toBeGreaterThanOrEqual(seen);
  expect(takeAsked()).toEqual(['near']);
});

describe('a replica that is behind', () => {
  test('is passed over for the primary, and at once by the reads that follow', async () => {
    await writeAndSee('Old');
    await catchUp(near);
    await read(open(0).readDb);
    near.fallBehind();
    const seen = await writeAndSee('New');
    takeAsked();
    expect(await read(open(seen, { limits: IMPATIENT }).readDb)).toBe('New');
    expect(takeAsked()).toEqual(['near', 'primary']);
    expect(takeFaults()).toEqual(['near behind']);
    expect(await read(open(seen, { limits: IMPATIENT }).readDb)).toBe('New');
    expect(takeAsked()).toEqual(['primary']);
    expect(takeFaults()).toEqual([]);
    // Who has seen nothing of it may read what there is.
    expect(await read(open(0).readDb)).toBe('Old');
    expect(takeAsked()).toEqual(['near']);
    passTime(2_500);
    const reads = await Promise.all([1, 2, 3].map(() => read(open(seen, { limits: IMPATIENT }).readDb)));
    expect(reads).toEqual(['New', 'New', 'New']);
    // One of the three has tried it.
    expect(takeAsked().toSorted()).toEqual(['near', 'primary', 'primary', 'primary']);
  });

  test('answers as soon as it has got there', async () => {
    near.fallBehind();
    const seen = await writeAndSee('On its way');
    takeAsked();
    const reading = read(open(seen).readDb);
    near.catchUp();
    expect(await reading).toBe('On its way');
    expect(takeAsked()[0]).toBe('near');
  });

  test('leaves the reads to another replica', async () => {
    await writeAndSee('Before');
    near.fallBehind();
    const seen = await writeAndSee('After');
    await catchUp(far);
    delays = { far: 30 };
    await read(open(0, { replicas: [far] }).readDb);
    expect(await read(open(seen, { limits: IMPATIENT }).readDb)).toBe('After');
    takeAsked();
    expect(await read(open(seen, { replicas: [near, far] }).readDb)).toBe('After');
    expect(takeAsked()).toEqual(['far']);
  });

  test('with an older schema does not make a read fail', async () => {
    near.fallBehind();
    await openDatabase(primary.url).$client.execute('create table if not exists later (id integer)');
    const { rows } = await open(0).readDb.$client.execute('select count(*) as n from later');
    expect(rows[0]?.n).toBe(0);
    expect(takeAsked().slice(-2)).toEqual(['near', 'primary']);
  });

  test('is not read below the floor, whatever the reader has seen', async () => {
    await writeAndSee('Below');
    await catchUp(near);
    near.fallBehind();
    const seen = await writeAndSee('Floor');
    expect(await read(open(0).readDb)).toBe('Below');
    setReadFloor(primary.url, { index: seen });
    expect(await read(open(0, { limits: IMPATIENT }).readDb)).toBe('Floor');
  });
});

test('what somebody has read stays read, also at another replica', async () => {
  await writeAndSee('Earlier');
  far.fallBehind();
  await writeAndSee('Read once');
  const { readDb, seenIndex } = open(0);
  await expect.poll(() => read(readDb)).toBe('Read once');
  expect(await read(open(seenIndex() ?? 0, { replicas: [far], limits: IMPATIENT }).readDb)).toBe('Read once');
});

describe('a bookmark', () => {
  test('from the future costs one wait, and is replaced by what the primary tells', async () => {
    await writeAndSee('Present');
    takeAsked();
    const { readDb, seenIndex } = open(999_999_999_999_999, { limits: IMPATIENT });
    expect(await read(readDb)).toBe('Present');
    expect(takeAsked()).toEqual(['near', 'primary']);
    expect(seenIndex()).toBe(await replicationIndexOf(primary.url));
    takeAsked();
    expect(await read(open(seenIndex() ?? 0).readDb)).toBe('Present');
    expect(takeAsked()).toEqual(['near']);
  });

  test('of the database before a restore is replaced by one of the database after it', async () => {
    for (let i = 0; i < 20; i += 1) await write(open(0).db, `Before the restore ${i}`);
    const before = await writeAndSee('Before the restore');
    const restored = await startDatabase(undefined, { hasReplicas: true });
    const replica = await startReplica(restored);
    try {
      const servers = { primaryUrl: restored.url, replicaUrls: [replica.url], authToken: undefined, onFault: () => undefined };
      const openRestored = (seen: number, limits: ReplicaLimits) => openDatabases({ ...servers, limits }, { seen, isMember: true });
      await write(openRestored(0, PATIENT).db, 'After the restore');
      const first = openRestored(before, IMPATIENT);
      expect(await read(first.readDb)).toBe('After the restore');
      const renewed = first.seenIndex() ?? 0;
      expect(renewed).toBeLessThan(before);
      takeAsked();
      expect(await read(openRestored(renewed, PATIENT).readDb)).toBe('After the restore');
      expect(takeAsked()).toEqual([expect.stringContaining(replica.url)]);
    } finally {
      await replica.stop();
      await restored.stop();
    }
  });

  test('that is forged makes no other read go to the primary', async () => {
    const seen = await writeAndSee('Others');
    await read(open(seen + 1_000_000, { limits: IMPATIENT }).readDb);
    takeAsked();
    expect(await read(open(seen).readDb)).toBe('Others');
    expect(takeAsked()).toEqual(['near']);
  });
});

describe('a replica that does not answer', () => {
  test.each([
    ['is frozen', () => near.freeze()],
    [
      'answers with something else',
      async () => {
        changeAnswer = (server, body) => (server === 'near' ? '{}' : body);
      },
    ],
  ])('because it %s is passed over, and tried by one read later', async (_, fail) => {
    const seen = await writeAndSee('Answered');
    await read(open(seen).readDb);
    await fail();
    const impatient = { limits: IMPATIENT };
    try {
      takeAsked();
      expect(await read(open(0, impatient).readDb)).toBe('Answered');
      expect(takeAsked()).toEqual(['near', 'primary']);
      expect(takeFaults()).toEqual(['near unreachable']);
      expect(await read(open(0, impatient).readDb)).toBe('Answered');
      expect(takeAsked()).toEqual(['primary']);
      passTime(6_000);
      await Promise.all([1, 2, 3].map(() => read(open(0, impatient).readDb)));
      expect(takeAsked().toSorted()).toEqual(['near', 'primary', 'primary', 'primary']);
    } finally {
      near.thaw();
      changeAnswer = null;
    }
    passTime(6_000);
    expect(await read(open(seen).readDb)).toBe('Answered');
    expect(takeAsked()).toEqual(['near']);
  });

  test('because it was killed is passed over, and read again with what it has missed once it is back', async () => {
    const lost = await startReplica(primary);
    try {
      const seen = await writeAndSee('Survives');
      expect(await read(open(seen, { replicas: [lost] }).readDb)).toBe('Survives');
      await lost.kill();
      takeAsked();
      expect(await read(open(seen, { replicas: [lost] }).readDb)).toBe('Survives');
      expect(await read(open(seen, { replicas: [lost] }).readDb)).toBe('Survives');
      expect(takeAsked()).toEqual([expect.stringContaining(lost.url), 'primary', 'primary']);
      const missed = await writeAndSee('Missed');
      await lost.restart();
      passTime(6_000);
      takeAsked();
      expect(await read(open(missed, { replicas: [lost] }).readDb)).toBe('Missed');
      expect(takeAsked()).toEqual([expect.stringContaining(lost.url)]);
    } finally {
      await lost.stop();
    }
  });
});

describe('several replicas', () => {
  /** Reads from each alone, so that the times of its trips are known, whatever they were before. */
  const measureTrips = async () => {
    for (const replica of [near, far]) for (let i = 0; i < 10; i += 1) await read(open(0, { replicas: [replica] }).readDb);
    takeAsked();
  };

  test('the nearest one answers', async () => {
    delays = { near: 5, far: 150 };
    await measureTrips();
    await read(open(0, { replicas: [far, near] }).readDb);
    expect(takeAsked()).toEqual(['near']);
  });

  test('equally near ones share what is asked at the same time', async () => {
    delays = { near: 20, far: 20 };
    await measureTrips();
    await Promise.all(Array.from({ length: 40 }, () => read(open(0, { replicas: [far, near] }).readDb)));
    const share = takeAsked().filter((server) => server === 'near').length;
    expect(share).toBeGreaterThan(5);
    expect(share).toBeLessThan(35);
  });
});

describe('a primary that tells no index', () => {
  beforeEach(() => {
    changeAnswer = (_, body) => body.replaceAll(/"replication_index":"\d+"/g, '"replication_index":null');
  });
  // What the isolate knows of the primary is true again with its next answer.
  afterEach(async () => {
    changeAnswer = null;
    await open(0).db.$client.execute('select 1');
  });

  test('answers all reads of members, and none of visitors', async () => {
    const { db, seenIndex } = open(0);
    await write(db, 'Without index');
    expect(seenIndex()).toBeNull();
    takeAsked();
    expect(await read(open(0).readDb)).toBe('Without index');
    expect(takeAsked()).toEqual(['primary']);
    await read(open(0, { isMember: false }).readDb);
    expect(takeAsked()).toEqual(['near']);
  });
});

test('the database for reading takes no write', async () => {
  await expect(write(open(0).readDb, 'Nothing')).rejects.toThrow();
  expect(takeAsked()).toEqual([]);
});

test('300 of 300 members read what they have just written, while a replica falls behind and catches up', async () => {
  let seen = 0;
  const wrong: number[] = [];
  for (let i = 0; i < 300; i += 1) {
    if (i % 30 === 5) near.fallBehind();
    if (i % 30 === 15) near.catchUp();
    // The memory of what failed ends several times.
    if (i % 50 === 0) passTime(6_000);
    const writing = open(seen, { replicas: [near, far], limits: IMPATIENT });
    await write(writing.db, String(i));
    const reading = open(writing.seenIndex() ?? 0, { replicas: [near, far], limits: IMPATIENT });
    if ((await read(reading.readDb)) !== String(i)) wrong.push(i);
    seen = reading.seenIndex() ?? 0;
  }
  expect(wrong).toEqual([]);
  expect(takeAsked().filter((server) => server !== 'primary').length).toBeGreaterThan(100);
});

test('replicas are not read for a while after the primary has begun a new log, and then again', async () => {
  for (let i = 0; i < 300; i += 1) await write(open(0).db, `Filling the log ${i}`);
  const before = await writeAndSee('Before the crash');
  await catchUp(near, far);
  await primary.stopServer('killed');
  await primary.restartServer();
  const writing = open(before);
  await write(writing.db, 'After the crash');
  const after = writing.seenIndex() ?? 0;
  expect(after).toBeLessThan(before);
  expect(takeFaults()).toContain('primary new_log');
  takeAsked();
  // The replica may still tell the indexes of the log of before, which are higher.
  expect(await read(open(after).readDb)).toBe('After the crash');
  expect(takeAsked()).toEqual(['primary']);
  await expect.poll(() => replicationIndexOf(near.url).catch(() => before)).toBeLessThan(before);
  await catchUp(near);
  passTime(11_000);
  takeAsked();
  // A bookmark of before the crash costs one wait at most.
  const reading = open(before, { limits: IMPATIENT });
  expect(await read(reading.readDb)).toBe('After the crash');
  expect(reading.seenIndex()).toBeLessThan(before);
  await expect.poll(() => read(open(after).readDb)).toBe('After the crash');
  const lastAsked = async () => {
    await read(open(after).readDb);
    return takeAsked().at(-1);
  };
  await expect.poll(lastAsked).toBe('near');
});
