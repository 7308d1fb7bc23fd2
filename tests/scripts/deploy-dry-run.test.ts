import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';
import { startProgram } from '../../scripts/lib/process/start-program.ts';
import { startDatabase, type TestDatabase } from '../support/database/test-database-server.ts';
import { startDeployServices } from '../support/servers/deploy-services.ts';

/** A copy of the sources, because a build for production takes the place of the one that other tests use. */
let copy: string;
let database: TestDatabase;
let services: Awaited<ReturnType<typeof startDeployServices>>;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'vonk-dry-run-'));
  const options = { cwd: inProject('.'), encoding: 'utf8' } as const;
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], options).split('\0');
  for (const file of files) if (file !== '' && existsSync(inProject(file))) cpSync(inProject(file), join(copy, file));
  symlinkSync(inProject('node_modules'), join(copy, 'node_modules'));
  database = await startDatabase();
  services = await startDeployServices({
    secrets: ['SITE_URL', 'DB_URL', 'PARTY_HOST', 'PARTY_SECRET', 'SIGNING_KEY', 'MAIL_URL', 'MAIL_FROM'],
    buckets: ['vonk-photos'],
    roomVariables: ['PARTY_SECRET'],
    worker: 'vonk',
    rooms: 'vonk-rooms',
  });
});

afterAll(async () => {
  await services?.stop();
  await database?.stop();
  if (copy) rmSync(copy, { recursive: true, force: true });
});

/** Runs `npm run deploy -- --dry-run` in the copy. */
async function dryRun() {
  const log = join(copy, 'deploy.log');
  const command = startProgram({
    name: 'the dry run',
    command: process.execPath,
    args: [join(copy, 'scripts/deploy.ts'), '--dry-run'],
    cwd: copy,
    env: { ...services.variables, DB_URL: database.url, DB_TOKEN: '', HOME: copy, WRANGLER_SEND_METRICS: 'false' },
    port: 0,
    log,
  });
  return { ended: await command.ended, output: readFileSync(log, 'utf8') };
}

test('a dry run looks, builds, has wrangler check the upload and says what it would be, and changes nothing', async () => {
  const { ended, output } = await dryRun();
  expect(output).toContain('Nothing is missing.');
  expect(output).toMatch(/✓ Building the page/);
  expect(output).toContain('--dry-run: exiting now.');
  expect(output).toMatch(
    /Nothing was uploaded\..*\n {2}1\. partykit deploy\n {5}the rooms, \d+ KB\n {2}2\. wrangler deploy --env=\n {5}the Worker vonk, \d+ KB/,
  );
  expect(output).toMatch(/the page, \d{2,} files/);
  expect(output).toContain('PHOTOS is the bucket vonk-photos');
  expect([ended, services.changes]).toEqual(['exit code 0', []]);
  expect(existsSync(join(copy, 'dist/page/_dev'))).toBe(false);
});

test.each([
  ['a Worker', 'worker/app.ts', /worker\/app\.ts/],
  ['rooms', 'party/server.ts', /The rooms cannot be built/],
])('with %s that cannot be built a dry run fails, and nothing is uploaded', async (_, file, sentence) => {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, `${source}\nimport './nowhere.ts';\n`);
  const { ended, output } = await dryRun();
  writeFileSync(path, source);
  expect(output).toMatch(sentence);
  expect(output).not.toContain('Nothing was uploaded.');
  expect([ended, services.changes]).toEqual(['exit code 1', []]);
});
