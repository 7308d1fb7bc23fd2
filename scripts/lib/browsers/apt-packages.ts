import { existsSync } from 'node:fs';
import { runTool, type ToolOutcome } from '../process/run-tool.ts';

/** Whether this process can install Debian packages. */
export const canAptInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

let hasUpdatedIndex = false;

/** Installs Debian packages without recommended ones. The first call updates the index. */
export async function aptInstall(packages: readonly string[]): Promise<ToolOutcome> {
  if (!hasUpdatedIndex) await runTool('apt-get', ['update', '-qq']);
  hasUpdatedIndex = true;
  return runTool('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
