import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { DAY, MINUTE } from '#contract/durations';
import { batch } from '#db/client';
import { insertOrder } from '#db/queries/credits/orders';
import { images, memberFields, memberInterests, memberPrompts, pushSubscriptions, sessions } from '#db/schema/index';
import { createToken } from '../../../worker/lib/tokens.ts';
import { aMember, anImage, anOrderRow, aSession, newId, type TestMember } from '../../support/database/factories.ts';
import { type RowsSnapshot, snapshotRows } from '../../support/database/table-rows.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { type TestSite, testSite } from '../../support/product/test-site.ts';
import { aSubscription } from '../../support/servers/push-service.ts';
import { MET_OWNERS, type MetOwner, OWNERS, type Owner, ROLES, type Role } from './access-columns.ts';

type Site = Pick<TestSite, 'db'>;
type ByOwner<T> = Readonly<Record<Owner, T>>;

/** A member with one object of each kind. */
export interface Person extends TestMember {
  readonly session: string;
  /** A push subscription. */
  readonly device: string;
  readonly image: string;
  /** The answer to the prompt `last_learned`. */
  readonly answer: string;
  /** The names of the photo's files, from the smallest on. */
  readonly files: readonly [thumb: string, medium: string, large: string];
  /** An order that was not paid. */
  readonly order: string;
}

export interface Caller {
  readonly role: Role;
  readonly cookie: string;
  readonly me: Person;
  /** Every owner but `nobody`. */
  readonly people: Readonly<Record<Exclude<Owner, 'nobody'>, Person>>;
  readonly member: ByOwner<string>;
  /** With this owner; that of `stranger` is of two strangers. */
  readonly conversation: ByOwner<string>;
  readonly session: ByOwner<string>;
  readonly image: ByOwner<string>;
  readonly device: ByOwner<string>;
  readonly order: ByOwner<string>;
  /** The address of the account that every caller logs in to, and a sign-up form that was never sent. */
  readonly email: string;
  readonly form: object;
  /** The token of the link that unsubscribes the caller from mails. */
  readonly unsubscribe: string;
}

type Traits = NonNullable<Parameters<typeof aMember>[1]>;

/** The birthday of everybody whom the callers know. */
const OTHERS_BIRTHDAY: Traits = { dateOfBirth: '1991-02-03' };
const BANNED: Traits = { status: 'banned', statusBefore: 'active', banReason: 'scam' };
const deletedNow = (): Traits => ({ status: 'deleted', statusBefore: 'active', deletedAt: Date.now() });
/** What makes a member whom the caller has met what the name of their column says. */
export const TRAITS_OF_OWNER: Readonly<Record<MetOwner, () => Traits>> = {
  // The first result of every search, so that its card is in the HTML of the page; a day ahead of callers, whose calls are activity.
  other: () => ({ activityBucket: Math.ceil((Date.now() + DAY) / (15 * MINUTE)) }),
  paused: () => ({ isPaused: true }),
  invisible: () => ({ hidePresence: true }),
  unconfirmed: () => ({ status: 'not_confirmed' }),
  banned: () => BANNED,
  deleted: deletedNow,
  blocked: () => ({}),
  blocker: () => ({}),
  hidden: () => ({}),
};
export const TRAITS_OF_ROLE: Readonly<Record<Role, () => Traits>> = {
  visitor: () => ({}),
  unconfirmed: () => ({ status: 'not_confirmed' }),
  member: () => ({}),
  deleted: deletedNow,
  banned: () => BANNED,
  expired: () => ({}),
};

/** A member who has filled in everything that a profile has, with one object of each kind. */
export async function aPerson({ db }: Site, traits: Traits = {}): Promise<Person> {
  const mark = randomBytes(8).toString('hex');
  const words = { name: `Noor ${mark}`, city: `Utrecht ${mark}`, personal: `Words of ${mark}` };
  const member = await aMember(db, { ...words, createdAt: Date.now() - DAY, ...traits });
  const [image, device, order] = [await anImage(db, member.id), newId(), newId()];
  const answer = `Answer of ${mark}`;
  const { endpoint, keys } = aSubscription();
  const sessionId = sql<string>`(select id from sessions where member_id = ${member.id})`;
  const { sessionRows, files } = await batch(db, {
    order: insertOrder(db, anOrderRow({ id: order, memberId: member.id, status: 'expired' }), 0),
    field: db.insert(memberFields).values({ memberId: member.id, fieldId: 'smoking', value: 'no' }),
    interest: db.insert(memberInterests).values({ memberId: member.id, interestId: 'hiking' }),
    prompt: db.insert(memberPrompts).values({ memberId: member.id, promptId: 'last_learned', position: 0, answer }),
    subscription: db
      .insert(pushSubscriptions)
      .values({ id: device, memberId: member.id, sessionId, endpoint, ...keys, createdAt: 1, seenAt: 1 }),
    sessionRows: db.select({ id: sessions.id }).from(sessions).where(eq(sessions.memberId, member.id)),
    files: db.select({ thumb: images.thumb, medium: images.medium, large: images.large }).from(images).where(eq(images.id, image)),
  });
  const [{ thumb, medium, large } = expect.unreachable('the image has no row')] = files;
  const session = sessionRows[0]?.id ?? expect.unreachable('the session has no row');
  return { ...member, session, device, image, answer, files: [thumb, medium, large], order };
}

