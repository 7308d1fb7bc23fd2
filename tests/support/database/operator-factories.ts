import { randomBytes } from 'node:crypto';
import { HOUR } from '#contract/durations';
import { batch, type Database } from '#db/client';
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

interface PasskeyOwner {
  readonly id: string;
  readonly passkey: SoftwarePasskey;
}

/** The row of a session of the desk that begins now, and its cookie as `__Host-desk=value`. */
async function newDeskSession({ id: memberId, passkey }: PasskeyOwner, { endsIn = HOUR, confirmedAgo = 0 }: DeskTraits) {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  const row = {
    ...{ id: newId(), memberId, passkeyId: passkey.id, tokenHash: await sha256(token), device: 'node' },
    ...{ createdAt: now, seenAt: now, confirmedAt: now - confirmedAgo, expiresAt: now + endsIn },
  };
  return { row, cookie: `__Host-desk=${memberId}.${token}` };
}

/** Opens a session of the desk with a passkey; returns its cookie as `__Host-desk=value`. */
export async function aDeskSession(db: Database, operator: PasskeyOwner, traits: DeskTraits = {}): Promise<string> {
  const { row, cookie } = await newDeskSession(operator, traits);
  await db.insert(operatorSessions).values(row);
  return cookie;
}

/** An operator with a passkey and the cookie of a session of the desk. `memberCookie` is that of a session as a member. */
export async function anOperator(db: Database, { role = 'moderator', ...desk }: DeskTraits = {}, traits: Traits = {}) {
  const member = await aMember(db, traits);
  const passkey = new SoftwarePasskey();
  const { row, cookie } = await newDeskSession({ id: member.id, passkey }, desk);
  await batch(db, {
    operator: db.insert(operators).values({ memberId: member.id, role, addedAt: Date.now() }),
    passkey: db.insert(operatorPasskeys).values({
      ...{ id: passkey.id, memberId: member.id, publicKey: passkey.publicKey, counter: 0, transports: ['internal'], name: 'Laptop' },
      ...{ createdAt: Date.now(), usedAt: Date.now() },
    }),
    session: db.insert(operatorSessions).values(row),
  });
  return { ...member, passkey, memberCookie: member.cookie, cookie };
}

export type TestOperator = Awaited<ReturnType<typeof anOperator>>;
