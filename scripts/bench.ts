import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { buildChanged } from './lib/build/build-changed.ts';
import { CommandError } from './lib/command/command-error.ts';
import { runCommand } from './lib/command/run-command.ts';
import { inProject } from './lib/paths.ts';
import { startProgram } from './lib/process/start-program.ts';

/** `npm run bench [name]`: runs tests/bench/<name>.ts, or all benchmarks one after the other. Each prints a table and JSON. */
await runCommand(async (lifetime) => {
  const known = globSync('tests/bench/*.ts', { cwd: inProject('.') })
    .map((path) => basename(path, '.ts'))
    .sort();
  const [name] = process.argv.slice(2);
  if (name && !known.includes(name)) throw new CommandError(`There is no bench ${name}; there is ${known.join(', ') || 'none'}.`);
  await buildChanged({ isDevelopment: true });
  for (const bench of name ? [name] : known) {
    const args = [inProject(`tests/bench/${bench}.ts`), ...process.argv.slice(3)];
    const running = startProgram({ name: bench, command: process.execPath, args, port: 0 });
    lifetime.defer(running.stop);
    if ((await running.ended) !== 'exit code 0') process.exitCode = 1;
  }
});
