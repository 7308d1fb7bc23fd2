import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Boot } from '#contract/pages/boot';
import { openDatabase } from '#db/client';
import { saveSetting } from '#db/queries/operator/settings';
import { migrate } from '#db/setup/migrate';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startDatabaseServer } from '../../../scripts/lib/product/database-server.ts';
import { aMember, newId } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

let dir: string;
let port: number;
let database: Awaited<ReturnType<typeof startDatabaseServer>>;
let worker: TestWorker;
let cookie: string;

const startDatabase = () => startDatabaseServer({ port, dir: join(dir, 'rows'), log: join(dir, 'database.log') });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vonk-outage-'));
  port = await freePort();
  database = await startDatabase();
  await migrate(database.url);
  const db = openDatabase(database.url);
  await saveSetting(db, 'name', 'Lantern');
  ({ cookie } = await aMember(db));
  worker = await startWorker({ dbUrl: database.url });
  for (const name of ['a.webp', 'pool-a.webp']) await worker.putPhoto(name, Buffer.from('RIFF'));
  expect((await apiClient(worker.url, cookie).get('/api/user.php')).status).toBe(200);
});

afterAll(async () => {
  await worker?.stop();
  await database?.stop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

/** The boot data of a page. */
function bootIn(html: string): Boot {
  const [, json = ''] = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html) ?? [];
  return v.parse(Boot, JSON.parse(json));
}

describe('while the database is unreachable', () => {
  beforeAll(() => database.stop());

  test('calls are 503 with the time to try again, and do not say what went wrong', async () => {
    const me = apiClient(worker.url, cookie);
    const form = { email: 'a@example.org', password: 'a password of my own' };
    const answers = [
      await me.get('/api/user.php'),
      await me.get('/api/chats.php'),
      await me.post('/api/likes.php', { profile: newId() }),
      await me.put('/api/user.php', { city: 'Gouda' }),
      await apiClient(worker.url).post('/api/login.php', form),
      await apiClient(worker.url).get('/api/settings.php'),
      await apiClient(worker.url).get('/api/validate_email.php?email=a@example.org'),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([503, { error: { code: 'unavailable', message: 'the database is away' } }]);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect([answer.headers.get('Cache-Control'), answer.cookie]).toEqual(['no-store', '']);
    }
  });

  test('an invalid request is still refused with its fault', async () => {
    const answer = await apiClient(worker.url).post('/api/login.php', { email: 'a' });
    expect(answer.status).toBe(422);
  });

  test('the health check names the unreachable part', async () => {
    const answer = await apiClient(worker.url).get('/api/health.php');
    expect([answer.status, answer.at('ok'), answer.at('db')]).toEqual([503, false, false]);
  });

  test('pages still answer, with the last valid settings and without a member', async () => {
    const answer = await apiClient(worker.url, cookie).get('/chats');
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const boot = bootIn(String(answer.body));
    expect([boot.user, boot.settings.name]).toEqual(['unknown', 'Lantern']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('texts and unknown pages need no database', async () => {
    const visitor = apiClient(worker.url);
    expect((await visitor.get('/_i18n/en/messages.json')).status).toBe(200);
    expect((await visitor.get('/nothing-here')).status).toBe(404);
  });

  test('photos of members are not served, because nobody knows whether they may be; drawn portraits are', async () => {
    const visitor = apiClient(worker.url);
    const [photo, portrait] = [await visitor.get('/photos/a.webp'), await visitor.get('/photos/pool-a.webp')];
    expect([photo.status, photo.headers.get('Cache-Control'), portrait.status]).toEqual([503, 'no-store', 200]);
  });

  test('the log says no more than the answers', async () => {
    const log = await worker.log();
    expect(log).not.toContain('a@example.org');
    expect(log).not.toMatch(/select |insert |update /i);
  });
});

describe('when the database is back', () => {
  beforeAll(async () => {
    database = await startDatabase();
  });

  test('everything answers again, and the member is still signed in', async () => {
    const answer = await apiClient(worker.url, cookie).get('/api/user.php');
    expect(answer.status).toBe(200);
    const boot = bootIn(String((await apiClient(worker.url, cookie).get('/chats')).body));
    expect(boot.user).toMatchObject({ id: answer.at('user.id') });
  });
});
