import { spawn } from 'node:child_process';
import { inProject } from '../paths.ts';

/** The exit code of a tool, and its standard output and errors in the order they came; `stdout` without the errors. */
export interface ToolOutcome {
  readonly code: number;
  readonly output: string;
  readonly stdout: string;
}

/** Runs a tool to its end, by default in the project's folder. Does not throw: the code is 127 if the tool cannot be started. */
export async function runTool(command: string, args: readonly string[], cwd = inProject('.')): Promise<ToolOutcome> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let stdout = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (stream === child.stdout) stdout += text;
    });
  }
  const { promise, resolve } = Promise.withResolvers<number>();
  child.once('error', (error) => {
    output += error.message;
    resolve(127);
  });
  child.once('close', (code) => resolve(code ?? 1));
  return { code: await promise, output, stdout };
}

/** The path of a tool that npm installed. */
export const installedTool = (name: string): string => inProject(`node_modules/.bin/${name}`);
