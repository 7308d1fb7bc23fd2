import { existsSync } from 'node:fs';
import { type Outcome, runTool } from '../process/run-tool.ts';

/** Whether packages of Debian can be installed here. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

let isUpToDate = false;

/** Installs Debian's packages with what they need and no more. */
export async function aptInstall(packages: readonly string[]): Promise<Outcome> {
  if (!isUpToDate) await runTool('apt-get', ['update', '-qq']);
  isUpToDate = true;
  return runTool('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
