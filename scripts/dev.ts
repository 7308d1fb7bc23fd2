import { buildChanged } from './lib/build/build-changed.ts';
import { runStep } from './lib/command/progress-steps.ts';
import { runCommand } from './lib/command/run-command.ts';
import { assertPortsFree, freePort } from './lib/process/ports.ts';
import { untilOneEnds } from './lib/process/until-one-ends.ts';
import { startPageDevServer } from './lib/product/page-dev-server.ts';
import { printAddresses } from './lib/product/print-addresses.ts';
import { startProduct } from './lib/product/start-product.ts';
import { readVariables } from './lib/product/variables.ts';
import { reloadOnChange } from './lib/product/worker-reload.ts';

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const { port, rooms, partyPort, dbPort, dbUrl } = variables;
  await assertPortsFree({ PORT: port, ...(rooms === 'partykit' ? { PARTY_PORT: partyPort } : {}), ...(dbUrl ? {} : { DB_PORT: dbPort }) });
  await buildChanged({ isDevelopment: true });
  const product = await startProduct(variables, lifetime, await freePort());
  await runStep('Watching the Worker', () => reloadOnChange(product.worker, lifetime));
  await runStep('Serving the page as it changes', () => startPageDevServer({ port, workerUrl: product.url }, lifetime));
  printAddresses(variables);
  await untilOneEnds(product.processes);
});
