import { migrate } from '#db/migrate';
import { runCommand } from './support/command.ts';
import { openDatabaseServer } from './support/database.ts';
import { readVariables } from './support/variables.ts';

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const database = await openDatabaseServer(variables);
  lifetime.defer(database.stop);
  const { applied } = await migrate(database.url, variables.dbToken ?? undefined);
  console.log(applied === 0 ? 'The schema was up to date.' : `${applied} migrations applied.`);
});
