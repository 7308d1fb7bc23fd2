import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import {
  countAppeals,
  countAppealTimes,
  countAutomatedDecisions,
  countCases,
  countDecidedAppeals,
  countDecidedNotices,
  countDecisions,
  countDecisionTimes,
  countHeldPhotos,
  countNotices,
  countNoticeTimes,
} from '#db/queries/operator/case-figures';
import { caseDecisions, caseSources, cases } from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
const FROM = Date.parse('2026-11-20T00:00Z');
const SPAN = { from: FROM, to: FROM + DAY };
/** The first and the last moment of the day, and those just outside of it. */
const [FIRST, LAST, BEFORE, AFTER] = [FROM, FROM + DAY - 1, FROM - 1, FROM + DAY];

type Case = typeof cases.$inferInsert;
type Source = typeof caseSources.$inferInsert;
type Decision = typeof caseDecisions.$inferInsert;

beforeEach(() => db.delete(cases));

const asObject = (rows: readonly { slice: string; count: number }[]) => Object.fromEntries(rows.map(({ slice, count }) => [slice, count]));

const aCase = async (traits: Partial<Case> = {}): Promise<string> => {
  const number = newId();
  await db.insert(cases).values({ number, subjectKind: 'none', priority: 2, createdAt: FIRST, ...traits });
  return number;
};
const aSource = (caseNumber: string, kind: Source['kind'], traits: Partial<Source> = {}) =>
  db.insert(caseSources).values({ id: newId(), caseNumber, kind, createdAt: FIRST, ...traits });

/** A case that was decided and closed at once; `isWaiting` leaves it in the queue with letters on their way. */
async function decided(
  decision: Partial<Decision> & { readonly action: Decision['action'] },
  { isWaiting = false, ...traits }: Partial<Case> & { readonly isWaiting?: boolean } = {},
) {
  const createdAt = decision.createdAt ?? FIRST;
  const state = isWaiting ? ({ status: 'decided' } as const) : ({ status: 'closed', closedAt: createdAt } as const);
  const number = await aCase({ createdAt, ...state, ...traits });
  await db.insert(caseDecisions).values({ id: newId(), caseNumber: number, actorKind: 'command_line', createdAt, ...decision });
  return number;
}
const ruleOf = (code: string) => ({ ground: 'rule', code }) as const;

describe('what came in', () => {
  test('are notices by law, appeals, and held photos by the rule that held them, of the day alone', async () => {
    const number = await aCase();
    for (const [law, createdAt] of [
      ['fraud', FIRST],
      ['fraud', LAST],
      ['hate', LAST],
      ['hate', BEFORE],
      ['hate', AFTER],
    ] as const)
      await aSource(number, 'notice', { law, createdAt });
    for (const createdAt of [FIRST, BEFORE, AFTER]) await aSource(number, 'appeal', { createdAt });
    for (const rule of ['photo_check', 'photo_queue', 'photo_check']) await aSource(number, 'held_photo', { rule });
    expect(asObject(await countNotices(db, SPAN))).toEqual({ fraud: 2, hate: 1 });
    expect(await countAppeals(db, SPAN)).toEqual([{ slice: '', count: 1 }]);
    expect(asObject(await countHeldPhotos(db, SPAN))).toEqual({ photo_check: 2, photo_queue: 1 });
  });

  test('opens cases, each counted once by what has opened it', async () => {
    const [byReport, joined, byTwo, earlier] = [
      await aCase(),
      await aCase(),
      await aCase({ createdAt: LAST }),
      await aCase({ createdAt: BEFORE }),
    ];
    await aSource(byReport, 'report');
    await aSource(joined, 'notice');
    await aSource(joined, 'report', { createdAt: FIRST + 1 });
    // Two at the same moment: the one that was written first.
    await aSource(byTwo, 'held_photo', { createdAt: LAST });
    await aSource(byTwo, 'report', { createdAt: LAST });
    await aSource(earlier, 'report', { createdAt: BEFORE });
    await aSource(earlier, 'complaint', { createdAt: FIRST });
    expect(asObject(await countCases(db, SPAN))).toEqual({ report: 1, notice: 1, held_photo: 1 });
  });
});

