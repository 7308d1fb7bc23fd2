import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import { notificationsOf, unreadNotifications, unseenNotifications } from '#db/queries/notifications/notification-list';
import { summariesDue } from '#db/queries/notifications/summaries';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const me = newId();
const place = { at: 5, id: newId() };

const STATEMENTS: Readonly<Record<string, (from: Database) => readonly Statement[]>> = {
  'the notification list': (from) => [notificationsOf(from, me, null, 21), notificationsOf(from, me, place, 21)],
  'the unread count': (from) => [unreadNotifications(from, me, 100)],
  'the unseen count': (from) => [unseenNotifications(from, me)],
  'summaries that are due': (from) => [summariesDue(from, 'daily', 1, 100), summariesDue(from, 'weekly', 1, 100)],
};

test.each(Object.keys(STATEMENTS))('%s uses an index of every table', async (name) => {
  const steps = await plansOf(db, STATEMENTS[name]?.(db) ?? []);
  expect(steps.join()).toContain('SEARCH');
  // Scans of intermediate results are small.
  const gathered = /^SCAN (CONSTANT ROW|\(subquery-\d+\)|(notice|looked|items|due|came|json_tree)\b)/;
  expect(steps.filter((step) => step.startsWith('SCAN') && !gathered.test(step))).toEqual([]);
});

test('each source of the list is one range of an index in the order of time', async () => {
  const steps = (await plansOf(db, [notificationsOf(db, me, place, 21)])).join();
  for (const range of [
    'SEARCH theirs USING COVERING INDEX likes_received (liked_id=? AND is_new=? AND created_at<?)',
    'SEARCH mine USING COVERING INDEX likes_given (liker_id=? AND created_at<?)',
    'SEARCH participants USING INDEX participants_newest_first (member_id=? AND last_at<?)',
    'SEARCH account_notifications USING INDEX account_notifications_of_member (member_id=? AND created_at<?)',
  ])
    expect(steps).toContain(range);
  // The merged page and its cards are sorted; the sources are read in order.
  expect(steps.match(/USE TEMP B-TREE FOR ORDER BY/g)).toHaveLength(2);
});

test.each([
  ['unread', () => unreadNotifications(db, me, 100)],
  ['unseen', () => unseenNotifications(db, me)],
])('the %s count reads only rows after the mark', async (_, count) => {
  const steps = (await plansOf(db, [count()])).join();
  expect(steps).toContain('likes_received (liked_id=? AND is_new=? AND created_at>?)');
  expect(steps).toContain('likes_given (liker_id=? AND created_at>?)');
  expect(steps).toContain('account_notifications_of_member (member_id=? AND created_at>?)');
});
