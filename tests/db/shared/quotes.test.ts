import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  deleteQuoteOfLike,
  deleteQuotesOfRemovedText,
  insertQuoteWhen,
  type QuotedBlock,
  quoteOfLike,
  quoteOfMessage,
} from '#db/queries/shared/quotes';
import { memberFields, memberPrompts, members, messages, quotes } from '#db/schema/index';
import { aConversation, aMember, anImage, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

/** A member whose profile has two blocks of each kind. */
async function anOwner() {
  const { id } = await aMember(db, { personal: 'I bake bread and climb rocks' });
  await db.insert(memberPrompts).values([
    { memberId: id, promptId: 'first', position: 0, answer: `First of ${id}` },
    { memberId: id, promptId: 'second', position: 1, answer: `Second of ${id}` },
  ]);
  await db.insert(memberFields).values([
    { memberId: id, fieldId: 'height', value: `Height of ${id}` },
    { memberId: id, fieldId: 'job', value: `Job of ${id}` },
  ]);
  return { id, photo: await anImage(db, id) };
}
const quote = (authorId: string, ownerId: string, block: QuotedBlock, messageId: string | null = null, when = sql`true`) =>
  insertQuoteWhen(db, { id: newId(), authorId, ownerId, messageId, createdAt: 1 }, block, when);
const read = async (expression: ReturnType<typeof quoteOfLike>) => {
  const [row] = await db.all<{ about: string | null }>(sql`select ${expression} as about`);
  return row?.about ? (JSON.parse(row.about) as Record<string, unknown>) : null;
};
const ofLike = (likerId: string, likedId: string) => read(quoteOfLike(likerId, likedId, likerId));
/** A stored message of one member to another. */
async function aMessage(senderId: string, otherId: string): Promise<string> {
  const id = newId();
  const conversationId = await aConversation(db, senderId, otherId);
  await db.insert(messages).values({ id, conversationId, seq: 1, senderId, clientId: newId(), text: 'Hello', createdAt: 1 });
  return id;
}
const textsOf = async (ownerId: string) =>
  (await db.select().from(quotes).where(eq(quotes.ownerId, ownerId))).map(({ text }) => text).toSorted();

test('a quote holds the words of the block that it names, of the owner’s profile', async () => {
  // Their blocks have the same ids.
  const [another, owner] = [await anOwner(), await anOwner()];
  const author = async () => (await aMember(db)).id;
  const about = async (block: QuotedBlock) => {
    const id = await author();
    await quote(id, owner.id, block);
    return ofLike(id, owner.id);
  };
  expect(await about({ prompt: 'second' })).toEqual({ prompt: 'second', text: `Second of ${owner.id}` });
  expect(await about({ field: 'job' })).toEqual({ field: 'job', value: `Job of ${owner.id}` });
  expect(await about({ text: 'bake bread' })).toEqual({ text: 'bake bread' });
  expect(await about({ photo: owner.photo })).toMatchObject({ photo: { id: owner.photo, is_nude: false } });
  await db.update(members).set({ personal: 'I knit' }).where(eq(members.id, another.id));
  await anImage(db, another.id);
  for (const missing of [
    { photo: another.photo },
    { photo: newId() },
    { prompt: 'third' },
    { field: 'eyes' },
    { text: 'I knit' },
    { text: 'BAKE' },
  ])
    await expect(about(missing)).rejects.toThrow();
  await expect(quote(await author(), (await aMember(db)).id, { prompt: 'first' })).rejects.toThrow();
  await expect(quote(await author(), (await aMember(db)).id, { field: 'job' })).rejects.toThrow();
  const other = await author();
  await quote(other, owner.id, { prompt: 'first' }, null, sql`false`);
  expect(await ofLike(other, owner.id)).toBeNull();
});

test('a like keeps its first quote, and is read and deleted by its pair, not with those of messages', async () => {
  const [owner, another, author] = [await anOwner(), await anOwner(), (await aMember(db)).id];
  const tom = (await aMember(db)).id;
  await quote(author, owner.id, { prompt: 'first' });
  await quote(author, owner.id, { prompt: 'second' });
  await quote(author, another.id, { field: 'job' });
  await quote(tom, owner.id, { field: 'height' });
  const messageId = await aMessage(author, owner.id);
  await quote(author, owner.id, { text: 'climb' }, messageId);
  expect([await ofLike(author, owner.id), await ofLike(author, another.id), await ofLike(tom, owner.id)]).toMatchObject([
    { prompt: 'first' },
    { field: 'job' },
    { field: 'height' },
  ]);
  expect([await read(quoteOfMessage(messageId, author)), await ofLike(tom, another.id)]).toEqual([{ text: 'climb' }, null]);
  await deleteQuoteOfLike(db, author, owner.id);
  expect([await textsOf(owner.id), await textsOf(another.id)]).toEqual([
    [`Height of ${owner.id}`, 'climb'].toSorted(),
    [`Job of ${another.id}`],
  ]);
  expect(await ofLike(author, owner.id)).toBeNull();
});

test.each([
  ['active', true],
  ['not_confirmed', true],
  ['deleted', false],
  ['banned', false],
] as const)('a quote of a member who is %s shows: %s', async (status, shows) => {
  const [owner, author] = [await anOwner(), (await aMember(db)).id];
  const messageId = await aMessage(author, owner.id);
  await quote(author, owner.id, { prompt: 'first' }, messageId);
  await db.update(members).set({ status }).where(eq(members.id, owner.id));
  expect((await read(quoteOfMessage(messageId, author))) !== null).toBe(shows);
  expect(await read(quoteOfMessage(newId(), author))).toBeNull();
});

test('quotes of text go once their owner’s text no longer has it, and no others', async () => {
  const [another, owner] = [await anOwner(), await anOwner()];
  for (const { id, photo } of [another, owner])
    for (const block of [{ text: 'bread' }, { text: 'rocks' }, { prompt: 'first' }, { field: 'job' }, { photo }])
      await quote((await aMember(db)).id, id, block);
  await db.update(members).set({ personal: 'I climb rocks' }).where(eq(members.id, owner.id));
  await db.update(members).set({ personal: 'I climb' }).where(eq(members.id, another.id));
  await deleteQuotesOfRemovedText(db, owner.id);
  const words = (id: string) => ['', `First of ${id}`, `Job of ${id}`];
  expect([await textsOf(owner.id), await textsOf(another.id)]).toEqual([
    [...words(owner.id), 'rocks'].toSorted(),
    [...words(another.id), 'bread', 'rocks'].toSorted(),
  ]);
  await db.update(members).set({ personal: null }).where(eq(members.id, owner.id));
  await deleteQuotesOfRemovedText(db, owner.id);
  expect(await textsOf(owner.id)).toEqual(words(owner.id).toSorted());
});
