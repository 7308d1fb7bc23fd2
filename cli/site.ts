import { openDatabase } from '#db/client';
import { CommandError } from '../scripts/lib/command/command-error.ts';
import { runCommand } from '../scripts/lib/command/run-command.ts';
import { openDatabaseServer } from '../scripts/lib/product/database-server.ts';
import { readVariables, type Variables } from '../scripts/lib/product/variables.ts';
import { UnreachableError, UsageError } from './lib/verb.ts';
import { runSiteCommand } from './run-site-command.ts';

/** Throws a usage error for the first invalid variable. */
function variablesOfSite(): Variables {
  try {
    return readVariables();
  } catch (error) {
    throw error instanceof CommandError ? new UsageError(error.message) : error;
  }
}

/** Throws an unreachable error if the local database does not start. */
async function openSiteDatabase(lifetime: AsyncDisposableStack) {
  const variables = variablesOfSite();
  try {
    const { url, stop } = await openDatabaseServer(variables);
    lifetime.defer(stop);
    return openDatabase(url, variables.dbToken ?? undefined);
  } catch (error) {
    throw error instanceof CommandError ? new UnreachableError(error.message) : error;
  }
}

await runCommand(async (lifetime) => {
  const { exitCode, stdout, stderr } = await runSiteCommand(process.argv.slice(2), () => openSiteDatabase(lifetime));
  if (stdout !== '') console.log(stdout);
  if (stderr !== '') console.error(stderr);
  process.exitCode = exitCode;
});
