import { buildChanged } from './lib/build/build-changed.ts';
import { step } from './lib/command/progress-steps.ts';
import { runCommand } from './lib/command/run-command.ts';
import { assertPortsFree, freePort } from './lib/process/ports.ts';
import { untilOneEnds } from './lib/process/until-one-ends.ts';
import { announce } from './lib/product/announce.ts';
import { serveLivePage } from './lib/product/page-dev-server.ts';
import { startProduct } from './lib/product/start-product.ts';
import { readVariables } from './lib/product/variables.ts';
import { reloadOnChange } from './lib/product/worker-reload.ts';

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const { port, partyPort, dbPort, dbUrl } = variables;
  await assertPortsFree({ PORT: port, PARTY_PORT: partyPort, ...(dbUrl ? {} : { DB_PORT: dbPort }) });
  await buildChanged({ isDevelopment: true });
  const product = await startProduct(variables, lifetime, await freePort());
  await step('Watching the Worker', () => reloadOnChange(product.worker, lifetime));
  await step('Serving the page as it changes', () => serveLivePage({ port, workerUrl: product.url }, lifetime));
  announce(variables);
  await untilOneEnds(product.processes);
});
