import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';
import { freePort } from '../../scripts/lib/process/ports.ts';
import { startProgram } from '../../scripts/lib/process/start-program.ts';
import { readVariables } from '../../scripts/lib/product/variables.ts';

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535, not "abc".'],
  [{ DEMO_MEMBERS: '-1' }, 'DEMO_MEMBERS must be a whole number from 0 to 10000000, not "-1".'],
  [{ DB_URL: 'libsql:nowhere' }, 'DB_URL must be an http(s) address, not "libsql:nowhere".'],
  [{ DB_READ_URL: 'http://a http//b' }, 'DB_READ_URL must be an http(s) address, not "http//b".'],
  [{ SITE_URL: 'vonk.example' }, 'SITE_URL must be an http(s) address, not "vonk.example".'],
  [{ PARTY_HOST: 'http://a' }, 'PARTY_HOST must be host or host:port, not "http://a".'],
  [{ PORT: '1999' }, 'PORT and PARTY_PORT are both 1999; each needs its own port.'],
])('an invalid variable is named: %o', (environment, sentence) => {
  expect(() => readVariables(environment)).toThrow(sentence);
});

test('a missing variable has its default', () => {
  expect(readVariables({})).toMatchObject({
    port: 8787,
    partyPort: 1999,
    dbPort: 8080,
    demoMembers: 500,
    dbUrl: null,
    siteUrl: 'http://localhost:8787',
    partyHost: 'localhost:1999',
  });
});

test('a taken port ends the start with one line before anything runs', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-refusal-'));
  const [port, partyPort, dbPort] = [await freePort(), await freePort(), await freePort()];
  const occupant = createServer();
  await new Promise<void>((resolve) => {
    occupant.listen({ port: partyPort, host: '127.0.0.1' }, resolve);
  });
  const log = join(dir, 'start.log');
  const env = { PORT: String(port), PARTY_PORT: String(partyPort), DB_PORT: String(dbPort), DATA_DIR: dir };
  const start = startProgram({ name: 'the start', command: process.execPath, args: [inProject('scripts/start.ts')], env, port, log });
  expect(await start.ended).toBe('exit code 1');
  expect(start.lastOutput()).toBe(`Port ${partyPort} is taken; give another one with PARTY_PORT=… or end what listens there.`);
  expect(await readdir(dir)).toEqual(['start.log']);
  occupant.close();
  await rm(dir, { recursive: true });
});
