import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../command/command-error.ts';
import { inProject } from '../paths.ts';

export interface Program {
  /** For messages to people, such as "the database". */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The port on which it listens; 0 if none. */
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which it runs; the project's without one. */
  readonly cwd?: string;
  /** The file for its output; without one it goes to our output. */
  readonly log?: string;
  /** Opens Node's message channel to the program. */
  readonly hasChannel?: boolean;
}

export interface RunningProgram {
  readonly name: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Resolves when the process has ended, with its signal, `exit code N` or the error of its start. */
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  /** The last 20 lines of its log; empty without a log. */
  lastOutput(): string;
  /** Ends the program and all its children. */
  stop(): Promise<void>;
}

let orphanReaper: Writable | undefined;

/** Reports a started or ended process group to orphan-reaper.ts, which is started by the first report. */
function notifyOrphanReaper(line: string): void {
  if (!orphanReaper) {
    const child = spawn(process.execPath, [inProject('scripts/lib/process/orphan-reaper.ts')], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.unref();
    const { stdin } = child;
    if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
    stdin.on('error', () => {});
    orphanReaper = stdin;
  }
  orphanReaper.write(`${line}\n`);
}

function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The group has already ended.
  }
}

/** Ends the whole group: by SIGTERM, after five seconds by SIGKILL. */
async function endGroup(group: number, ended: Promise<string>): Promise<void> {
  signalGroup(group, 'SIGTERM');
  await Promise.race([ended, pause(5_000, undefined, { ref: false })]);
  signalGroup(group, 'SIGKILL');
  await ended;
  notifyOrphanReaper(`-${group}`);
}

function openLog(log: string): number {
  mkdirSync(dirname(log), { recursive: true });
  return openSync(log, 'w', 0o600);
}

/** Starts a program in its own process group, which ends when this process ends, even if it is killed. */
export function startProgram({ name, command, args, port, env, cwd = inProject('.'), log, hasChannel }: Program): RunningProgram {
  const output = log ? openLog(log) : 'inherit';
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', output, output, ...(hasChannel ? (['ipc'] as const) : [])],
    serialization: 'advanced',
  });
  if (typeof output === 'number') closeSync(output);
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  let hasEnded = false;
  const end = (how: string) => {
    hasEnded = true;
    resolve(how);
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  const group = child.pid;
  if (group) notifyOrphanReaper(`+${group}`);
  return {
    name,
    port,
    child,
    ended,
    hasEnded: () => hasEnded,
    lastOutput: () => (log ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-20).join('\n') : ''),
    stop: async () => {
      if (group) await endGroup(group, ended);
    },
  };
}

/** Waits until `isReady`. Throws a command error with the program's last output if it ends or is not ready in time. */
export async function untilReady(running: RunningProgram, isReady: () => Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!(await isReady().catch(() => false))) {
    if (running.hasEnded())
      throw new CommandError(`${capital(running.name)} did not start (${await running.ended}):\n${running.lastOutput()}`);
    if (performance.now() > deadline) throw new CommandError(`${capital(running.name)} did not answer in time:\n${running.lastOutput()}`);
    await pause(50);
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
