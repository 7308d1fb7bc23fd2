import { eq, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { batch } from '#db/client';
import { changeMember } from '#db/queries/account/members';
import { grantCredits } from '#db/queries/shared/credit-balance';
import { conversations, likes, sessions } from '#db/schema/index';
import { createToken } from '../../../worker/lib/tokens.ts';
import { aBlock, aConversation, aLike, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { chatFixture, refusal } from './chat-fixture.ts';

const fixture = chatFixture();

interface Conversation {
  readonly noor: TestMember;
  readonly bas: TestMember;
  readonly id: string;
}

const passOf = async ({ noor, id }: Conversation): Promise<string> => String((await fixture.read(noor, id)).at('send_pass'));

interface Extras {
  readonly send_pass?: string;
  readonly client_id?: string;
  readonly expects?: { readonly credits: number };
}

const send = ({ noor, id }: Conversation, text: string, { client_id = newId(), ...extras }: Extras = {}) =>
  fixture.as(noor).post('/api/chat.php', { conversation: { id }, message: { client_id, text }, ...extras });

const GRANT = { source: 'grant' as const, createdAt: 0 };
const grant = (memberId: string, amount: number) =>
  batch(fixture.db, grantCredits(fixture.db, { ...GRANT, id: newId(), reference: newId(), memberId, amount }));

/** Comes last in a list of changes: an erased member can take part in no other. */
const ERASURE = 'they are erased';

/** Changes that can happen between the pass and the send; each has the same effect on every pair of members. */
const CHANGES: Readonly<Record<string, (talk: Conversation) => Promise<unknown>>> = {
  'I like them': ({ noor, bas }) => aLike(fixture.db, noor.id, bas.id),
  'they like me': ({ noor, bas }) => aLike(fixture.db, bas.id, noor.id),
  'nobody likes anybody': ({ noor, bas }) =>
    fixture.db.delete(likes).where(sql`${likes.likerId} in (${noor.id}, ${bas.id}) and ${likes.likedId} in (${noor.id}, ${bas.id})`),
  'I block them': ({ noor, bas }) => aBlock(fixture.db, noor.id, bas.id),
  'they block me': ({ noor, bas }) => aBlock(fixture.db, bas.id, noor.id),
  'premium begins': ({ noor }) => changeMember(fixture.db, noor.id, { premiumUntil: Date.now() + HOUR }),
  'premium ends': ({ noor }) => changeMember(fixture.db, noor.id, { premiumUntil: Date.now() - 1 }),
  'credits come': ({ noor }) => grant(noor.id, 2),
  'credits go': ({ noor }) => fixture.db.run(sql`update members set credits = 0 where id = ${noor.id}`),
  'I pay from a free country': async ({ noor }) => {
    await fixture.setSetting('message_prices', { NL: 1, DE: 0 });
    await changeMember(fixture.db, noor.id, { paymentCountry: 'DE' });
  },
  'messages cost two': () => fixture.setSetting('message_prices', { NL: 2, DE: 0 }),
  'messages are free': () => fixture.setSetting('message_prices', { NL: 0 }),
  'I am banned': ({ noor }) => changeMember(fixture.db, noor.id, { status: 'banned', banReason: 'spam' }),
  'I am not confirmed': ({ noor }) => changeMember(fixture.db, noor.id, { status: 'not_confirmed' }),
  'I am deleted': ({ noor }) => changeMember(fixture.db, noor.id, { status: 'deleted' }),
  'they are banned': ({ bas }) => changeMember(fixture.db, bas.id, { status: 'banned' }),
  'they are not confirmed': ({ bas }) => changeMember(fixture.db, bas.id, { status: 'not_confirmed' }),
  [ERASURE]: ({ bas }) => fixture.db.run(sql`delete from members where id = ${bas.id}`),
  'they turn out to be fictional': ({ bas }) => changeMember(fixture.db, bas.id, { isFictional: true }),
  'my session ends': ({ noor }) => fixture.db.delete(sessions).where(eq(sessions.memberId, noor.id)),
  'my session runs out': ({ noor }) =>
    fixture.db
      .update(sessions)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(sessions.memberId, noor.id)),
  'I delete the chat': ({ noor, id }) => fixture.remove(noor, id),
  'they write': ({ bas, id }) => send({ noor: bas, bas, id }, 'From Bas'),
  'they hide a word of it': ({ bas }) => changeMember(fixture.db, bas.id, { hiddenWords: ['news'] }),
  'no strangers today': () => fixture.setSetting('first_messages_a_day', 1),
};
const names = Object.keys(CHANGES);

const situations = fc.record({
  opener: fc.constantFrom('nobody', 'me', 'them', 'me'),
  credits: fc.integer({ min: 0, max: 3 }),
  isMatch: fc.boolean(),
  isFictional: fc.boolean(),
  premium: fc.constantFrom(null, null, HOUR, -1),
  expects: fc.constantFrom(null, 0, 1, 2),
  changes: fc
    .uniqueArray(fc.constantFrom(...names), { maxLength: 3 })
    .map((changes) => changes.toSorted((a, b) => Number(a === ERASURE) - Number(b === ERASURE))),
});
type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never;

async function aConversationIn({ opener, credits, isMatch, isFictional, premium }: Situation): Promise<Conversation> {
  const premiumUntil = premium === null ? null : Date.now() + premium;
  const [noor, bas] = await Promise.all([
    aMember(fixture.db, { credits: credits + 1, premiumUntil }),
    aMember(fixture.db, { isFictional }),
  ]);
  const id = await aConversation(fixture.db, noor.id, bas.id);
  if (opener === 'me') await send({ noor, bas, id }, 'The first');
  if (opener === 'them') await fixture.db.batch([aLike(fixture.db, bas.id, noor.id), aLike(fixture.db, noor.id, bas.id)]);
  if (opener === 'them') await send({ noor: bas, bas: noor, id }, 'The first');
  if (opener === 'them' && !isMatch) await CHANGES['nobody likes anybody']?.({ noor, bas, id });
  if (isMatch && opener !== 'them') await fixture.db.batch([aLike(fixture.db, bas.id, noor.id), aLike(fixture.db, noor.id, bas.id)]);
  return { noor, bas, id };
}

const TABLES: readonly [table: string, of: SQL][] = [
  ['members', sql`id in `],
  ['messages', sql`sender_id in `],
  ['ledger_lines', sql`member_id in `],
  ['credit_lots', sql`member_id in `],
  ['participants', sql`member_id in `],
  ['event_outbox', sql`member_id in `],
  ['first_messages', sql`member_id in `],
];

/** All rows about two members, with ids, times and other values that differ from pair to pair replaced. */
async function rowsOf({ noor, bas, id }: Conversation): Promise<string[]> {
  const found = await Promise.all(
    TABLES.map(([table, of]) =>
      fixture.db.all(sql`select ${sql.raw(`'${table}'`)} as "table", * from ${sql.raw(table)} where ${of} (${noor.id}, ${bas.id})`),
    ),
  );
  const opened = await fixture.db
    .select({ firstSenderId: conversations.firstSenderId })
    .from(conversations)
    .where(eq(conversations.id, id));
  const plain = (row: unknown) =>
    JSON.stringify(row)
      .replaceAll(noor.id, 'noor')
      .replaceAll(bas.id, 'bas')
      .replaceAll(id, 'talk')
      .replaceAll(/[\w.]+@example\.org/g, '@')
      .replaceAll(/(?<=")[\w-]{22}(?=\\?")/g, '*')
      // The activity bucket, and the search rank derived from it, change every quarter of an hour.
      .replaceAll(/(?<="(activity_bucket|search_rank)":)\d+/g, '#')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{13}\b/g, '#');
  return [...found.flat(), ...opened].map(plain).sort();
}

