import { join } from 'node:path';
import { migrate } from '#db/setup/migrate';
import { buildChanged } from './support/build-changed.ts';
import { runCommand } from './support/command.ts';
import { openDatabaseServer } from './support/database.ts';
import { fillWithDemo } from './support/demo.ts';
import { step } from './support/steps.ts';
import { readVariables } from './support/variables.ts';

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const { dataDir, dbToken, demoMembers } = variables;
  await buildChanged({ isDevelopment: true });
  const { url, stop } = await openDatabaseServer(variables);
  lifetime.defer(stop);
  await migrate(url, dbToken ?? undefined);
  await step('Making the demo members, if there are none', (progress) =>
    fillWithDemo({ url, members: demoMembers, photosDir: join(dataDir, 'worker'), log: join(dataDir, 'logs/demo.log') }, progress),
  );
});
