import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import { takeBackAwayMails } from '#db/queries/notifications/away-mails';
import { summariesDue } from '#db/queries/notifications/digests';
import { noticesOf, unreadNotices } from '#db/queries/notifications/notification-list';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const me = newId();
const place = { at: 5, id: newId() };

const STATEMENTS: Readonly<Record<string, (from: Database) => readonly Statement[]>> = {
  'the list of what happened': (from) => [noticesOf(from, me, null, 21), noticesOf(from, me, place, 21)],
  'what of it is unread': (from) => [unreadNotices(from, me, 100)],
  'summaries that are due': (from) => [summariesDue(from, 'daily', 1, 100), summariesDue(from, 'weekly', 1, 100)],
  'mails that quiet hours hold back': (from) => [takeBackAwayMails(from, 1)],
};

test.each(Object.keys(STATEMENTS))('%s: every table is asked by an index', async (name) => {
  const steps = await plansOf(db, STATEMENTS[name]?.(db) ?? []);
  expect(steps.join()).toContain('SEARCH');
  // What a statement has gathered itself is small.
  const gathered = /^SCAN (\(subquery-\d+\)|(notice|due|came|json_tree)\b)/;
  expect(steps.filter((step) => step.startsWith('SCAN') && !gathered.test(step))).toEqual([]);
});

test('each source of the list is one range of an index, in the order of time', async () => {
  const steps = (await plansOf(db, [noticesOf(db, me, place, 21)])).join();
  for (const range of [
    'SEARCH theirs USING COVERING INDEX likes_received (liked_id=? AND is_new=? AND created_at<?)',
    'SEARCH mine USING COVERING INDEX likes_given (liker_id=? AND created_at<?)',
    'SEARCH inbox USING INDEX inbox_newest_first (member_id=? AND last_at<?)',
    'SEARCH account_notices USING INDEX account_notices_of_member (member_id=? AND created_at<?)',
  ])
    expect(steps).toContain(range);
  // The merged page is sorted, and then its cards; of the sources, none but events of one instant.
  expect(steps.match(/USE TEMP B-TREE FOR ORDER BY/g)).toHaveLength(2);
});

test('what is unread is read since the mark alone', async () => {
  const steps = (await plansOf(db, [unreadNotices(db, me, 100)])).join();
  expect(steps).toContain('likes_received (liked_id=? AND is_new=? AND created_at>?)');
  expect(steps).toContain('likes_given (liker_id=? AND created_at>?)');
  expect(steps).toContain('account_notices_of_member (member_id=? AND created_at>?)');
});