/**
 * Plays one situation for two pairs at once, of which one sends with a pass and one without; returns the answers and the rows of each. The
 * pairs take every step together, because a change may be one of the whole site.
 */
async function playSituation(situation: Situation) {
  const play = async (isWithPass: boolean) => {
    const talk = await aConversationIn(situation);
    return { talk, pass: await passOf(talk), isWithPass, clientId: newId(), outcomes: [] as unknown[] };
  };
  const plays = await Promise.all([play(true), play(false)]);
  for (const change of situation.changes) await Promise.all(plays.map(({ talk }) => CHANGES[change]?.(talk)));
  for (const [text, isRepeatable] of [
    ['Any news?', true],
    ['Any news?', true],
    ['And then?', false],
  ] as const) {
    const sendOne = async ({ talk, pass, isWithPass, clientId, outcomes }: (typeof plays)[number]) => {
      const answer = await send(talk, text, {
        client_id: isRepeatable ? clientId : newId(),
        ...(isWithPass ? { send_pass: pass } : {}),
        ...(situation.expects === null ? {} : { expects: { credits: situation.expects } }),
      });
      outcomes.push([
        refusal(answer),
        answer.at('message.seq'),
        answer.at('credits'),
        answer.at('error.details.limit'),
        answer.at('error.details.credits'),
      ]);
    };
    await Promise.all(plays.map(sendOne));
  }
  const [withPass, withoutPass] = await Promise.all(
    plays.map(async ({ talk, pass, outcomes }) => ({ outcomes, rows: await rowsOf(talk), hadPass: pass !== '' })),
  );
  await fixture.db.run(sql`delete from settings where key in ('message_prices', 'first_messages_a_day')`);
  return { withPass, withoutPass };
}

test('a send with a pass has the same result as one without, whatever happened since the pass was issued', async () => {
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const { withPass, withoutPass } = await playSituation(situation);
      expect(withPass).toEqual(withoutPass);
      expect(withPass?.hadPass).toBe(situation.opener !== 'nobody');
    }),
    { numRuns: 20 },
  );
});

