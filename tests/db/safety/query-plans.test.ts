import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import {
  blockedBy,
  blockedTotal,
  blockStatements,
  hiddenBy,
  hiddenTotal,
  hideStatements,
  relationshipOf,
  unblockStatements,
  unhideStatements,
} from '#db/queries/safety/blocks-and-hides';
import { insertReport, messagesOfReport, openReports, readableMessages, reportById, reportsSince } from '#db/queries/safety/reports';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const [me, them] = [newId(), newId()];
const event = () => ({ id: newId(), memberId: me, event: { type: 'user.changed' }, createdAt: 1, dueAt: 1 });
const place = { at: 5, id: them };
const report = { id: newId(), reporterId: me, reportedId: them, reason: 'spam' as const, text: '', messageIds: [], createdAt: 1 };

/** Every statement of the feature. */
const STATEMENTS: Readonly<Record<string, (from: Database) => readonly Statement[]>> = {
  'the first page of the blocked': (from) => [blockedBy(from, me, null, 10)],
  'a later page of the blocked': (from) => [blockedBy(from, me, place, 10)],
  'a later page of the hidden': (from) => [hiddenBy(from, me, place, 10)],
  totals: (from) => [blockedTotal(from, me), hiddenTotal(from, me)],
  'the relationship': (from) => [relationshipOf(from, me, them)],
  'a block': (from) => Object.values(blockStatements(from, me, them, 1, { ofConversation: [event()], always: [event()] })),
  'an unblock': (from) => Object.values(unblockStatements(from, me, event(), event())),
  'a hide': (from) => [...Object.values(hideStatements(from, them, 1, event())), ...Object.values(unhideStatements(from, them, event()))],
  'a report': (from) => [
    readableMessages(from, me, them, [newId()]),
    reportsSince(from, me, 1),
    insertReport(from, report, { since: 1, sameSince: 1, most: 5 }),
  ],
  'the open reports': (from) => [openReports(from, 10)],
  'one report': (from) => [reportById(from, newId()), messagesOfReport(from, newId())],
};

test.each(Object.keys(STATEMENTS))('%s uses indexes', async (name) => {
  const steps = await plansOf(db, STATEMENTS[name]?.(db) ?? []);
  expect(steps.join()).toMatch(/SEARCH|reports_open/);
  const known = /^SCAN (json_each VIRTUAL TABLE|CONSTANT ROW|reports USING INDEX reports_open)/;
  expect(steps.filter((step) => step.startsWith('SCAN') && !known.test(step))).toEqual([]);
});

test.each(['the first page of the blocked', 'a later page of the blocked', 'a later page of the hidden', 'the open reports'])(
  '%s sorts nothing',
  async (name) => {
    expect((await plansOf(db, STATEMENTS[name]?.(db) ?? [])).join()).not.toContain('TEMP B-TREE');
  },
);

test('a later page of the blocked starts at its cursor in the index', async () => {
  expect((await plansOf(db, [blockedBy(db, me, place, 10)]))[0]).toMatch(/blocks_by_time \(blocker_id=\? AND created_at[<>]=?\?/);
});

test('a block reads only the outbox rows of the two members', async () => {
  const steps = await plansOf(db, Object.values(blockStatements(db, me, them, 1, { ofConversation: [], always: [event()] })));
  expect(steps).toContain('SEARCH event_outbox USING INDEX event_outbox_of_member (member_id=?)');
});
