import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { startProduct } from '../support/product.ts';
import { readVariables } from '../support/variables.ts';

/** Starts a product of its own, beside any that runs: own ports, own directory, few members. Gives its address, which `siteUrl` may stand before. */
export async function startPrivateProduct(lifetime: AsyncDisposableStack, siteUrl = ''): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-shots-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  const [port, partyPort, dbPort] = [String(await freePort()), String(await freePort()), String(await freePort())];
  const variables = readVariables({
    PORT: port,
    PARTY_PORT: partyPort,
    DB_PORT: dbPort,
    DATA_DIR: dir,
    DEMO_MEMBERS: '60',
    SITE_URL: siteUrl,
  });
  return (await startProduct(variables, lifetime)).url;
}
