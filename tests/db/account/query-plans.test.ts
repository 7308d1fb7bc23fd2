import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import { deleteAnonymousOrders, deleteErasuresBefore, erasedSince, eraseMember } from '#db/queries/account/erasure';
import { ledgerToExport, likesGivenToExport, likesReceivedToExport, messagesToExport } from '#db/queries/account/export';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
const me = newId();

/** The pages of the export, each behind a row of the page before. */
const PAGES: Readonly<Record<string, (from: Database) => Statement>> = {
  messages: (from) => messagesToExport(from, me, { conversationId: newId(), seq: 7 }),
  'the ledger': (from) => ledgerToExport(from, me, { createdAt: 7, rowid: 7 }),
  'likes given': (from) => likesGivenToExport(from, me, newId()),
  'likes received': (from) => likesReceivedToExport(from, me, newId()),
};

const plan = (name: string) =>
  plansOf(
    db,
    [PAGES[name]?.(db)].filter((statement) => statement !== undefined),
  );

test.each(Object.keys(PAGES))('a page of %s of the export begins in an index', async (name) => {
  const steps = await plan(name);
  expect(steps.join()).toContain('SEARCH');
  expect(steps.filter((step) => /^SCAN (?!\(subquery|CONSTANT)/.test(step))).toEqual([]);
});

test('pages of messages and of the ledger are read in the order of an index, without sorting what follows them', async () => {
  const messages = await plan('messages');
  expect(
    messages
      .slice(
        0,
        messages.findIndex((step) => step.includes('SCAN')),
      )
      .join(),
  ).not.toContain('TEMP B-TREE');
  expect(messages.join()).toMatch(/SEARCH i USING .* \(member_id=\? AND conversation_id>\?\)/);
  expect(messages.join()).toMatch(/SEARCH m USING .* \(conversation_id=\? AND seq>\?\)/);
  expect((await plan('the ledger')).join()).not.toContain('TEMP B-TREE');
});

test('the erasure of an account reads no table as a whole, the effects of foreign keys included', async () => {
  const steps = await plansOf(db, Object.values(eraseMember(db, me, 7)));
  expect(steps.join()).toContain('SEARCH members');
  expect(steps.filter((step) => /^SCAN (?!.*VIRTUAL TABLE|CONSTANT)/.test(step))).toEqual([]);
});

test('ids of erased accounts are found and forgotten by an index', async () => {
  const steps = await plansOf(db, [erasedSince(db, 7), deleteErasuresBefore(db, 7)]);
  expect(steps.join()).toContain('erased_members_by_time');
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});

test('orders of erased members and their discounts are found by indexes, so that a run without any is cheap', async () => {
  const steps = await plansOf(db, Object.values(deleteAnonymousOrders(db, 7)));
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  expect(steps.join()).toMatch(/SEARCH orders USING .*orders_of_member \(member_id=\? AND created_at<\?\)/);
});
