import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/client';
import { WORKER_BUNDLE } from '../../scripts/lib/build/build-worker.ts';
import { freePort } from '../../scripts/lib/process/ports.ts';
import { startWorkerProcess } from '../../scripts/lib/product/worker-process.ts';
import { aConversation, aMember, newId } from '../support/database/factories.ts';
import { insertMessages } from '../support/database/insert-messages.ts';
import { startDatabase } from '../support/database/test-database-server.ts';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { memoryOf, workerdOf } from './support/process-stats.ts';
import { assertCorrect, report } from './support/report.ts';

/**
 * Memory that the Worker takes while it sends the export of an account with 100,000 messages
 * (docs/performance.md, "P18: memory of a data export").
 */
const MESSAGES = 100_000;
const LENGTH = 230;
const EXPORTS = 3;
const WARM_UP = 20;

await using lifetime = new AsyncDisposableStack();
const database = await startDatabase();
lifetime.defer(database.stop);
const db = openDatabase(database.url);
const [member, other, small] = [await aMember(db), await aMember(db), await aMember(db)];
const conversationId = await aConversation(db, member.id, other.id);
await insertMessages(db, { conversationId, memberId: member.id, otherId: other.id, count: MESSAGES, length: LENGTH });

const dir = await mkdtemp(join(tmpdir(), 'vonk-export-'));

/** Fetches an export of a Worker; returns its size in bytes and the most memory that the Worker had meanwhile, in kilobytes. */
async function fetchExport(url: string, pid: string, cookie: string): Promise<{ bytes: number; most: number }> {
  const answer = await fetch(`${url}/api/export.php`, { headers: { Cookie: cookie } });
  let [bytes, most, last] = [0, memoryOf(pid), ''];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    most = Math.max(most, memoryOf(pid));
    last = Buffer.from(chunk).toString().slice(-3);
  }
  assertCorrect(answer.status === 200 && last.trimEnd().endsWith('}'), `the export answers ${answer.status}`);
  return { bytes, most: Math.max(most, memoryOf(pid)) };
}

/** Starts a Worker; returns what the export of the large account adds to its memory, in megabytes. */
async function memoryOfExport(): Promise<number> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const variables = { ENVIRONMENT: 'development', PARTY_HOST: '127.0.0.1:9', SETTINGS_TTL_SECONDS: '3600', ...TEST_SECRETS };
  const worker = await startWorkerProcess(
    { bundle: WORKER_BUNDLE, host: 'localhost', port, dir, variables: { ...variables, DB_URL: database.url, SITE_URL: url } },
    join(dir, `${newId()}.log`),
  );
  const pid = workerdOf(worker.child.pid ?? 0);
  // Code and caches of the runtime are there before the large export.
  for (let i = 0; i < WARM_UP; i += 1) await fetchExport(url, pid, small.cookie);
  const before = memoryOf(pid);
  const { bytes, most } = await fetchExport(url, pid, member.cookie);
  assertCorrect(bytes > MESSAGES * LENGTH, `the export has ${bytes} bytes`);
  await worker.stop();
  console.log(
    `${(bytes / 1e6).toFixed(0)} MB sent, the Worker had ${(before / 1e3).toFixed(0)} MB before and ${(most / 1e3).toFixed(0)} MB at most`,
  );
  return (most - before) / 1e3;
}

const added: number[] = [];
for (let i = 0; i < EXPORTS; i += 1) added.push(await memoryOfExport());
report('P18 memory of a data export', [
  {
    what: `${MESSAGES} messages: memory added`,
    ours: Math.max(...added),
    limit: null,
    unit: 'MB',
    aim: 64,
    spread: [Math.min(...added), Math.max(...added)],
  },
]);
