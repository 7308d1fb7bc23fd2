import { fillCities } from '#db/catalogue/fill-cities';
import { migrate } from '#db/setup/migrate';
import { runStep } from './lib/command/progress-steps.ts';
import { runCommand } from './lib/command/run-command.ts';
import { openDatabaseServer } from './lib/product/database-server.ts';
import { readVariables } from './lib/product/variables.ts';

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const database = await openDatabaseServer(variables);
  lifetime.defer(database.stop);
  const token = variables.dbToken ?? undefined;
  const { applied } = await migrate(database.url, token);
  console.log(applied === 0 ? 'The schema was up to date.' : `${applied} migrations applied.`);
  await runStep('Filling in the towns, if they are not there', (progress) => fillCities(database.url, token, progress));
});
