import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';
import { startProgram } from '../../scripts/lib/process/start-program.ts';
import { startDatabase, type TestDatabase } from '../support/database/test-database-server.ts';
import { startDeployServices } from '../support/servers/deploy-services.ts';

/** A copy of the sources without tests and documents, because a build for production takes the place of the one that other tests use. */
let copy: string;
let database: TestDatabase;
let services: Awaited<ReturnType<typeof startDeployServices>>;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'vonk-dry-run-'));
  const options = { cwd: inProject('.'), encoding: 'utf8' } as const;
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.', ':!tests', ':!docs'];
  const files = execFileSync('git', listing, options).split('\0');
  for (const file of files) if (file !== '' && existsSync(inProject(file))) cpSync(inProject(file), join(copy, file));
  symlinkSync(inProject('node_modules'), join(copy, 'node_modules'));
  database = await startDatabase();
  services = await startDeployServices({
    secrets: ['SITE_URL', 'DB_URL', 'SIGNING_KEY', 'MAIL_URL', 'MAIL_FROM'],
    buckets: ['vonk-photos', 'vonk-preview-photos'],
    roomVariables: [],
    worker: 'vonk',
    rooms: 'vonk-rooms',
  });
});

afterAll(async () => {
  await services?.stop();
  await database?.stop();
  if (copy) rmSync(copy, { recursive: true, force: true });
});

/** Runs `npm run deploy` in the copy. */
async function deploy(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const log = join(copy, 'deploy.log');
  const command = startProgram({
    name: 'the deployment',
    command: process.execPath,
    args: [join(copy, 'scripts/deploy.ts'), ...args],
    cwd: copy,
    env: { ...services.variables, DB_URL: database.url, DB_TOKEN: '', HOME: copy, WRANGLER_SEND_METRICS: 'false', ...env },
    port: 0,
    log,
  });
  return { ended: await command.ended, output: readFileSync(log, 'utf8') };
}

test('a dry run looks, builds, has wrangler check the upload and says what it would be, and changes nothing', async () => {
  const { ended, output } = await deploy(['--dry-run']);
  expect(output).toContain('Nothing is missing.');
  expect(output).toMatch(/✓ Building the page/);
  expect(output).toContain('--dry-run: exiting now.');
  expect(output).toMatch(/Nothing was uploaded\..*\n {2}1\. wrangler deploy --env=\n {5}the Worker vonk, \d+ KB/);
  expect(output).toContain('rooms: in the Worker');
  expect(output).toMatch(/the page, \d{2,} files/);
  expect(output).toContain('PHOTOS is the bucket vonk-photos');
  expect([ended, services.changes]).toEqual(['exit code 0', []]);
  expect(existsSync(join(copy, 'dist/page/_dev'))).toBe(false);
});

/** Changes a file of the copy for one test. */
function change(file: string, edit: (source: string) => string): void {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const edited = edit(source);
  expect(edited).not.toBe(source);
  writeFileSync(path, edited);
  onTestFinished(() => writeFileSync(path, source));
}

const atPartyKit = (config: string) => config.replaceAll('ROOMS = "worker"', 'ROOMS = "partykit"');

describe('with rooms at PartyKit', () => {
  beforeEach(() => {
    change('wrangler.toml', atPartyKit);
    Object.assign(services.state, {
      secrets: [...(services.state.secrets ?? []), 'PARTY_HOST', 'PARTY_SECRET'],
      roomVariables: ['PARTY_SECRET'],
    });
  });

  test('a dry run deploys them first', async () => {
    const { ended, output } = await deploy(['--dry-run']);
    expect(output).toMatch(/\n {2}1\. partykit deploy\n {5}the rooms, \d+ KB\n {2}2\. wrangler deploy --env=\n {5}the Worker vonk, \d+ KB/);
    expect(output).toContain('rooms: at PartyKit');
    expect([ended, services.changes]).toEqual(['exit code 0', []]);
  });

  test('variables, secret and login that are missing are lines of the list', async () => {
    Object.assign(services.state, { secrets: ['SITE_URL', 'DB_URL', 'SIGNING_KEY', 'MAIL_URL', 'MAIL_FROM'], roomVariables: ['OTHER'] });
    const { ended, output } = await deploy(['--check']);
    expect(output.trimEnd().split('\n')).toEqual([
      'Nothing was deployed. The site lacks:',
      '  - PARTY_HOST: missing, and rooms at PartyKit need it',
      '  - PARTY_SECRET: missing, and rooms at PartyKit need it',
      '  - PARTY_SECRET of the rooms (partykit env add PARTY_SECRET)',
      'docs/deploying.md says how each of them is set.',
    ]);
    expect(ended).toBe('exit code 1');
    const { output: withoutLogin } = await deploy(['--check'], { GITHUB_TOKEN: '', PARTYKIT_TOKEN: '' });
    expect(withoutLogin).toMatch(/\n {2}- a login at PartyKit/);
  });

  test('the preview has rooms of its own', async () => {
    Object.assign(services.state, { worker: 'vonk-preview', rooms: 'vonk-rooms-preview', roomVariables: [] });
    const { output } = await deploy(['--check', '--env', 'preview']);
    Object.assign(services.state, { worker: 'vonk', rooms: 'vonk-rooms' });
    expect(output).toContain('  - PARTY_SECRET of the rooms (partykit env add PARTY_SECRET --name vonk-rooms-preview)');
  });

  test('rooms that cannot be built make a dry run fail', async () => {
    change('party/server.ts', (source) => `${source}\nimport './nowhere.ts';\n`);
    const { ended, output } = await deploy(['--dry-run']);
    expect(output).toMatch(/The rooms cannot be built/);
    expect(output).not.toContain('Nothing was uploaded.');
    expect([ended, services.changes]).toEqual(['exit code 1', []]);
  });
});

test('a host of rooms that does not exist is a line of the list', async () => {
  change('wrangler.toml', (config) => config.replaceAll('ROOMS = "worker"', 'ROOMS = "elsewhere"'));
  expect((await deploy(['--check'])).output).toContain('  - ROOMS in [vars] of wrangler.toml: neither partykit nor worker');
});

test('with a Worker that cannot be built a dry run fails, and nothing is uploaded', async () => {
  change('worker/app.ts', (source) => `${source}\nimport './nowhere.ts';\n`);
  const { ended, output } = await deploy(['--dry-run']);
  expect(output).toMatch(/worker\/app\.ts/);
  expect(output).not.toContain('Nothing was uploaded.');
  expect([ended, services.changes]).toEqual(['exit code 1', []]);
});
