import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Secrets {
  readonly signingKey: string;
  readonly partySecret: string;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function secretIn(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch((error: unknown) => (isMissing(error) ? '' : Promise.reject(error)));
  if (known.trim()) return known.trim();
  const made = randomBytes(32).toString('base64url');
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/** The local secrets: made at the first start, kept readable for their owner alone. Live they are wrangler and partykit secrets. */
export async function ownSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  return { signingKey: await secretIn(join(dataDir, 'signing-key')), partySecret: await secretIn(join(dataDir, 'party-secret')) };
}
