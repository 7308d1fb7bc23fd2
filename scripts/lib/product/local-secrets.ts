import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeVapidKeys, type VapidKeys } from './vapid-keys.ts';

export interface Secrets {
  readonly signingKey: string;
  readonly partySecret: string;
  /** The keys that pushes are signed with. */
  readonly vapid: VapidKeys;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const randomSecret = () => randomBytes(32).toString('base64url');

/** Reads a secret; makes and stores it, readable for its owner alone, if the file is missing or empty. */
async function readOrMakeSecret(file: string, make = randomSecret): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: unknown) => (isMissing(error) ? '' : Promise.reject(error)));
  if (stored.trim()) return stored.trim();
  const made = make();
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/** Sound: the file holds what makeVapidKeys returned. */
const parseVapidKeys = (text: string) => JSON.parse(text) as VapidKeys;

/**
 * The secrets of a local site, made at the first start and stored in `dataDir`. In production they are secrets of wrangler and PartyKit.
 */
export async function localSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  return {
    signingKey: await readOrMakeSecret(join(dataDir, 'signing-key')),
    partySecret: await readOrMakeSecret(join(dataDir, 'party-secret')),
    vapid: parseVapidKeys(await readOrMakeSecret(join(dataDir, 'vapid-keys'), () => JSON.stringify(makeVapidKeys()))),
  };
}
