import * as v from 'valibot';
import { expect, test } from 'vitest';
import { getTransparency } from '#contract/transparency';
import { saveFigures } from '#db/queries/operator/figures';
import { dailyFigures } from '#db/schema/index';
import { lastHalfYear } from '../../../worker/features/transparency/get-transparency.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker } from '../../support/product/test-worker.ts';

const site = testSite();
const { from, to, nextAt } = lastHalfYear(Date.now());
const row = (figure: string, slice: string, count: number, day = from) => ({ day, figure, slice, count });

/** The answer of a Worker that has cached nothing. */
async function ask() {
  const worker = await startWorker({ dbUrl: site.dbUrl });
  const answer = await apiClient(worker.url).get('/api/transparency.php');
  await worker.stop();
  return answer;
}

test('without figures there is no report, but the day of the next one', async () => {
  const { status, body } = await ask();
  expect([status, body]).toEqual([200, { from, to, counted_days: 0, next_at: nextAt, report: null }]);
});

test('the report sums up the period alone, hides small numbers and holds what the contract says', async () => {
  await site.db.delete(dailyFigures);
  await saveFigures(site.db, [
    ...[row('added_up', '', 1), row('added_up', '', 1, to), row('activity_counted', '', 1), row('activity_counted', '', 1, to)],
    ...[row('active_month', 'NL', 900), row('active_month', 'NL', 1100, to), row('active_month', 'PL', 460), row('active_month', 'US', 60)],
    ...[row('reports', 'scam', 6), row('reports', 'scam', 6, to), row('reports', 'fake', 2), row('reports_closed', '24', 9)],
    ...[row('complaints', 'illegal', 7), row('complaints', 'payment', 8), row('complaints_closed', '336', 4), row('bans', '', 3)],
    // Before and after the period.
    ...[row('bans', '', 50, '2020-01-01'), row('bans', '', 50, '2099-01-01'), row('signups', 'NL', 999)],
  ]);
  const answer = await ask();
  expect(v.parse(v.strictObject(getTransparency.output.entries), answer.body)).toEqual(answer.body);
  expect(answer.body).toMatchObject({
    counted_days: 2,
    report: {
      active: { eu: { count: 1200, is: 'about' }, elsewhere: { count: 100, is: 'fewer_than' } },
      notices: { count: 7, is: 'exact' },
      bans: { count: 5, is: 'fewer_than' },
      reports: { total: { count: 12, is: 'at_least' }, median: { hours: 24, is: 'within' } },
      complaints: { total: { count: 8, is: 'exact' }, median: null },
    },
  });
  expect((answer.at('report.complaints.kinds') as { kind: string }[]).map(({ kind }) => kind)).not.toContain('illegal');
});

test('the report tells notices, decisions, appeals and what software did', async () => {
  await site.db.delete(dailyFigures);
  await saveFigures(site.db, [
    row('added_up', '', 1),
    ...[row('complaints', 'illegal', 6), row('notices', 'fraud', 9), row('notices', 'hate', 2), row('notice_times', '48', 8)],
    ...[row('notices_decided', 'law', 5), row('notices_decided', 'none', 2)],
    ...[
      row('decisions', 'ban:scam', 20),
      row('decisions', 'ban:fake', 3),
      row('decisions', 'dismiss', 11),
      row('decision_times', 'later', 6),
    ],
    ...[row('bans', '', 24), row('decisions_automated', 'limit:spam', 5)],
    ...[row('appeals_decided', 'upheld', 7), row('appeals_decided', 'lifted', 5), row('appeal_times', '72', 12)],
    ...[row('photos_held', 'photo_check', 30), row('photos_held', 'photo_queue', 400), row('photos_blurred', '', 4)],
    ...[row('photos_refused', '', 5), row('photos_refused', '', 6, to)],
  ]);
  const answer = await ask();
  expect(v.parse(v.strictObject(getTransparency.output.entries), answer.body)).toEqual(answer.body);
  const exact = (count: number) => ({ count, is: 'exact' });
  const few = { count: 5, is: 'fewer_than' };
  const kinds = (path: string) =>
    (answer.at(path) as { kind: string; count: object }[]).filter(({ count }) => !('count' in count) || count.count !== 0);
  expect(kinds('report.notices_by_kind.kinds')).toEqual([
    { kind: 'complaint', count: exact(6) },
    { kind: 'hate', count: few },
    { kind: 'fraud', count: exact(9) },
  ]);
  expect(answer.body).toMatchObject({
    report: {
      notices: { count: 15, is: 'at_least' },
      notices_by_kind: { total: { count: 15, is: 'at_least' }, median: { hours: 48, is: 'within' } },
      decisions: {
        total: { count: 31, is: 'at_least' },
        kinds: [
          { action: 'dismiss', code: null, count: exact(11) },
          { action: 'ban', code: 'fake', count: few },
          { action: 'ban', code: 'scam', count: exact(20) },
        ],
        median: { hours: 720, is: 'later' },
      },
      // 24 less 20 would tell the three others, and that one account was closed without a case.
      bans: { count: 20, is: 'at_least' },
      appeals: { total: exact(12), median: { hours: 72, is: 'within' } },
      automated: {
        decisions: { total: exact(5), kinds: [{ action: 'limit', code: 'spam', count: exact(5) }] },
        photos: [
          { kind: 'held', count: exact(30) },
          { kind: 'blurred', count: few },
          { kind: 'refused', count: exact(11) },
        ],
      },
    },
  });
  expect(kinds('report.appeals.kinds')).toEqual([
    { kind: 'upheld', count: exact(7) },
    { kind: 'lifted', count: exact(5) },
  ]);
  expect(kinds('report.notices_decided.kinds')).toEqual([
    { kind: 'none', count: few },
    { kind: 'law', count: exact(5) },
  ]);
});

test('a period in which activity was never counted says nothing of it', async () => {
  await site.db.delete(dailyFigures);
  await saveFigures(site.db, [row('added_up', '', 1), row('bans', '', 9)]);
  expect((await ask()).at('report.active')).toBeNull();
});

test('the answer may be revalidated', async () => {
  const first = await site.visitor.get('/api/transparency.php');
  const again = await site.visitor.get('/api/transparency.php', { 'If-None-Match': first.headers.get('ETag') ?? '' });
  expect([first.status, first.headers.get('Cache-Control'), again.status]).toEqual([200, 'private, no-cache', 304]);
});
