import { openDatabase } from '#db/client';
import { runCommand } from '../scripts/lib/command/run-command.ts';
import { openDatabaseServer } from '../scripts/lib/product/database-server.ts';
import { readVariables } from '../scripts/lib/product/variables.ts';
import { findCommand, SITE_USAGE } from './commands.ts';

const run = findCommand(process.argv.slice(2));
if (!run) {
  console.error(SITE_USAGE);
  process.exit(1);
}

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const { url, stop } = await openDatabaseServer(variables);
  lifetime.defer(stop);
  await run(openDatabase(url, variables.dbToken ?? undefined));
});
