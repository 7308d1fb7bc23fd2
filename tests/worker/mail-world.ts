import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import type { MailRow } from '#db/queries/outbox';
import { mails } from '#db/schema/index';
import { apiClient } from '../support/client.ts';
import { aSignUpForm } from '../support/signup-form.ts';
import { startDatabase, type TestDatabase } from '../support/sqld.ts';
import { startWorker, type TestWorker } from '../support/worker.ts';

export interface MailSite {
  readonly db: Database;
  /** A Worker with these variables, for one test. */
  start(vars: Readonly<Record<string, string>>): Promise<TestWorker>;
  /** Signs somebody up and gives their form, their id and what the site says of their activation mail. */
  join(worker: TestWorker, changes?: object): Promise<{ form: { email: string }; id: string; delivered(): Promise<unknown> }>;
  /** The one mail there is. */
  mail(): Promise<MailRow | undefined>;
  /** Lets the pauses pass after which the sweep tries again. */
  becomeDue(): Promise<void>;
}

/** The database of one test file, without mails before each test, and a Worker of its own for each. */
export function mailSite(): MailSite {
  let database: TestDatabase | undefined;
  let opened: Database | undefined;
  const workers: TestWorker[] = [];
  const running = (): { url: string; db: Database } => {
    if (!database || !opened) throw new Error('the site is used before it has started');
    return { url: database.url, db: opened };
  };
  beforeAll(async () => {
    database = await startDatabase();
    opened = openDatabase(database.url);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await running().db.delete(mails);
  });
  afterAll(() => database?.stop());
  return {
    get db() {
      return running().db;
    },
    start: async (vars) => {
      const worker = await startWorker({ dbUrl: running().url, vars });
      workers.push(worker);
      return worker;
    },
    join: async (worker, changes = {}) => {
      const form = await aSignUpForm(changes);
      const answer = await apiClient(worker.url).post('/api/user.php?new=1', form);
      expect(answer.status).toBe(201);
      const me = apiClient(worker.url, answer.cookie);
      return { form, id: String(answer.at('user.id')), delivered: async () => (await me.get('/api/activate.php')).at('delivered') };
    },
    mail: async () => (await running().db.select().from(mails))[0],
    becomeDue: async () => void (await running().db.update(mails).set({ dueAt: 0 })),
  };
}
