import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { inProject } from '../../scripts/lib/paths.ts';
import { startProgram } from '../../scripts/lib/process/start-program.ts';
import { startDatabase, type TestDatabase } from '../support/database/test-database-server.ts';
import { type DeployedState, startDeployServices } from '../support/servers/deploy-services.ts';

const REQUIRED = ['SITE_URL', 'DB_URL', 'SIGNING_KEY'];
const COMPLETE: DeployedState = {
  secrets: [...REQUIRED, 'MAIL_URL', 'MAIL_FROM'],
  buckets: ['vonk-photos'],
  roomVariables: [],
  worker: 'vonk',
  rooms: 'vonk-rooms',
};

let dir: string;
let database: TestDatabase;
let services: Awaited<ReturnType<typeof startDeployServices>>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vonk-deploy-'));
  database = await startDatabase();
  services = await startDeployServices({ ...COMPLETE });
});

afterAll(async () => {
  await services?.stop();
  await database?.stop();
  await rm(dir, { recursive: true, force: true });
});

beforeEach(() => Object.assign(services.state, COMPLETE));

/** How `npm run deploy` ends, and what it prints, line by line. */
async function deploy({ args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {}) {
  const variables = { ...services.variables, DB_URL: database.url, DB_TOKEN: '', HOME: dir, WRANGLER_SEND_METRICS: 'false', ...env };
  const log = join(dir, 'deploy.log');
  const command = startProgram({
    name: 'the deployment',
    command: process.execPath,
    args: [inProject('scripts/deploy.ts'), ...args],
    env: variables,
    port: 0,
    log,
  });
  const ended = await command.ended;
  return { ended, lines: command.lastOutput().split('\n') };
}

const builtAt = async () => (await stat(inProject('dist')).catch(() => null))?.mtimeMs ?? null;

test('a site that has everything passes the check', async () => {
  expect(await deploy({ args: ['--check'] })).toEqual({ ended: 'exit code 0', lines: ['Nothing is missing.'] });
});

test('a deployment that lacks things stops before the first change and lists all of them', async () => {
  Object.assign(services.state, {
    secrets: ['SITE_URL', 'VAPID_SUBJECT', 'MAIL_URL'],
    buckets: [],
  });
  const db = openDatabase(database.url);
  await db.$client.execute('create table kept as select * from __drizzle_migrations');
  await db.$client.execute('delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)');
  await saveSetting(db, 'payment_provider', 'mollie');
  const before = await builtAt();
  const { ended, lines } = await deploy();
  await clearSetting(db, 'payment_provider');
  await db.$client.executeMultiple(
    'delete from __drizzle_migrations; insert into __drizzle_migrations select * from kept; drop table kept',
  );
  expect(ended).toBe('exit code 1');
  expect(lines).toEqual([
    'Nothing was deployed. The site lacks:',
    '  - DB_URL: missing',
    '  - SIGNING_KEY: missing',
    '  - MAIL_FROM: missing, and MAIL_URL needs it',
    '  - VAPID_PUBLIC_KEY: missing, and pushes need all three',
    '  - VAPID_PRIVATE_KEY: missing, and pushes need all three',
    '  - MAIL_FROM with MAIL_URL or the binding EMAIL: without mails nobody can confirm an address',
    '  - MOLLIE_API_KEY: missing, and the setting payment_provider is mollie',
    '  - the photo bucket vonk-photos (wrangler r2 bucket create vonk-photos)',
    expect.stringMatching(/^ {2}- 1 of \d+ migrations \(npm run migrate\)$/),
    'docs/deploying.md says how each of them is set.',
  ]);
  expect([services.changes, await builtAt()]).toEqual([[], before]);
});

test('a Worker that does not exist yet lacks every secret, and a clone may lack migrations of the database', async () => {
  Object.assign(services.state, { secrets: null });
  const db = openDatabase(database.url);
  await db.$client.execute("insert into __drizzle_migrations (hash, created_at) values ('of a later version', 1)");
  const { ended, lines } = await deploy();
  await db.$client.execute("delete from __drizzle_migrations where hash = 'of a later version'");
  expect(ended).toBe('exit code 1');
  expect(lines).toEqual(expect.arrayContaining(REQUIRED.map((name) => `  - ${name}: missing`)));
  expect(lines).toContainEqual('  - 1 migrations in this clone: the database has more than it knows');
});

test('a host that does not answer and a database that is not named are lines of the list', async () => {
  const noHost = 'http://127.0.0.1:9/client/v4';
  const { ended, lines } = await deploy({ env: { DB_URL: '', CLOUDFLARE_API_BASE_URL: noHost } });
  expect(ended).toBe('exit code 1');
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}- an answer of `wrangler secret list`: \S/));
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}- DB_URL in front of this command/));
});

