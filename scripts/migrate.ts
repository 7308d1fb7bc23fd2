import { fillCities } from '#db/catalogue/fill-cities';
import { MigrationError, migrate } from '#db/setup/migrate';
import { CommandError } from './lib/command/command-error.ts';
import { runStep } from './lib/command/progress-steps.ts';
import { runCommand } from './lib/command/run-command.ts';
import { openDatabaseServer } from './lib/product/database-server.ts';
import { readVariables } from './lib/product/variables.ts';

/** Throws a command error with the reason of the database if a migration fails. */
async function migrateOrExplain(url: string, token: string | undefined, pausesWrites: boolean): Promise<{ applied: number }> {
  return migrate(url, token, { pausesWrites }).catch((error: unknown) => {
    if (!(error instanceof MigrationError)) throw error;
    const { cause } = error;
    throw new CommandError(`${error.message}\n${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)}`);
  });
}

/**
 * `npm run migrate [-- --pause-writes]`: brings the database up to date. With the option a site that is in use refuses writes until the last
 * migration has ended (docs/deploying.md, "An upgrade with a migration").
 */
await runCommand(async (lifetime) => {
  const typed = process.argv.slice(2);
  if (typed.some((word) => word !== '--pause-writes')) throw new CommandError('npm run migrate [-- --pause-writes]');
  const variables = readVariables();
  const database = await openDatabaseServer(variables);
  lifetime.defer(database.stop);
  const token = variables.dbToken ?? undefined;
  const { applied } = await migrateOrExplain(database.url, token, typed.length > 0);
  console.log(applied === 0 ? 'The schema was up to date.' : `${applied} migrations applied.`);
  await runStep('Filling in the towns, if they are not there', (progress) => fillCities(database.url, token, progress));
});
