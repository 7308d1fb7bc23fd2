import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeVapidKeys, type VapidKeys } from './vapid-keys.ts';

export interface Secrets {
  readonly signingKey: string;
  readonly partySecret: string;
  /** What pushes are signed with. */
  readonly vapid: VapidKeys;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const randomSecret = () => randomBytes(32).toString('base64url');

async function secretIn(file: string, make = randomSecret): Promise<string> {
  const known = await readFile(file, 'utf8').catch((error: unknown) => (isMissing(error) ? '' : Promise.reject(error)));
  if (known.trim()) return known.trim();
  const made = make();
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/** The file holds what makeVapidKeys gave. */
const vapidIn = (text: string) => JSON.parse(text) as VapidKeys;

/** The local secrets: made at the first start, kept readable for their owner alone. Live they are wrangler and partykit secrets. */
export async function ownSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  return {
    signingKey: await secretIn(join(dataDir, 'signing-key')),
    partySecret: await secretIn(join(dataDir, 'party-secret')),
    vapid: vapidIn(await secretIn(join(dataDir, 'vapid-keys'), () => JSON.stringify(makeVapidKeys()))),
  };
}
