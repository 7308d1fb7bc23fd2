import { buildChanged } from './lib/build/build-changed.ts';
import { runCommand } from './lib/command/run-command.ts';
import { inProject } from './lib/paths.ts';
import { startProgram } from './lib/process/start-program.ts';

/** `npm run soak`: runs tests/bench/soak/run-soak.ts, which prints what held and what did not (docs/performance.md, "Soak"). */
await runCommand(async (lifetime) => {
  await buildChanged({ isDevelopment: true });
  const args = [inProject('tests/bench/soak/run-soak.ts'), ...process.argv.slice(2)];
  const running = startProgram({ name: 'the soak', command: process.execPath, args, port: 0 });
  lifetime.defer(running.stop);
  if ((await running.ended) !== 'exit code 0') process.exitCode = 1;
});
