import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import { DAY, HOUR } from '#contract/durations';
import { batch, type Database } from '#db/client';
import { DEMO_PASSWORD, DEMO_PASSWORD_HASH } from '#db/demo/logins';
import { insertMember } from '#db/queries/account/members';
import { createConversationStatements } from '#db/queries/chat/conversations';
import { insertLike } from '#db/queries/likes/likes';
import { grantCredits } from '#db/queries/shared/credit-balance';
import { blocks, cases, discounts, emailChanges, images, members, type orders, sessions } from '#db/schema/index';
import { sha256 } from '../../../worker/lib/crypto.ts';
import { newReferenceNumber } from '../../../worker/lib/reference-number.ts';

/** The password of every member that a test makes; its scrypt hash is a constant, so that making a member needs no hashing. */
export const PASSWORD = DEMO_PASSWORD;

export const newId = () => randomBytes(16).toString('base64url');
export const newEmail = () => `${randomBytes(6).toString('hex')}@example.org`;

type Traits = Partial<typeof members.$inferInsert>;
export type TestMember = Awaited<ReturnType<typeof aMember>>;

/** A confirmed, searchable member with the cookie of a new session. `credits` are granted as one lot. */
export async function aMember(db: Database, { credits = 0, ...traits }: Traits = {}) {
  const id = newId();
  const now = Date.now();
  const member = {
    id,
    email: newEmail(),
    passwordHash: DEMO_PASSWORD_HASH,
    status: 'active' as const,
    name: 'Noor',
    country: 'NL',
    countryregion: 'NL-UT',
    city: 'Utrecht',
    gender: 'female',
    dateOfBirth: '1994-05-17',
    language: 'nl',
    locale: 'nl',
    paymentCountry: 'NL',
    lastActiveAt: now,
    activityBucket: Math.floor(now / 900_000),
    createdAt: now - 30 * DAY,
    sensitiveConsentVersion: SENSITIVE_CONSENT_VERSION,
    sensitiveConsentAt: now - 30 * DAY,
    ...traits,
  };
  const { row, cookie } = await newSession(id, HOUR);
  const grant = { id: newId(), memberId: id, source: 'grant', reference: newId(), amount: credits, createdAt: now } as const;
  await batch(db, {
    member: insertMember(db, member),
    ...(credits > 0 ? grantCredits(db, grant) : {}),
    session: db.insert(sessions).values(row),
  });
  return { ...member, cookie };
}

/** The row of a session that begins now, and its cookie as `session=value`. `endsIn` is in milliseconds. */
async function newSession(memberId: string, endsIn: number) {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  const row = {
    id: newId(),
    memberId,
    tokenHash: await sha256(token),
    device: 'test',
    createdAt: now,
    seenAt: now,
    expiresAt: now + endsIn,
  };
  return { row, cookie: `session=${memberId}.${token}` };
}

/** Starts a session for a member; returns its cookie as `session=value`. `endsIn` is in milliseconds. */
export async function aSession(db: Database, memberId: string, { endsIn = HOUR } = {}): Promise<string> {
  const { row, cookie } = await newSession(memberId, endsIn);
  await db.insert(sessions).values(row);
  return cookie;
}

export const aLike = (db: Database, likerId: string, likedId: string) => insertLike(db, likerId, likedId, Date.now());

/** Two members who like each other. */
export async function aMatch(db: Database, oneId: string, otherId: string): Promise<void> {
  await db.batch([insertLike(db, oneId, otherId, Date.now()), insertLike(db, otherId, oneId, Date.now())]);
}

/** Opens the conversation of two members, without messages; returns its id. */
export async function aConversation(db: Database, oneId: string, otherId: string): Promise<string> {
  const id = newId();
  await batch(db, createConversationStatements(db, id, oneId, otherId, Date.now()));
  return id;
}

/** A requested change of a member's e-mail address; it counts as confirmed if `doneAt` is given. Returns its id. */
export async function anEmailChange(
  db: Database,
  change: Omit<typeof emailChanges.$inferInsert, 'id' | 'createdAt'> & { createdAt?: number },
) {
  const id = newId();
  await db.insert(emailChanges).values({ id, createdAt: Date.now(), ...change });
  return id;
}

export const aBlock = (db: Database, blockerId: string, blockedId: string) =>
  db.insert(blocks).values({ blockerId, blockedId, createdAt: Date.now() });

/** The rows of a photo of a member, at this position; its files are not in the bucket. Returns the id of the image. */
export async function anImage(db: Database, memberId: string, position = 0): Promise<string> {
  const id = newId();
  const files = { thumb: `${newId()}.webp`, medium: `${newId()}.webp`, large: `${newId()}.webp` };
  await batch(db, {
    image: db
      .insert(images)
      .values({ id, memberId, position, ...files, width: 640, height: 800, thumbhash: '5FkKFgKluPmIeGd4Z4iIeZaH96+ilgs=' }),
    member: db
      .update(members)
      .set({ hasPhoto: true, mainImageId: sql`coalesce(${members.mainImageId}, ${id})` })
      .where(eq(members.id, memberId)),
  });
  return id;
}

/** A case about a photo of a member, which is gone; returns its number. */
export async function aCase(db: Database, memberId: string, status: 'open' | 'decided' = 'open'): Promise<string> {
  const number = newReferenceNumber();
  await db.insert(cases).values({ number, memberId, subjectKind: 'photo', subjectId: newId(), status, priority: 2, createdAt: Date.now() });
  return number;
}

/** A discount code, by default 20% off every purchase and once for each member; returns the code. */
export async function aDiscountCode(db: Database, columns: Partial<typeof discounts.$inferInsert> = {}): Promise<string> {
  const code = randomBytes(6).toString('hex').toUpperCase();
  await db.insert(discounts).values({ code, kind: 'code', percent: 20, startsAt: 1, createdAt: 1, ...columns });
  return code;
}

/** A row for the table `orders`, by default an open order for a pack of 50 credits. Not inserted. */
export const anOrderRow = (order: Partial<typeof orders.$inferInsert> & { memberId: string }) => ({
  id: newId(),
  nonce: newId(),
  kind: 'pack' as const,
  productId: 'pack-50',
  credits: 50,
  country: 'NL',
  currency: 'EUR',
  fullAmount: 999,
  amount: 999,
  vatRate: 2100,
  vatAmount: 173,
  method: 'ideal',
  provider: 'test' as const,
  status: 'open' as const,
  createdAt: Date.now(),
  ...order,
});
