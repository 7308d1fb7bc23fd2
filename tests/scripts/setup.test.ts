import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';

const ENGINE_WARNINGS = 'for i in $(seq 60); do echo "npm warn EBADENGINE Unsupported engine $i" >&2; done';
/** Creates what an installation leaves: a `node` command, which here prints its arguments, and the lock file that marks success. */
const LEAVES_PACKAGES = `mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho "runs $(basename "$1") $2"\\n' > node_modules/.bin/node
chmod +x node_modules/.bin/node
touch node_modules/.package-lock.json`;

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vonk-setup-'));
  mkdirSync(join(root, 'scripts'));
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  copyFileSync(inProject('scripts/setup.mjs'), join(root, 'scripts/setup.mjs'));
});

afterEach(() => rmSync(root, { recursive: true }));

function setUp(npm: string) {
  const file = join(root, 'bin/npm');
  writeFileSync(file, `#!/bin/sh\n${npm}\n`);
  chmodSync(file, 0o755);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/setup.mjs'), 'test', 'likes'], {
    encoding: 'utf8',
    env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin` },
  });
  return { status, stdout, stderr };
}

const log = () => readFileSync(join(root, 'install.log'), 'utf8');

describe('the installation before npm start and npm test', () => {
  test('prints one line with its duration and hides the warnings of npm', () => {
    expect(setUp(`${ENGINE_WARNINGS}\n${LEAVES_PACKAGES}`)).toEqual({
      status: 0,
      stdout: 'Installing the packages (npm ci, usually about a minute) …\nruns test.ts likes\n',
      stderr: '',
    });
    expect(log()).toContain('Unsupported engine 60');
  });

  test('that fails prints npm’s errors without warnings and names the log file', () => {
    const { status, stdout, stderr } = setUp(`${ENGINE_WARNINGS}\necho "npm error code ENOTFOUND" >&2\nexit 1`);
    expect(status).toBe(1);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toBe(`npm error code ENOTFOUND\nnpm ci failed; all that it said is in ${join(root, 'install.log')}\n`);
    expect(log()).toContain('Unsupported engine 1\n');
  });

  test('that is killed without an error message prints its last lines', () => {
    const { status, stderr } = setUp('echo "out of room" >&2\nkill -9 $$');
    expect(status).toBe(1);
    expect(stderr).toContain('out of room\nnpm ci failed');
  });

  test('is skipped if it has succeeded before', () => {
    setUp(LEAVES_PACKAGES);
    expect(setUp('exit 1')).toEqual({ status: 0, stdout: 'runs test.ts likes\n', stderr: '' });
  });
});
