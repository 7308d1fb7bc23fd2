import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { backupOf, testFolder } from './backup-fixture.ts';

const [site, target, dir, port] = [await testDatabase(), await testDatabase(), await testFolder(), await freePort()];
const localSite = (url: string, dataDir: string) =>
  backupOf(url, { DB_URL: '', DB_PORT: new URL(url).port, DATA_DIR: dataDir, PORT: String(port) });

async function writePhoto(dataDir: string, path: string, text: string): Promise<void> {
  const file = join(dataDir, 'worker/r2', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

test('the photo files of a local site are restored in place of others', async () => {
  const [from, to, path] = [join(dir, newId()), join(dir, newId()), join(dir, 'local.tar')];
  // Names of Miniflare have 80 digits, which the short field of an archive does not hold.
  const blob = `vonk-photos/blobs/${'f0'.repeat(40)}`;
  const files = { [blob]: 'a photo', 'vonk-photos/blobs/empty': '', 'miniflare-R2BucketObject/list.sqlite': 'x'.repeat(1_500_000) };
  for (const [name, text] of Object.entries(files)) await writePhoto(from, name, text);
  await writePhoto(to, 'vonk-photos/blobs/before', 'of before');
  await aMember(site.db);
  expect((await localSite(site.url, from)('create', path)).says).toContain(', photos, ');
  expect((await localSite(target.url, to)('restore', path)).says).toContain('3 photo files');
  for (const [name, text] of Object.entries(files)) expect(await readFile(join(to, 'worker/r2', name), 'utf8')).toBe(text);
  expect(await readdir(join(to, 'worker/r2/vonk-photos/blobs'))).toHaveLength(2);
});

test('a local site that runs is neither backed up nor restored', async () => {
  const server = createServer().listen(port, '127.0.0.1');
  const dataDir = join(dir, newId());
  for (const args of [
    ['create', join(dir, 'running.tar')],
    ['restore', join(dir, 'local.tar'), '--replace', 'Vonk'],
  ]) {
    const outcome = await localSite(site.url, dataDir)(...args);
    expect(outcome.ended).toBe('exit code 1');
    expect(outcome.says).toContain(`The local site runs on port ${port}. End it first`);
  }
  expect(await readdir(dir)).not.toContain('running.tar.part');
  server.close();
});
