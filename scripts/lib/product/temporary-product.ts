import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../process/ports.ts';
import { startProduct } from './start-product.ts';
import { readVariables } from './variables.ts';

interface TemporaryProductOptions {
  /** The public address, if a proxy is in front of the product. */
  readonly siteUrl?: string;
  readonly members?: number;
  /** The port of the rooms, and `host:port` of a proxy in front of them. */
  readonly rooms?: { readonly port: number; readonly host: string };
}

/** Starts a site with its own free ports and a temporary folder, which is deleted with `lifetime`. Returns its URL. */
export async function startTemporaryProduct(
  lifetime: AsyncDisposableStack,
  { siteUrl = '', members = 60, rooms }: TemporaryProductOptions = {},
): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-shots-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  const ports = {
    PORT: String(await freePort()),
    PARTY_PORT: String(rooms?.port ?? (await freePort())),
    DB_PORT: String(await freePort()),
  };
  const variables = readVariables({
    ...ports,
    DATA_DIR: dir,
    DEMO_MEMBERS: String(members),
    SITE_URL: siteUrl,
    ...(rooms && { PARTY_HOST: rooms.host }),
  });
  return (await startProduct(variables, lifetime)).url;
}
