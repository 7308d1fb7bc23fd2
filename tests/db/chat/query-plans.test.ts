import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import { badgeOfMember } from '#db/queries/account/own-badge';
import {
  conversationListOf,
  conversationOf,
  conversationTotal,
  deletePastFirstMessages,
  firstMessagesSince,
} from '#db/queries/chat/conversations';
import { moveReadMark } from '#db/queries/chat/read-marks';
import { ledgerOf } from '#db/queries/credits/ledger';
import { refundStatements } from '#db/queries/credits/message-refunds';
import {
  claimDuePushes,
  deletePushes,
  insertDevicePushes,
  insertPushes,
  postponePushes,
  pushesToSend,
} from '#db/queries/notifications/push-queue';
import { pushSubscriptionsOf, savePushSubscription } from '#db/queries/notifications/push-subscriptions';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const [me, conversation] = [newId(), newId()];
const credential = { memberId: me, tokenHash: 'x' };
const browser = { id: newId(), endpoint: 'https://fcm.googleapis.com/x', p256dh: 'x', auth: 'x' };
const place = { at: 5, id: newId() };

const STATEMENTS: Readonly<Record<string, (from: Database) => readonly Statement[]>> = {
  'a conversation with its rules': (from) => [conversationOf(from, me, conversation), firstMessagesSince(from, me, 1)],
  'the list of conversations': (from) => [conversationListOf(from, me, place, 10), conversationTotal(from, me)],
  'the badge': (from) => [badgeOfMember(from, me)],
  'a read mark': (from) => [moveReadMark(from, me, conversation, 3)],
  'a refund': (from) => Object.values(refundStatements(from, me, { now: 1, dueAt: 1 })),
  'a page of the ledger': (from) => [ledgerOf(from, me, place, 10)],
  'pushes with the data that decide on them': (from) => [pushesToSend(from, [me], 1)],
  'pushes that are due': (from) => [claimDuePushes(from, 1, 10)],
  'inserting pushes for delivered events': (from) => [insertPushes(from, [])],
  'the outcome of a push': (from) => [deletePushes(from, []), postponePushes(from, []), insertDevicePushes(from, [])],
  'the push subscriptions': (from) => [
    pushSubscriptionsOf(from, me, 1),
    ...Object.values(savePushSubscription(from, credential, { ...browser, isKnown: true }, 1, 10)),
  ],
  'outdated first messages': (from) => [deletePastFirstMessages(from, 1)],
};

test.each(Object.keys(STATEMENTS))('%s uses indexes', async (name) => {
  const steps = await plansOf(db, STATEMENTS[name]?.(db) ?? []);
  expect(steps.join()).toContain('SEARCH');
  // Scans of intermediate results and of JSON parameters are small.
  expect(
    steps.filter((step) => step.startsWith('SCAN') && !/^SCAN (returned|looked|\(subquery)|CONSTANT ROW|VIRTUAL TABLE/.test(step)),
  ).toEqual([]);
});

test('own messages are looked up in one conversation, and refunds in the conversations of the member who leaves', async () => {
  expect((await plansOf(db, [conversationOf(db, me, conversation)])).join()).toMatch(/SEARCH messages USING INDEX messages_in_order/);
  expect((await plansOf(db, [ledgerOf(db, me, place, 10)])).join()).toMatch(/SEARCH ledger_lines USING INDEX ledger_lines_of_member/);
  const refund = (await plansOf(db, Object.values(refundStatements(db, me, { now: 1, dueAt: 1 })))).join();
  expect(refund).toMatch(
    /SEARCH participants .*member_id=\?.*SEARCH messages .*messages_in_order.*SEARCH charge USING INDEX ledger_lines_once/,
  );
});
