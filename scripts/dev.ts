import { announce } from './support/announce.ts';
import { buildChanged } from './support/build-changed.ts';
import { runCommand } from './support/command.ts';
import { serveLivePage } from './support/live-page.ts';
import { reloadOnChange } from './support/live-worker.ts';
import { assertPortsFree, freePort } from './support/ports.ts';
import { startProduct } from './support/product.ts';
import { step } from './support/steps.ts';
import { readVariables } from './support/variables.ts';
import { untilOneEnds } from './support/watch.ts';

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
