import { runChecks } from './support/checks.ts';
import { runCommand } from './support/command.ts';

await runCommand(async () => {
  if (!(await runChecks())) process.exitCode = 1;
});
