import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import {
  closedReports,
  closeReport,
  insertReport,
  messagesOfReport,
  openReports,
  type ReportInsert,
  readableMessages,
  reportById,
  reportsSince,
} from '#db/queries/safety/reports';
import { messages, participants, reports } from '#db/schema/index';
import { aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
beforeEach(() => db.delete(reports));

async function write(conversationId: string, senderId: string, seq: number): Promise<string> {
  const id = newId();
  await db.insert(messages).values({ id, conversationId, seq, senderId, clientId: newId(), text: `${seq}`, createdAt: 1 });
  return id;
}

test('messages can be named that are in the conversation with the reported one, and that the reporter can read', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const [withBas, withTom, theirs] = [
    await aConversation(db, noor.id, bas.id),
    await aConversation(db, noor.id, tom.id),
    await aConversation(db, tom.id, bas.id),
  ];
  const ids = [
    await write(withBas, bas.id, 1),
    await write(withBas, bas.id, 2),
    await write(withTom, tom.id, 9),
    await write(theirs, bas.id, 9),
  ];
  await write(withBas, bas.id, 3);
  const mine = and(eq(participants.memberId, noor.id), eq(participants.conversationId, withBas));
  await db.update(participants).set({ clearedTo: 1 }).where(mine);
  const readable = async () => (await readableMessages(db, noor.id, bas.id, ids)).map(({ id }) => id);
  expect(await readable()).toEqual([ids[1]]);
  await db.update(participants).set({ isAccessible: false }).where(mine);
  expect(await readable()).toEqual([]);
});

async function aReport(change: Partial<ReportInsert> = {}): Promise<ReportInsert> {
  const [reporterId, reportedId] = [change.reporterId ?? (await aMember(db)).id, change.reportedId ?? (await aMember(db)).id];
  return { ...{ id: newId(), reporterId, reportedId, reason: 'spam', text: 'A text', messageIds: ['m'], createdAt: 100 }, ...change };
}
const NO_LIMIT = { since: 0, sameSince: 0, most: 99 };
const store = async (change: Partial<ReportInsert> = {}, limit = NO_LIMIT) => {
  const report = await aReport(change);
  const rows = await insertReport(db, report, limit);
  return { ...report, isStored: rows.length === 1 };
};

test('a report is stored up to the limit of its reporter since a time', async () => {
  const { reporterId } = await store({ createdAt: 50 });
  await store({ reporterId, createdAt: 60 });
  await store({ createdAt: 60 });
  const another = async (since: number, most: number) => (await store({ reporterId }, { ...NO_LIMIT, since, most })).isStored;
  expect([await another(49, 2), await another(50, 1)]).toEqual([false, false]);
  expect([await another(50, 2), (await reportsSince(db, reporterId, 50)).length, (await reportsSince(db, reporterId, 49)).length]).toEqual([
    true,
    2,
    3,
  ]);
});

test('a report with the same content is stored once since a time', async () => {
  const report = await store({ createdAt: 50 });
  const { id: _, isStored: __, ...content } = report;
  const again = async (change: Partial<ReportInsert>, sameSince = 49) =>
    (await store({ ...content, createdAt: 50, ...change }, { ...NO_LIMIT, sameSince })).isStored;
  expect(await again({})).toBe(false);
  for (const change of [
    { reporterId: (await aMember(db)).id },
    { reportedId: (await aMember(db)).id },
    { reason: 'scam' as const },
    { text: 'Another' },
    { messageIds: [] },
  ])
    expect(await again(change)).toBe(true);
  expect(await again({}, 50)).toBe(true);
});

test('reports are open until they are closed, each by itself and once', async () => {
  const { id: reportedId } = await aMember(db);
  const [late, early] = [await store({ reportedId, createdAt: 20 }), await store({ reportedId, createdAt: 10 })];
  const other = await store({ createdAt: 30 });
  const open = async () => (await openReports(db, 9)).map(({ report, others }) => [report.id, others]);
  expect(await open()).toEqual([
    [early.id, 1],
    [late.id, 1],
    [other.id, 0],
  ]);
  expect([await closeReport(db, early.id, 5), await closeReport(db, early.id, 6)]).toEqual([[{ id: early.id }], []]);
  expect(await open()).toEqual([
    [late.id, 1],
    [other.id, 0],
  ]);
  expect((await closedReports(db, 9)).map(({ report }) => [report.id, report.closedAt])).toEqual([[early.id, 5]]);
  expect((await reportById(db, late.id)).map(({ report }) => report.id)).toEqual([late.id]);
});

test('the messages of a report are those that it names', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const conversation = await aConversation(db, noor.id, bas.id);
  const ids = [];
  for (const seq of [1, 2, 3]) ids.push(await write(conversation, bas.id, seq));
  const [first = '', second = ''] = ids;
  const report = await store({ messageIds: [second, first] });
  await store({ messageIds: ids });
  expect((await messagesOfReport(db, report.id)).map(({ text }) => text)).toEqual(['1', '2']);
});