interface Statement {
  readonly sql: string;
  readonly args: (string | number | null)[];
}

/** The statement of a quote of a block of `owner`, in a message of `author`, or in their like of `owner` if there is no message. */
function quoteStatement(author: Person, owner: Person, message: string | null, block: 'photo' | 'prompt' | 'field' | 'text'): Statement {
  const words = { photo: '', prompt: owner.answer, field: 'no', text: owner.personal ?? '' }[block];
  return {
    sql: `insert into quotes (id, author_id, owner_id, message_id, image_id, prompt_id, field_id, text, created_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    args: [
      newId(),
      author.id,
      owner.id,
      message,
      block === 'photo' ? owner.image : null,
      block === 'prompt' ? 'last_learned' : null,
      block === 'field' ? 'smoking' : null,
      words,
    ],
  };
}

/**
 * The statements of a conversation in which `them` have written twice, which is unread, and `my` member has paid a credit to write between.
 * The messages quote a field, the text and a photo of the other.
 */
function conversationStatements(id: string, them: Person, my: Person): Statement[] {
  const [other, me] = [them.id, my.id];
  const [first = '', second = ''] = [other, me].toSorted();
  const participant = `insert into participants (member_id, conversation_id, other_id, last_seq, last_text, last_sender_id, last_at, read_to, unread, is_listed)
    values (?, ?, ?, 3, 'a word', ?, 1, ?, ?, 1)`;
  const message =
    "insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at) values (?, ?, ?, ?, ?, 'a word', 1)";
  const [opening, paid, last] = [newId(), newId(), newId()];
  return [
    {
      sql: 'insert into conversations (id, lower_member_id, higher_member_id, first_sender_id, created_at) values (?, ?, ?, ?, 1)',
      args: [id, first, second, other],
    },
    { sql: participant, args: [other, id, me, other, 1, 1] },
    { sql: participant, args: [me, id, other, other, 0, 2] },
    { sql: message, args: [opening, id, 1, other, newId()] },
    { sql: message, args: [paid, id, 2, me, newId()] },
    { sql: message, args: [last, id, 3, other, newId()] },
    quoteStatement(them, my, opening, 'field'),
    quoteStatement(my, them, paid, 'text'),
    quoteStatement(them, my, last, 'photo'),
    { sql: 'update members set credits = credits - 1 where id = ?', args: [me] },
    { sql: 'update credit_lots set remaining = remaining - 1 where member_id = ?', args: [me] },
    {
      sql: `insert into ledger_lines (id, member_id, amount, reason, reference, lot_id, created_at)
        select ?, member_id, -1, 'message', ?, id, 1 from credit_lots where member_id = ?`,
      args: [newId(), paid, me],
    },
  ];
}

/** The members that the callers of all roles share, and a conversation of two of them. */
async function sharedMembers(site: Site) {
  const met = new Map<MetOwner, Person>();
  for (const owner of MET_OWNERS) met.set(owner, await aPerson(site, { ...OTHERS_BIRTHDAY, ...TRAITS_OF_OWNER[owner]() }));
  const [stranger, friend, account] = [await aPerson(site, OTHERS_BIRTHDAY), await aPerson(site, { credits: 1 }), await aMember(site.db)];
  const talkOfStrangers = newId();
  await site.db.$client.batch(conversationStatements(talkOfStrangers, stranger, friend));
  return { met, stranger, friend, account, talkOfStrangers };
}
type SharedMembers = Awaited<ReturnType<typeof sharedMembers>>;

/** Makes two members meet: they match by likes that quote a prompt, and have a conversation with this id. */
const meetingStatements = (conversation: string, other: Person, me: Person): Statement[] => [
  ...conversationStatements(conversation, other, me),
  { sql: 'insert into likes (liker_id, liked_id, created_at) values (?, ?, 1)', args: [other.id, me.id] },
  { sql: 'insert into likes (liker_id, liked_id, created_at) values (?, ?, 1)', args: [me.id, other.id] },
  quoteStatement(other, me, null, 'prompt'),
  quoteStatement(me, other, null, 'prompt'),
];

async function aCaller(site: Site, { met, stranger, friend, account, talkOfStrangers }: SharedMembers, role: Role): Promise<Caller> {
  const { db } = site;
  const me = await aPerson(site, { credits: 100, ...TRAITS_OF_ROLE[role]() });
  const other = (owner: MetOwner) => met.get(owner) ?? me;
  const conversations = new Map<Owner, string>(MET_OWNERS.map((owner) => [owner, newId()]));
  await db.$client.batch([
    ...MET_OWNERS.flatMap((owner) => meetingStatements(conversations.get(owner) ?? '', other(owner), me)),
    // So that a caller who opens all likes of this table has another one.
    { sql: 'insert into likes (liker_id, liked_id, created_at) values (?, ?, 1)', args: [friend.id, me.id] },
    { sql: 'insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)', args: [other('blocker').id, me.id] },
    { sql: 'insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)', args: [me.id, other('blocked').id] },
    { sql: 'insert into hides (member_id, hidden_id, created_at) values (?, ?, 1)', args: [me.id, other('hidden').id] },
  ]);
  const nobody = newId();
  const idsOf = (idOf: (person: Person) => string) =>
    byOwner((owner) => (owner === 'nobody' ? nobody : idOf(owner === 'own' ? me : owner === 'stranger' ? stranger : other(owner))));
  return {
    role,
    cookie: role === 'visitor' ? '' : role === 'expired' ? await aSession(db, me.id, { endsIn: -1 }) : me.cookie,
    me,
    people: byOwner((owner) => (owner === 'stranger' ? stranger : owner === 'own' || owner === 'nobody' ? me : other(owner))),
    member: idsOf(({ id }) => id),
    conversation: byOwner((owner) => (owner === 'stranger' ? talkOfStrangers : (conversations.get(owner) ?? nobody))),
    session: idsOf(({ session }) => session),
    device: idsOf(({ device }) => device),
    image: idsOf(({ image }) => image),
    order: idsOf(({ order }) => order),
    email: account.email,
    form: await aSignUpForm(),
    unsubscribe: await createToken(TEST_SECRETS.SIGNING_KEY, 'unsubscribe', { member: me.id }, Date.now()),
  };
}

const byOwner = <T>(of: (owner: Owner) => T): ByOwner<T> => Object.fromEntries(OWNERS.map((owner) => [owner, of(owner)])) as ByOwner<T>;

type Callers = Readonly<Record<Role, Caller>>;

/** A caller of each role; all of them share the same other members. */
async function aCallerOfEachRole(site: Site): Promise<Callers> {
  const shared = await sharedMembers(site);
  const callers = new Map<Role, Caller>();
  for (const role of ROLES) callers.set(role, await aCaller(site, shared, role));
  return Object.fromEntries(callers) as Callers;
}

/** Which facts of a member stand in a text, in alphabetical order; `nothing` if none does. */
export function factsIn(text: string, { id, name, city, personal, answer, email, dateOfBirth, files }: Person): string {
  const facts = { answer, birthday: dateOfBirth, city, email, id, name, words: personal };
  const told = Object.entries(facts).flatMap(([fact, value]) => (value && text.includes(value) ? fact : []));
  return [...told, ...(files.some((file) => text.includes(file)) ? ['photo'] : [])].toSorted().join() || 'nothing';
}

export type AccessFixture = ReturnType<typeof accessFixture>;

/** The site of one test file with a caller of each role, and a snapshot of its rows. */
export function accessFixture(...options: Parameters<typeof testSite>) {
  const site = testSite(...options);
  let started: { callers: Callers; storedRows: RowsSnapshot } | undefined;
  beforeAll(async () => {
    const callers = await aCallerOfEachRole(site);
    started = { callers, storedRows: await snapshotRows(site.db) };
  });
  const running = () => {
    if (!started) throw new Error('the fixture is used before it has started');
    return started;
  };
  return {
    site,
    get callers() {
      return running().callers;
    },
    get storedRows() {
      return running().storedRows;
    },
    /** What of these members stands in an answer to others, though nobody but themselves may know it. */
    secretsIn: (answer: ApiAnswer): string[] => {
      const text = JSON.stringify(answer.body);
      const { people } = running().callers.member;
      const others = OWNERS.flatMap((owner) => (owner === 'own' || owner === 'nobody' ? [] : people[owner]));
      const secrets = others.flatMap(({ email, dateOfBirth, passwordHash }) => [email, String(dateOfBirth), passwordHash]);
      return secrets.filter((secret) => text.includes(secret));
    },
  };
}
