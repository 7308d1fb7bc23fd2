import { openDatabase } from '#db/client';
import { runCommand } from './support/command.ts';
import { openDatabaseServer } from './support/database.ts';
import { SITE_USAGE, siteVerb } from './support/site-verbs.ts';
import { readVariables } from './support/variables.ts';

const run = siteVerb(process.argv.slice(2));
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
