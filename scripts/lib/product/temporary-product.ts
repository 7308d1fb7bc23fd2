import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../process/ports.ts';
import { startProduct } from './start-product.ts';
import { readVariables } from './variables.ts';

interface PrivateProduct {
  /** What stands before it, where something does. */
  readonly siteUrl?: string;
  readonly members?: number;
}

/** Starts a product of its own, beside any that runs: own ports, own directory, few members unless said. Gives its own address. */
export async function startPrivateProduct(
  lifetime: AsyncDisposableStack,
  { siteUrl = '', members = 60 }: PrivateProduct = {},
): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-shots-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  const [port, partyPort, dbPort] = [String(await freePort()), String(await freePort()), String(await freePort())];
  const ports = { PORT: port, PARTY_PORT: partyPort, DB_PORT: dbPort };
  const variables = readVariables({ ...ports, DATA_DIR: dir, DEMO_MEMBERS: String(members), SITE_URL: siteUrl });
  return (await startProduct(variables, lifetime)).url;
}