describe('decisions', () => {
  test('are counted by action and ground on their day, also while their letters are on their way', async () => {
    await decided({ action: 'ban', ...ruleOf('scam') });
    await decided({ action: 'ban', ...ruleOf('scam'), createdAt: LAST }, { isWaiting: true });
    await decided({ action: 'remove_photo', ground: 'law', code: 'intimate_images' });
    await decided({ action: 'dismiss', ...ruleOf('fake') });
    for (const createdAt of [BEFORE, AFTER]) await decided({ action: 'warn', ...ruleOf('spam'), createdAt });
    await decided({ action: 'warn', ...ruleOf('spam'), createdAt: BEFORE }, { isWaiting: true });
    // Open, and closed by an erasure without a decision.
    await aCase();
    await aCase({ status: 'closed', closedAt: FIRST });
    expect(asObject(await countDecisions(db, SPAN))).toEqual({ 'ban:scam': 2, 'remove_photo:intimate_images': 1, dismiss: 1 });
    expect(await countAutomatedDecisions(db, SPAN)).toEqual([]);
  });

  test('of a case that was closed days later count on the day of the decision', async () => {
    await decided({ action: 'warn', ...ruleOf('spam') }, { closedAt: AFTER + 5 * DAY });
    expect(asObject(await countDecisions(db, SPAN))).toEqual({ 'warn:spam': 1 });
    expect(await countDecisions(db, { from: AFTER, to: AFTER + 10 * DAY })).toEqual([]);
  });

  test('of rules of the site stand apart', async () => {
    await decided({ action: 'limit', ...ruleOf('spam'), actorKind: 'rule', rule: 'same_text' });
    await decided({ action: 'dismiss', actorKind: 'rule', rule: 'same_text' });
    await decided({ action: 'limit', ...ruleOf('spam') });
    expect(asObject(await countAutomatedDecisions(db, SPAN))).toEqual({ 'limit:spam': 1, dismiss: 1 });
    expect(asObject(await countDecisions(db, SPAN))).toEqual({ 'limit:spam': 1 });
  });

  test('are counted by the time since their case was opened, without those of appeals', async () => {
    await decided({ action: 'dismiss', createdAt: LAST }, { createdAt: LAST - HOUR });
    await decided({ action: 'dismiss', createdAt: LAST }, { createdAt: LAST - HOUR - 1 });
    await decided({ action: 'dismiss', createdAt: LAST }, { createdAt: LAST - 31 * DAY });
    await decided({ action: 'dismiss', createdAt: LAST }, { createdAt: LAST - MINUTE, subjectKind: 'decision' });
    expect(asObject(await countDecisionTimes(db, SPAN))).toEqual({ '1': 1, '4': 1, later: 1 });
    expect(asObject(await countAppealTimes(db, SPAN))).toEqual({ '1': 1 });
  });
});

describe('notices and appeals that were decided', () => {
  test('are counted by what became of them, each notice of a case', async () => {
    const banned = await decided({ action: 'ban', ground: 'law', code: 'fraud', createdAt: LAST });
    await aSource(banned, 'notice', { createdAt: LAST - 5 * HOUR });
    await aSource(banned, 'notice', { createdAt: LAST - 30 * HOUR });
    await aSource(banned, 'report');
    await aSource(await decided({ action: 'warn', ...ruleOf('other') }, { isWaiting: true }), 'notice');
    await aSource(await decided({ action: 'dismiss', ground: 'law', code: 'fraud' }), 'notice');
    await aSource(await decided({ action: 'dismiss', createdAt: AFTER }), 'notice');
    await aSource(await aCase(), 'notice');
    expect(asObject(await countDecidedNotices(db, SPAN))).toEqual({ law: 2, rule: 1, none: 1 });
    expect(asObject(await countNoticeTimes(db, SPAN))).toEqual({ '1': 2, '12': 1, '48': 1 });
  });

  test('appeals are upheld, lifted or changed, and are not among the decisions unless they restrict', async () => {
    const appeal = { subjectKind: 'decision' } as const;
    await decided({ action: 'dismiss' }, appeal);
    await decided({ action: 'dismiss' }, appeal);
    await aSource(await decided({ action: 'restore' }, { ...appeal, isWaiting: true }), 'appeal');
    // Taken back without an appeal.
    await decided({ action: 'restore' }, appeal);
    await decided({ action: 'warn', ...ruleOf('scam') }, appeal);
    await decided({ action: 'restore', createdAt: BEFORE }, appeal);
    expect(asObject(await countDecidedAppeals(db, SPAN))).toEqual({ upheld: 2, lifted: 1, changed: 1 });
    expect(asObject(await countAppealTimes(db, SPAN))).toEqual({ '1': 4 });
    expect(asObject(await countDecisions(db, SPAN))).toEqual({ 'warn:scam': 1 });
  });
});

test('all of them are read by an index; of cases at most those that wait are read through', async () => {
  const statements = [
    ...[countNotices, countAppeals, countHeldPhotos, countCases, countDecisions, countAutomatedDecisions, countDecisionTimes],
    ...[countDecidedNotices, countNoticeTimes, countDecidedAppeals, countAppealTimes],
  ].map((count) => count(db, SPAN));
  const scans = (await plansOf(db, statements)).filter((step) => /^SCAN (cases|case_|source|decision|earlier)/.test(step));
  expect(scans.filter((step) => !step.includes('USING INDEX cases_queue') && !step.includes('USING COVERING INDEX cases_queue'))).toEqual(
    [],
  );
});
