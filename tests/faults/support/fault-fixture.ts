import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { eventOutbox } from '#db/schema/index';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type FaultProxy, type FaultProxyOptions, startFaultProxy } from '../../support/servers/fault-proxy.ts';

/** The services that have a proxy in front of them: the Worker itself, its database and its rooms. */
export type Service = 'site' | 'database' | 'rooms';
type DecideOutcome = NonNullable<FaultProxyOptions['decideOutcome']>;

interface Running {
  readonly database: TestDatabase;
  readonly worker: TestWorker;
  readonly db: Database;
  readonly proxies: Readonly<Record<Service, FaultProxy>>;
}

const passAll: DecideOutcome = () => 'pass';

/** The product of one test file with a proxy in front of each service. At the start of every test all proxies pass everything. */
export function faultFixture({ onFrame }: Pick<FaultProxyOptions, 'onFrame'> = {}) {
  const judges: Record<Service, DecideOutcome> = { site: passAll, database: passAll, rooms: passAll };
  const stack = new AsyncDisposableStack();
  let started: Running | undefined;
  const proxyOf = async (service: Service, target: string): Promise<FaultProxy> => {
    const judge: DecideOutcome = (request) => judges[service](request);
    const proxy = await startFaultProxy(
      target,
      service === 'rooms' && onFrame ? { decideOutcome: judge, onFrame } : { decideOutcome: judge },
    );
    stack.defer(proxy.stop);
    return proxy;
  };
  beforeAll(async () => {
    const database = await startDatabase();
    stack.defer(database.stop);
    const inner = { database: await proxyOf('database', new URL(database.url).host), rooms: await proxyOf('rooms', inject('roomsHost')) };
    const worker = await startWorker({ dbUrl: `http://${inner.database.host}`, partyHost: inner.rooms.host });
    stack.defer(worker.stop);
    const proxies = { ...inner, site: await proxyOf('site', new URL(worker.url).host) };
    started = { database, worker, db: openDatabase(database.url), proxies };
  });
  afterEach(() => {
    for (const service of ['site', 'database', 'rooms'] as const) judges[service] = passAll;
  });
  afterAll(() => stack.disposeAsync());
  const running = (): Running => {
    if (!started) throw new Error('the fixture is used before it has started');
    return started;
  };
  return {
    /** The database without its proxy. */
    get db() {
      return running().db;
    },
    get database() {
      return running().database;
    },
    get worker() {
      return running().worker;
    },
    get proxies() {
      return running().proxies;
    },
    /** `host:port` of the rooms without their proxy. */
    get roomsHost() {
      return inject('roomsHost');
    },
    as: ({ cookie }: { readonly cookie: string }) => apiClient(running().worker.url, cookie),
    /** A client of a member that goes through the proxy of the site. */
    viaProxy: ({ cookie }: { readonly cookie: string }) => apiClient(`http://${running().proxies.site.host}`, cookie, running().worker.url),
    setDecision: (service: Service, judge: DecideOutcome) => {
      judges[service] = judge;
    },
    passAll: (service: Service) => {
      judges[service] = passAll;
    },
    /** Makes all undelivered events due, so that the next sweep takes them. */
    makeEventsDue: async () => void (await running().db.update(eventOutbox).set({ dueAt: 0 })),
    /** Runs two sweeps at once, repeatedly until the event outbox is empty. */
    sweep: async (): Promise<void> => {
      const { db, worker } = running();
      do {
        await db.update(eventOutbox).set({ dueAt: 0 });
        await Promise.all([worker.scheduled(), worker.scheduled()]);
      } while ((await db.select().from(eventOutbox)).length > 0);
    },
  };
}

export type FaultFixture = ReturnType<typeof faultFixture>;