describe('with a file of secrets', () => {
  const VALUES = {
    SITE_URL: 'https://vonk.example',
    DB_URL: 'https://db.example',
    SIGNING_KEY: 's'.repeat(32),
    MAIL_URL: 'smtps://name:password@mail.example',
    MAIL_FROM: 'Vonk <post@vonk.example>',
  };
  const noHosts = { CLOUDFLARE_API_BASE_URL: 'http://127.0.0.1:9/client/v4' };
  const check = async (content: string, env: Record<string, string> = {}) => {
    const file = join(dir, 'secrets');
    await writeFile(file, content);
    return deploy({ args: ['--check', '--secrets', file], env: { ...noHosts, ...env } });
  };
  const asLines = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `${name}="${value}"`)
      .join('\n');

  test.each([
    ['JSON', JSON.stringify(VALUES)],
    ['lines', asLines(VALUES)],
  ])('as %s no host is asked', async (_, content) => {
    expect(await check(content)).toEqual({
      ended: 'exit code 0',
      lines: ['Nothing is missing.', 'Not asked for: the secrets at Cloudflare, the photo bucket, the secret of rooms at PartyKit.'],
    });
  });

  test('a missing name and a malformed value are lines of the list, and no value is printed', async () => {
    const { MAIL_FROM: _, ...others } = VALUES;
    const { ended, lines } = await check(JSON.stringify({ ...others, SITE_URL: 'vonk-example', SIGNING_KEY: 'too-short-a-key' }));
    expect(ended).toBe('exit code 1');
    expect(lines).toEqual([
      'Nothing was deployed. The site lacks:',
      '  - MAIL_FROM: missing, and MAIL_URL needs it',
      '  - MAIL_FROM with MAIL_URL or the binding EMAIL: without mails nobody can confirm an address',
      '  - SITE_URL: not an address',
      '  - SIGNING_KEY: at least 32 characters',
      'docs/deploying.md says how each of them is set.',
    ]);
    expect(lines.join()).not.toMatch(/vonk-example|too-short-a-key/);
  });

  test.each(['{"SITE_URL": 1}', '[]', '{', ''])('that has no form of one is refused: %j', async (content) => {
    const { ended, lines } = await check(content);
    expect([ended, lines.join()]).toEqual([
      'exit code 1',
      expect.stringMatching(/is neither a JSON object of texts nor lines NAME=value\.$/),
    ]);
  });

  test('that is not there, and one for a real deployment, are refused', async () => {
    const absent = await deploy({ args: ['--check', '--secrets', join(dir, 'nowhere')] });
    const real = await deploy({ args: ['--secrets', join(dir, 'secrets')] });
    expect([absent.ended, absent.lines.join()]).toEqual(['exit code 1', expect.stringMatching(/cannot be read\.$/)]);
    expect([real.ended, real.lines.join()]).toEqual(['exit code 1', expect.stringContaining('a deployment asks the hosts')]);
  });
});

test('the preview has a Worker and a bucket of its own', async () => {
  Object.assign(services.state, { worker: 'vonk-preview', buckets: ['vonk-preview-photos'] });
  expect(await deploy({ args: ['--check', '--env', 'preview'] })).toEqual({ ended: 'exit code 0', lines: ['Nothing is missing.'] });
  Object.assign(services.state, { buckets: ['vonk-photos'] });
  const { ended, lines } = await deploy({ args: ['--check', '--env', 'preview'] });
  expect(ended).toBe('exit code 1');
  expect(lines).toContainEqual('  - the photo bucket vonk-preview-photos (wrangler r2 bucket create vonk-preview-photos)');
});

test.each([
  [['--env', 'staging'], /has no environment staging; it has preview\.$/],
  [['--dryrun'], /^npm run deploy -- /],
])('an environment or option that does not exist is refused: %j', async (args, sentence) => {
  const { ended, lines } = await deploy({ args });
  expect([ended, lines.join()]).toEqual(['exit code 1', expect.stringMatching(sentence)]);
});
