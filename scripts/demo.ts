import { join } from 'node:path';
import { migrate } from '#db/setup/migrate';
import { buildChanged } from './lib/build/build-changed.ts';
import { runStep } from './lib/command/progress-steps.ts';
import { runCommand } from './lib/command/run-command.ts';
import { openDatabaseServer } from './lib/product/database-server.ts';
import { fillWithDemo } from './lib/product/fill-with-demo.ts';
import { readVariables } from './lib/product/variables.ts';

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const { dataDir, dbToken, demoMembers } = variables;
  await buildChanged({ isDevelopment: true });
  const { url, stop } = await openDatabaseServer(variables);
  lifetime.defer(stop);
  await migrate(url, dbToken ?? undefined);
  await runStep('Making the demo members, if there are none', (progress) =>
    fillWithDemo({ url, members: demoMembers, photosDir: join(dataDir, 'worker'), log: join(dataDir, 'logs/demo.log') }, progress),
  );
});
