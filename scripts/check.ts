import { runCommand } from './lib/command/run-command.ts';
import { runChecks } from './lib/tests/run-checks.ts';

await runCommand(async () => {
  if (!(await runChecks())) process.exitCode = 1;
});
