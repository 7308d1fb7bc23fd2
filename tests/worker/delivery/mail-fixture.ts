import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import type { MailRow } from '#db/queries/shared/mail-queue';
import { mailbox, mails } from '#db/schema/index';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { type ApiClient, apiClient } from '../../support/product/api-client.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

type Variables = Readonly<Record<string, string>>;

export interface MailFixture {
  readonly db: Database;
  /** A Worker with these variables, for one test. */
  start(vars: Variables): Promise<TestWorker>;
  /** A Worker with these variables for all tests of a group; each test sees only its own part of the log. */
  shareWorker(vars: () => Variables): () => TestWorker;
  /** Signs a new member up; `delivered` reads whether the site reports their activation mail as delivered. */
  signUp(
    worker: TestWorker,
    changes?: object,
  ): Promise<{ form: { email: string }; id: string; me: ApiClient; delivered(): Promise<unknown> }>;
  /** The only mail in the table, if there is one. */
  mail(): Promise<MailRow | undefined>;
  /** The copy of the only accepted mail in the local mailbox. */
  mailboxCopy(): Promise<typeof mailbox.$inferSelect | undefined>;
  /** Makes all mails due for the next sweep. */
  becomeDue(): Promise<void>;
}

/** One Worker for the tests of a group. */
function sharedWorker(dbUrl: () => string, vars: () => Variables): () => TestWorker {
  let worker: TestWorker | undefined;
  let lengthBefore = 0;
  const started = (): TestWorker => {
    if (!worker) throw new Error('the Worker is used before it has started');
    return worker;
  };
  beforeAll(async () => {
    worker = await startWorker({ dbUrl: dbUrl(), vars: vars() });
  });
  beforeEach(async () => {
    lengthBefore = (await started().log()).length;
  });
  afterAll(() => worker?.stop());
  return () => ({ ...started(), log: async () => (await started().log()).slice(lengthBefore) });
}

/** The database of one test file, emptied of mails after each test, with Workers for one test or for a group. */
export function mailFixture(): MailFixture {
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
    shareWorker: (vars) => sharedWorker(() => running().url, vars),
    signUp: async (worker, changes = {}) => {
      const form = await aSignUpForm(changes);
      const answer = await apiClient(worker.url).post('/api/user.php?new=1', form);
      expect(answer.status).toBe(201);
      const me = apiClient(worker.url, answer.cookie);
      return { form, id: String(answer.at('user.id')), me, delivered: async () => (await me.get('/api/activate.php')).at('delivered') };
    },
    mail: async () => (await running().db.select().from(mails))[0],
    mailboxCopy: async () => (await running().db.select().from(mailbox))[0],
    becomeDue: async () => void (await running().db.update(mails).set({ dueAt: 0 })),
  };
}
