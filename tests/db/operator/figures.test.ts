import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { COMPLAINT_SUBJECTS } from '#contract/complaints';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import {
  addToFigures,
  addToFigureWhen,
  countActive,
  countClosedComplaints,
  countClosedReports,
  countComplaints,
  countDeletions,
  countMessages,
  countPaidOrders,
  countReports,
  countSignups,
  deleteFiguresBefore,
  figureSums,
  figuresBetween,
  figureTotals,
  newestDayOf,
  saveFigures,
  sumPaidOrders,
} from '#db/queries/operator/figures';
import { vitalCountsBetween } from '#db/queries/vitals/vitals';
import { complaints, conversations, dailyFigures, members, messages, orders, reports } from '#db/schema/index';
import { aConversation, aMember, anOrderRow, newEmail, newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
const FROM = Date.parse('2026-11-20T00:00Z');
const SPAN = { from: FROM, to: FROM + DAY };
/** The first and the last moment of the day, and those just outside of it. */
const [FIRST, LAST, BEFORE, AFTER] = [FROM, FROM + DAY - 1, FROM - 1, FROM + DAY];

beforeEach(async () => {
  for (const table of [messages, conversations, reports, complaints, orders, members, dailyFigures]) await db.delete(table);
});

/** Slices with their counts, as an object. */
const asObject = (rows: readonly { slice: string; count: number }[]) => Object.fromEntries(rows.map(({ slice, count }) => [slice, count]));

describe('figures of a day', () => {
  test('count sign-ups by country, without fictional profiles', async () => {
    for (const [createdAt, country] of [
      [FIRST, 'NL'],
      [LAST, 'NL'],
      [LAST, 'DE'],
      [BEFORE, 'NL'],
      [AFTER, 'DE'],
    ] as const)
      await aMember(db, { createdAt, country });
    await aMember(db, { createdAt: FIRST, country: null });
    await aMember(db, { createdAt: FIRST, country: 'NL', isFictional: true });
    expect(asObject(await countSignups(db, SPAN))).toEqual({ NL: 2, DE: 1, '': 1 });
  });

  test('count deletions', async () => {
    for (const deletedAt of [FIRST, LAST, BEFORE, AFTER, null]) await aMember(db, { status: deletedAt ? 'deleted' : 'active', deletedAt });
    expect(await countDeletions(db, SPAN)).toEqual([{ slice: '', count: 2 }]);
  });

  test('count active members by country, whether or not others find them', async () => {
    const activity = (at: number) => ({ lastActiveAt: at, activityBucket: Math.floor(at / (15 * MINUTE)) });
    const active = { ...activity(FIRST), country: 'NL' } as const;
    await aMember(db, { ...active, hasPhoto: true });
    await aMember(db, { ...active, hasPhoto: false });
    await aMember(db, { ...active, isPaused: true });
    await aMember(db, { ...active, gender: null, country: null, status: 'not_confirmed' });
    await aMember(db, { ...activity(AFTER + HOUR), country: 'DE' });
    for (const traits of [
      { isFictional: true },
      { isFictional: true, isPaused: true },
      { status: 'banned' },
      { status: 'deleted' },
      activity(BEFORE),
    ] as const)
      await aMember(db, { ...active, ...traits });
    expect(asObject(await countActive(db, FROM))).toEqual({ NL: 3, '': 1, DE: 1 });
  });

  test('count messages between two times, whatever gaps erased ones have left', async () => {
    const conversationId = await aConversation(db, (await aMember(db)).id, (await aMember(db)).id);
    const write = (createdAt: number, seq: number) =>
      db.insert(messages).values({ id: newId(), conversationId, seq, senderId: newId(), clientId: newId(), text: 'x', createdAt });
    expect(await countMessages(db, SPAN)).toEqual([{ slice: '', count: 0 }]);
    for (let seq = 1; seq <= 60; seq += 1) await write(FROM - DAY + seq * HOUR, seq);
    // One an hour: 24 of them are of the day, from its first moment on.
    expect(await countMessages(db, SPAN)).toEqual([{ slice: '', count: 24 }]);
    await db.run('delete from messages where seq % 3 = 0 or seq < 20');
    expect(await countMessages(db, SPAN)).toEqual([{ slice: '', count: 16 }]);
    expect(await countMessages(db, { from: FROM + 10 * DAY, to: FROM + 11 * DAY })).toEqual([{ slice: '', count: 0 }]);
    expect(await countMessages(db, { from: 0, to: FROM + 10 * DAY })).toEqual([{ slice: '', count: 27 }]);
  });

  test('count reports by reason and closed ones by the time they took', async () => {
    const [reporterId, reportedId] = [(await aMember(db)).id, (await aMember(db)).id];
    const report = (createdAt: number, closedAt: number | null = null, reason: 'scam' | 'fake' = 'scam') =>
      db.insert(reports).values({ id: newId(), reporterId, reportedId, reason, createdAt, closedAt });
    await report(FIRST, FIRST + HOUR);
    await report(LAST, null, 'fake');
    await report(BEFORE, BEFORE + HOUR + 1);
    await report(AFTER);
    await report(FROM - 40 * DAY, LAST);
    await report(FROM - 40 * DAY, AFTER);
    expect(asObject(await countReports(db, SPAN))).toEqual({ scam: 1, fake: 1 });
    expect(asObject(await countClosedReports(db, SPAN))).toEqual({ '1': 1, '4': 1, later: 1 });
  });

  test('count complaints by subject and closed ones by the time they took', async () => {
    const complain = (createdAt: number, closedAt: number | null = null, subject = 'illegal') =>
      db.insert(complaints).values({
        ...{ number: newId(), email: newEmail(), name: '', locale: 'en', text: '', reference: '' },
        subject,
        createdAt,
        closedAt,
      });
    await complain(FIRST);
    await complain(LAST, null, 'payment');
    await complain(LAST, null, 'words of somebody, anna@example.org');
    await complain(BEFORE, FIRST + 30 * HOUR);
    await complain(BEFORE, FIRST);
    await complain(FIRST - 14 * DAY, FIRST);
    expect(asObject(await countComplaints(db, SPAN, COMPLAINT_SUBJECTS))).toEqual({ illegal: 1, payment: 1, other: 1 });
    expect(asObject(await countClosedComplaints(db, SPAN))).toEqual({ '1': 1, '336': 1 });
  });

  test('count paid orders and add up what was paid, by currency', async () => {
    const memberId = (await aMember(db)).id;
    for (const [paidAt, currency, amount] of [
      [FIRST, 'EUR', 500],
      [LAST, 'EUR', 1499],
      [LAST, 'GBP', 400],
      [BEFORE, 'EUR', 1],
      [AFTER, 'EUR', 1],
      [null, 'EUR', 1],
    ] as const)
      await db
        .insert(orders)
        .values({ ...anOrderRow({ memberId, amount, fullAmount: amount, currency }), status: paidAt ? 'paid' : 'open', paidAt });
    expect(asObject(await countPaidOrders(db, SPAN))).toEqual({ EUR: 2, GBP: 1 });
    expect(asObject(await sumPaidOrders(db, SPAN))).toEqual({ EUR: 1999, GBP: 400 });
  });

  test('are read by an index, and no table as a whole', async () => {
    const statements = [
      countSignups,
      countDeletions,
      countMessages,
      countReports,
      countClosedReports,
      countClosedComplaints,
      countPaidOrders,
      sumPaidOrders,
    ].map((count) => count(db, SPAN));
    const plans = await plansOf(db, [
      ...statements,
      countComplaints(db, SPAN, COMPLAINT_SUBJECTS),
      countActive(db, FROM),
      figuresBetween(db, ['signups'], '2026-01-01', '2026-02-01'),
      figureTotals(db, { figures: ['signups'], sliced: [], from: '2026-01-01', to: '2026-02-01', step: 'month' }),
      vitalCountsBetween(db, 'day', '2026-01-01', '2026-02-01'),
      deleteFiguresBefore(db, '2026-01-01'),
    ]);
    expect(plans.filter((step) => /^SCAN (members|messages|reports|complaints|orders|daily_figures|vitals)/.test(step))).toEqual([]);
  });
});

describe('stored figures', () => {
  const row = (day: string, count: number, slice = '', figure = 'signups') => ({ day, figure, slice, count });

  test('are replaced when a day is added up again, and added to where events are counted', async () => {
    await saveFigures(db, [row('2026-11-20', 3, 'NL'), row('2026-11-20', 1, 'DE')]);
    await saveFigures(db, [row('2026-11-20', 4, 'NL')]);
    await addToFigures(db, [row('2026-11-20', 1, 'absence', 'mails_failed')]);
    await addToFigures(db, [row('2026-11-20', 2, 'absence', 'mails_failed'), row('2026-11-21', 1, 'absence', 'mails_failed')]);
    expect(await figuresBetween(db, ['signups', 'mails_failed'], '2026-11-20', '2026-11-20')).toEqual([
      row('2026-11-20', 3, 'absence', 'mails_failed'),
      row('2026-11-20', 1, 'DE'),
      row('2026-11-20', 4, 'NL'),
    ]);
  });

  test('are added up by slice between two days, both included', async () => {
    await saveFigures(db, [
      row('2026-11-19', 8, 'NL'),
      row('2026-11-20', 1, 'NL'),
      row('2026-11-21', 2, 'NL'),
      row('2026-11-21', 4, 'NL', 'messages'),
    ]);
    expect(await figureSums(db, ['signups'], '2026-11-20', '2026-11-21')).toEqual([{ figure: 'signups', slice: 'NL', sum: 3 }]);
    expect(await newestDayOf(db, 'signups')).toEqual([{ day: '2026-11-21' }]);
    expect(await newestDayOf(db, 'nothing')).toEqual([]);
  });

  test('are added to if a condition holds', async () => {
    const one = { day: '2026-11-20', figure: 'photos_blurred', slice: '' };
    for (const when of [sql`true`, sql`false`, sql`1 = 1`]) await addToFigureWhen(db, one, when);
    expect(await db.select().from(dailyFigures)).toEqual([{ ...one, count: 2 }]);
  });

  test('are added up by day or month, the slices of some kept apart', async () => {
    await saveFigures(db, [
      row('2026-10-31', 1, 'NL'),
      row('2026-11-01', 2, 'NL'),
      row('2026-11-30', 3, 'DE'),
      row('2026-12-01', 9, 'NL'),
      row('2026-11-30', 500, 'EUR', 'revenue'),
      row('2026-11-30', 70, 'GBP', 'revenue'),
      row('2026-11-30', 8, '', 'messages'),
    ]);
    const options = { figures: ['signups', 'revenue'], sliced: ['revenue'], from: '2026-10-31', to: '2026-11-30' };
    const totals = async (step: 'day' | 'month') =>
      (await figureTotals(db, { ...options, step })).map(({ period, figure, slice, sum }) => [period, figure, slice, sum]);
    const revenue = (period: string) => [
      [period, 'revenue', 'EUR', 500],
      [period, 'revenue', 'GBP', 70],
    ];
    expect(await totals('month')).toEqual([['2026-10', 'signups', '', 1], ...revenue('2026-11'), ['2026-11', 'signups', '', 5]]);
    expect(await totals('day')).toEqual([
      ['2026-10-31', 'signups', '', 1],
      ['2026-11-01', 'signups', '', 2],
      ...revenue('2026-11-30'),
      ['2026-11-30', 'signups', '', 3],
    ]);
  });

  test('are deleted by day', async () => {
    await saveFigures(db, [row('2026-11-19', 1), row('2026-11-20', 1)]);
    await deleteFiguresBefore(db, '2026-11-20');
    expect((await db.select().from(dailyFigures)).map(({ day }) => day)).toEqual(['2026-11-20']);
  });
});
