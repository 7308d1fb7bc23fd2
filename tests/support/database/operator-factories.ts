import { randomBytes } from 'node:crypto';
import { HOUR } from '#contract/durations';
import type { Database } from '#db/client';
import { operatorPasskeys, operatorSessions, operators } from '#db/schema/index';
import { sha256 } from '../../../worker/lib/crypto.ts';
import { aMember, newId } from './factories.ts';
import { SoftwarePasskey } from './software-passkey.ts';

type Traits = NonNullable<Parameters<typeof aMember>[1]>;

interface DeskTraits {
  readonly role?: 'moderator' | 'admin';
  /** In ms; negative for a session that has ended. */
  readonly endsIn?: number;
  /** How long ago (ms) the passkey was used. */
  readonly confirmedAgo?: number;
}

/** Opens a session of the desk with a passkey; returns its cookie as `__Host-desk=value`. */
export async function aDeskSession(
  db: Database,
  { id: memberId, passkey }: { readonly id: string; readonly passkey: SoftwarePasskey },
  { endsIn = HOUR, confirmedAgo = 0 }: DeskTraits = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await db.insert(operatorSessions).values({
    ...{ id: newId(), memberId, passkeyId: passkey.id, tokenHash: await sha256(token), device: 'node' },
    ...{ createdAt: now, seenAt: now, confirmedAt: now - confirmedAgo, expiresAt: now + endsIn },
  });
  return `__Host-desk=${memberId}.${token}`;
}

/** An operator with a passkey and the cookie of a session of the desk. `memberCookie` is that of a session as a member. */
export async function anOperator(db: Database, { role = 'moderator', ...desk }: DeskTraits = {}, traits: Traits = {}) {
  const member = await aMember(db, traits);
  const passkey = new SoftwarePasskey();
  await db.insert(operators).values({ memberId: member.id, role, addedAt: Date.now() });
  await db.insert(operatorPasskeys).values({
    ...{ id: passkey.id, memberId: member.id, publicKey: passkey.publicKey, counter: 0, transports: ['internal'], name: 'Laptop' },
    ...{ createdAt: Date.now(), usedAt: Date.now() },
  });
  return { ...member, passkey, memberCookie: member.cookie, cookie: await aDeskSession(db, { id: member.id, passkey }, desk) };
}

export type TestOperator = Awaited<ReturnType<typeof anOperator>>;
