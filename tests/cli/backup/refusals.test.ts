import { createHash } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createTarFile, readTarEntries } from '../../../cli/backup/tar-file.ts';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { backupOf, everyRow, testFolder } from './backup-fixture.ts';

const [site, target, dir] = [await testDatabase(), await testDatabase(), await testFolder()];
const [backup, restore] = [backupOf(site.url), backupOf(target.url)];
const path = join(dir, 'whole.tar');

beforeAll(async () => {
  await aMember(site.db, { credits: 3 });
  expect((await backup('create', path)).ended).toBe('exit code 0');
});

async function entriesOf(archive: string) {
  await using file = await open(archive);
  return (await readTarEntries(file)) ?? expect.unreachable();
}

/** Writes a changed copy of the archive and expects that neither command takes it and that nothing has changed. */
async function expectRefused(content: Buffer, says: string | RegExp): Promise<void> {
  const changed = join(dir, `${newId()}.tar`);
  await writeFile(changed, content);
  const before = await everyRow(target.db);
  for (const verb of ['verify', 'restore']) {
    const outcome = await restore(verb, changed);
    expect(outcome.ended, verb).toBe('exit code 1');
    expect(outcome.says).toMatch(says);
  }
  expect(await everyRow(target.db)).toEqual(before);
}

/** The archive with another manifest, whose hash is right. */
async function withManifest(change: (manifest: Record<string, unknown>) => unknown): Promise<Buffer> {
  const changed = join(dir, `${newId()}.tar`);
  const content = await readFile(path);
  const tar = await createTarFile(changed, Date.now());
  for (const { name, offset, bytes } of await entriesOf(path)) {
    const part = content.subarray(offset, offset + bytes);
    if (name === 'manifest.sha256') continue;
    const isManifest = name === 'manifest.json';
    const written = isManifest ? Buffer.from(JSON.stringify(change(JSON.parse(part.toString()) as Record<string, unknown>))) : part;
    await tar.add(name, written);
    if (isManifest) await tar.add('manifest.sha256', Buffer.from(createHash('sha256').update(written).digest('hex')));
  }
  await tar.finish();
  await tar.close();
  return readFile(changed);
}

test('an archive with a damaged byte anywhere is refused before anything changes', async () => {
  const whole = await readFile(path);
  const places = (await entriesOf(path)).flatMap(({ offset, bytes }) => [
    offset - 400,
    offset - 1,
    offset,
    offset + bytes - 1,
    offset + bytes,
  ]);
  for (const place of [0, ...places.filter((_, i) => i % 7 === 0), whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[place] = (damaged[place] ?? 0) ^ 1;
    await expectRefused(damaged, /damaged|truncated/);
  }
});

test('a truncated archive is refused, wherever it ends', async () => {
  const whole = await readFile(path);
  const ends = [0, 1, 600, Math.floor(whole.length / 2), whole.length - 1024, whole.length - 1];
  for (const end of ends) await expectRefused(whole.subarray(0, end), /truncated/);
});

test.each([
  ['a text', Buffer.from('something else')],
  ['an archive of something else', Buffer.alloc(1024)],
])('%s is refused', async (_, content) => {
  await expectRefused(content, 'is no backup of a Vonk site');
});

test('an archive of another format is refused', async () => {
  await expectRefused(await withManifest((manifest) => ({ ...manifest, version: 2 })), 'has the format 2; this version of Vonk reads 1');
  await expectRefused(await withManifest((manifest) => ({ ...manifest, format: 'other' })), 'is no backup of a Vonk site');
});

test('an archive of a newer schema is refused', async () => {
  const newer = await withManifest((manifest) => ({ ...manifest, migrations: [...(manifest.migrations as string[]), '0999_later'] }));
  await expectRefused(newer, 'has the migration 0999_later, which this version of Vonk does not know');
});

test('an archive is refused whose parts are not those of its manifest', async () => {
  const partsOf = ({ parts }: Record<string, unknown>) => parts as { name: string }[];
  await expectRefused(
    await withManifest((manifest) => ({ ...manifest, parts: partsOf(manifest).slice(0, -1) })),
    'parts that its manifest does not name',
  );
  await expectRefused(await withManifest((manifest) => ({ ...manifest, parts: [...partsOf(manifest)].reverse() })), 'is damaged');
  const outside = await withManifest((manifest) => ({ ...manifest, parts: [{ ...partsOf(manifest)[0], name: 'photos/../../x' }] }));
  await expectRefused(outside, 'is no backup of a Vonk site');
});

test.each([
  [['restore'], 2, 'FILE is missing.'],
  [['verify'], 2, 'FILE is missing.'],
  [['restore', 'x', 'y'], 2, 'Unexpected argument y.'],
  [['create', '.', '--since', '2026-01-01'], 2, "Unknown option '--since'"],
  [['erased'], 2, 'Say since when'],
  [['erased', '--since', 'yesterday'], 2, '--since is a day or a time'],
  [['erased', '--since', '2026-02-31'], 2, '--since is a day or a time'],
  [['verify', '/nowhere/x.tar'], 1, '/nowhere/x.tar cannot be read.'],
  [['restore', '/nowhere/x.tar', '--erased', '/nowhere/list'], 1, '/nowhere/list cannot be read.'],
] as const)('is refused with %j', async (args, exitCode, says) => {
  const outcome = await backup(...args);
  expect(outcome.ended).toBe(`exit code ${exitCode}`);
  expect(outcome.says).toContain(says);
});

test('a dry run of a restore refuses what a restore refuses, and changes nothing', async () => {
  const before = await everyRow(target.db);
  const outcome = await restore('restore', path, '--dry-run');
  expect(outcome.ended).toBe('exit code 0');
  expect(outcome.says).toMatch(/^Dry run, nothing has changed\. The database would be filled with .*1 member,/);
  expect(await everyRow(target.db)).toEqual(before);
  expect((await backup('restore', path, '--dry-run')).ended).toBe('exit code 1');
});
