import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  changeMember,
  confirmMember,
  latestMailsOfMember,
  memberByEmail,
  memberById,
  replaceMemberFields,
  replaceMemberInterests,
  replaceMemberPrompts,
  statusByEmail,
} from '#db/queries/account/members';
import { eventOutbox, mails, memberFields, memberInterests, memberPrompts, quotes } from '#db/schema/index';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('a member is found by address and by id, and changed alone', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  expect(idsOf(await memberByEmail(db, bas.email))).toEqual([bas.id]);
  expect(idsOf(await memberById(db, bas.id))).toEqual([bas.id]);
  expect(await statusByEmail(db, bas.email)).toEqual([{ id: bas.id, status: 'active' }]);
  await changeMember(db, noor.id, { name: 'Nora' });
  expect([(await memberById(db, noor.id))[0]?.name, (await memberById(db, bas.id))[0]?.name]).toEqual(['Nora', bas.name]);
});

test('an account is confirmed alone, by the address and from the status of its link', async () => {
  const [noor, bas] = [await aMember(db, { status: 'not_confirmed' }), await aMember(db, { status: 'not_confirmed' })];
  const confirm = async (email: string, from: 'not_confirmed' | 'deleted') => {
    const event = { id: newId(), memberId: noor.id, event: {}, createdAt: 1, dueAt: 1 };
    await batch(db, confirmMember(db, email, [from], event));
    const events = await db.select().from(eventOutbox);
    return [(await memberById(db, noor.id))[0]?.status, (await memberById(db, bas.id))[0]?.status, events.length];
  };
  expect(await confirm(newEmail(), 'not_confirmed')).toEqual(['not_confirmed', 'not_confirmed', 0]);
  expect(await confirm(bas.email, 'not_confirmed')).toEqual(['not_confirmed', 'not_confirmed', 0]);
  expect(await confirm(noor.email, 'deleted')).toEqual(['not_confirmed', 'not_confirmed', 0]);
  expect(await confirm(noor.email, 'not_confirmed')).toEqual(['active', 'not_confirmed', 1]);
});

/** Stores quotes of a member's prompt or field; they go with it. */
async function quote(ownerId: string, block: { promptId: string } | { fieldId: string }): Promise<void> {
  const { id: authorId } = await aMember(db);
  await db.insert(quotes).values({ id: newId(), authorId, ownerId, ...block, text: 'words', createdAt: 1 });
}
const quotedOf = async (id: string) =>
  (await db.select().from(quotes).where(eq(quotes.ownerId, id))).map(({ promptId, fieldId }) => promptId ?? fieldId).toSorted();

test('fields of one member are set and deleted, those that are not named stay', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  for (const { id } of [noor, bas]) await batch(db, replaceMemberFields(db, id, { height: '170', smoking: 'never', job: 'baker' }));
  for (const fieldId of ['height', 'smoking', 'job']) await quote(noor.id, { fieldId });
  await batch(db, replaceMemberFields(db, noor.id, { height: '171', smoking: null, drinking: null }));
  const fieldsOf = async (id: string) =>
    (await db.select().from(memberFields).where(eq(memberFields.memberId, id)).orderBy(asc(memberFields.fieldId))).map((row) => row.value);
  expect([await fieldsOf(noor.id), await fieldsOf(bas.id)]).toEqual([
    ['171', 'baker'],
    ['170', 'baker', 'never'],
  ]);
  expect(await quotedOf(noor.id)).toEqual(['height', 'job']);
});

test('prompts of one member are replaced, those that stay keep their row', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const [first, second, third] = [
    { id: 'a', text: 'A' },
    { id: 'b', text: 'B' },
    { id: 'c', text: 'C' },
  ];
  for (const { id } of [noor, bas]) await batch(db, replaceMemberPrompts(db, id, [first, second]));
  for (const promptId of ['a', 'b']) await quote(noor.id, { promptId });
  await batch(db, replaceMemberPrompts(db, noor.id, [third, { id: 'b', text: 'changed' }]));
  const promptsOf = async (id: string) =>
    (await db.select().from(memberPrompts).where(eq(memberPrompts.memberId, id)).orderBy(asc(memberPrompts.position))).map(
      (row) => row.answer,
    );
  expect([await promptsOf(noor.id), await promptsOf(bas.id)]).toEqual([
    ['C', 'changed'],
    ['A', 'B'],
  ]);
  expect(await quotedOf(noor.id)).toEqual(['b']);
});

test('interests of one member are replaced, or stay for null', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  for (const { id } of [noor, bas]) await batch(db, replaceMemberInterests(db, id, ['art', 'art', 'music']));
  const interestsOf = async (id: string) =>
    (await db.select().from(memberInterests).where(eq(memberInterests.memberId, id))).map(({ interestId }) => interestId).toSorted();
  await batch(db, replaceMemberInterests(db, noor.id, null));
  expect(await interestsOf(noor.id)).toEqual(['art', 'music']);
  await batch(db, replaceMemberInterests(db, noor.id, ['food']));
  expect([await interestsOf(noor.id), await interestsOf(bas.id)]).toEqual([['food'], ['art', 'music']]);
});

test('the latest mails of a member are those of their kind', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const stored = (memberId: string, kind: 'reset' | 'activation', createdAt: number) =>
    db.insert(mails).values({ id: newId(), memberId, kind, recipient: '', subject: '', text: '', html: '', createdAt, dueAt: 1 });
  await stored(noor.id, 'reset', 1);
  await stored(noor.id, 'reset', 2);
  await stored(noor.id, 'activation', 3);
  await stored(bas.id, 'reset', 4);
  const timesOf = async (limit: number) => (await latestMailsOfMember(db, noor.id, 'reset', limit)).map(({ createdAt }) => createdAt);
  expect([await timesOf(9), await timesOf(1)]).toEqual([[2, 1], [2]]);
});