const PLAIN: Situation = { opener: 'me', credits: 1, isMatch: false, isFictional: false, premium: null, expects: 1, changes: [] };

test.each(names)('%s between the pass and the send: the same result as without a pass', async (change) => {
  const { withPass, withoutPass } = await playSituation({ ...PLAIN, changes: [change] });
  expect(withPass).toEqual(withoutPass);
  expect(withPass?.hadPass).toBe(true);
});

test('a pass that is forged, of another member, conversation or use, or too old is ignored', async () => {
  const [talk, other] = [await aConversationIn(PLAIN), await aConversationIn(PLAIN)];
  const elsewhere = { ...talk, id: await fixture.open(talk.noor, other.bas) };
  const pass = await passOf(talk);
  const free = {
    paymentCountry: null,
    premiumUntil: Date.now() + HOUR,
    recipientId: talk.bas.id,
    isToFictional: 1,
    isMatch: 1,
    firstSenderId: talk.bas.id,
  } as const;
  const claims = { member: talk.noor.id, conversation: talk.id, passFacts: free };
  const now = Date.now();
  const passes = [
    '',
    'x',
    pass.slice(0, -1),
    `${pass.slice(0, 40)}${pass[40] === 'A' ? 'B' : 'A'}${pass.slice(41)}`,
    await passOf(other),
    await createToken('another key than the one of the site', 'send', claims, now),
    await createToken(TEST_SECRETS.SIGNING_KEY, 'send', claims, now - 2 * HOUR),
    await createToken(TEST_SECRETS.SIGNING_KEY, 'send', { ...claims, member: talk.bas.id }, now),
    await createToken(TEST_SECRETS.SIGNING_KEY, 'undelete', { member: talk.noor.id, deleted_at: now }, now),
    // Signed by the site's key, but with facts that do not hold.
    await createToken(TEST_SECRETS.SIGNING_KEY, 'send', claims, now),
  ];
  await grant(talk.noor.id, passes.length);
  for (const [i, one] of passes.entries()) expect((await send(talk, `${i}`, { send_pass: one })).status).toBe(201);
  expect(await fixture.ledgerLinesOf(talk.noor)).toHaveLength(passes.length + 1);
  expect(refusal(await send({ ...elsewhere, noor: other.noor }, 'Hello', { send_pass: pass }))).toBe('404 not_found');
  expect(refusal(await send({ ...talk, noor: other.noor }, 'Hello', { send_pass: pass }))).toBe('404 not_found');
  expect((await send(talk, 'Hello', { send_pass: 'x'.repeat(2001) })).at('error.fields.send_pass')).toBe('too_long');
});

test('a pass without a session is refused like every other send without one', async () => {
  const talk = await aConversationIn(PLAIN);
  const pass = await passOf(talk);
  const answer = await send({ ...talk, noor: { ...talk.noor, cookie: '' } }, 'Hello', { send_pass: pass });
  expect(refusal(answer)).toBe('403 signed_out');
});

test('the answer to a send holds the pass for the next, also after the first message', async () => {
  const talk = await aConversationIn({ ...PLAIN, opener: 'nobody', credits: 3 });
  expect(await passOf(talk)).toBe('');
  const first = await send(talk, 'Hello');
  const second = await send(talk, 'Again', { send_pass: String(first.at('send_pass')) });
  expect([second.status, second.at('message.seq'), String(second.at('send_pass')).length > 100]).toEqual([201, 2, true]);
});

test('fifty sends at once with one pass and credit for one: one is sent', async () => {
  const talk = await aConversationIn({ ...PLAIN, credits: 1 });
  const pass = await passOf(talk);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => send(talk, `${i}`, { send_pass: pass })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 402)]);
  expect(await fixture.messagesOf(talk.id)).toHaveLength(2);
});

test('sends that race a block, with passes, are sent before it or refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const talk = await aConversationIn({ ...PLAIN, isMatch: true });
    const pass = await passOf(talk);
    const [, ...sent] = await Promise.all([
      fixture.as(talk.bas).post('/api/block.php', { profile: talk.noor.id }),
      ...Array.from({ length: 5 }, (_, i) => send(talk, `${i}`, { send_pass: pass })),
    ]);
    expect(sent.filter(({ status }) => ![201, 404].includes(status))).toEqual([]);
    expect(await fixture.messagesOf(talk.id)).toHaveLength(1 + sent.filter(({ status }) => status === 201).length);
    expect(refusal(await send(talk, 'After it', { send_pass: pass }))).toBe('404 not_found');
  }
});

test('all database invariants hold after these tests', async () => {
  // Some members above were erased, banned or set to no credits directly in the database, without a ledger line.
  const breaches = await checkInvariants(fixture.db);
  expect(breaches.filter((breach) => !/^I3 credits|^I1 a conversation has (a participant|at least)/.test(breach))).toEqual([]);
});
