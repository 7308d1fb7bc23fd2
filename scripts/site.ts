import { openDatabase } from '#db/client';
import { runCommand } from './support/command.ts';
import { openDatabaseServer } from './support/database.ts';
import { MEMBER_USAGE, MEMBER_VERBS } from './support/site-members.ts';
import { REPORT_USAGE, REPORT_VERBS } from './support/site-reports.ts';
import { SETTINGS_USAGE, SETTINGS_VERBS } from './support/site-settings.ts';
import { readVariables } from './support/variables.ts';

const verbs = new Map(
  Object.entries({ settings: SETTINGS_VERBS, member: MEMBER_VERBS, report: REPORT_VERBS }).flatMap(([area, itsVerbs]) =>
    Object.entries(itsVerbs).map(([verb, run]) => [`${area} ${verb}`, run] as const),
  ),
);

const [area = '', verb = '', ...args] = process.argv.slice(2);
const run = verbs.get(`${area} ${verb}`);
if (!run) {
  console.error(`${SETTINGS_USAGE}\n${MEMBER_USAGE}\n${REPORT_USAGE}`);
  process.exit(1);
}

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const { url, stop } = await openDatabaseServer(variables);
  lifetime.defer(stop);
  await run(openDatabase(url, variables.dbToken ?? undefined), args);
});
