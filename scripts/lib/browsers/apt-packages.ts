import { existsSync } from 'node:fs';
import { type Outcome, runTool } from '../process/run-tool.ts';

/** Whether this process can install Debian packages. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

let isUpToDate = false;

/** Installs Debian packages without recommended ones. The first call updates the index. */
export async function aptInstall(packages: readonly string[]): Promise<Outcome> {
  if (!isUpToDate) await runTool('apt-get', ['update', '-qq']);
  isUpToDate = true;
  return runTool('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
