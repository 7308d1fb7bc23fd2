import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { batch } from '#db/client';
import { banMember } from '#db/queries/account/account-status';
import { dailyFigures, mails, members } from '#db/schema/index';
import { addUpFigures, countEvents, dayOf } from '../../../worker/domain/operating/daily-figures.ts';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

// Mails are given to a server that is not there.
const site = testSite({ MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Vonk <post@vonk.example>' });
const MIDNIGHT = Date.parse('2026-11-21T00:00Z');

beforeEach(async () => {
  for (const table of [members, dailyFigures, mails]) await site.db.delete(table);
});

const rowsOf = async (figure: string) =>
  (await site.db.select().from(dailyFigures)).filter((row) => row.figure === figure).map(({ day, slice, count }) => [day, slice, count]);

describe('the figures of a day', () => {
  const joined = (createdAt: number) =>
    aMember(site.db, { createdAt, country: 'NL', lastActiveAt: createdAt, activityBucket: Math.floor(createdAt / (15 * MINUTE)) });

  test('are added up once it has ended, and not again', async () => {
    await joined(MIDNIGHT - HOUR);
    await addUpFigures(site.db, MIDNIGHT + MINUTE);
    expect(await rowsOf('signups')).toEqual([['2026-11-20', 'NL', 1]]);
    await joined(MIDNIGHT - 2 * HOUR);
    await addUpFigures(site.db, MIDNIGHT + 2 * MINUTE);
    expect(await rowsOf('signups')).toEqual([['2026-11-20', 'NL', 1]]);
  });

  test('are the same after two runs at once', async () => {
    await joined(MIDNIGHT - HOUR);
    await Promise.all([addUpFigures(site.db, MIDNIGHT + MINUTE), addUpFigures(site.db, MIDNIGHT + MINUTE)]);
    expect(await rowsOf('signups')).toEqual([['2026-11-20', 'NL', 1]]);
  });

  test('have who was active on it, in the week and in the month before its end', async () => {
    for (const days of [0.5, 3, 20, 40]) await joined(MIDNIGHT - days * DAY);
    await addUpFigures(site.db, MIDNIGHT + MINUTE);
    expect([await rowsOf('active_day'), await rowsOf('active_week'), await rowsOf('active_month')]).toEqual([
      [['2026-11-20', 'NL', 1]],
      [['2026-11-20', 'NL', 2]],
      [['2026-11-20', 'NL', 3]],
    ]);
  });

  test('that nobody added up in time are caught up with one a run, without the activity that is no longer known', async () => {
    await addUpFigures(site.db, MIDNIGHT - 4 * DAY + MINUTE);
    for (const days of [0.5, 1.5, 2.5, 3.5]) await joined(MIDNIGHT - days * DAY);
    for (let run = 1; run <= 6; run += 1) await addUpFigures(site.db, MIDNIGHT + 2 * HOUR);
    expect((await rowsOf('signups')).map(([day]) => day)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']);
    expect(await rowsOf('active_day')).toEqual([]);
  });

  test('of more than a month ago are left out', async () => {
    await addUpFigures(site.db, MIDNIGHT - 100 * DAY);
    await addUpFigures(site.db, MIDNIGHT);
    expect((await rowsOf('added_up')).map(([day]) => day)).toEqual([dayOf(MIDNIGHT - 101 * DAY), dayOf(MIDNIGHT - 31 * DAY)]);
  });

  test('are added up by the scheduled handler', async () => {
    await avoidWindowEnd(DAY);
    await joined(Date.now() - DAY);
    await site.worker.scheduled();
    expect((await rowsOf('added_up')).map(([day]) => day)).toEqual([dayOf(Date.now() - DAY)]);
  });
});

describe('what leaves no row', () => {
  test('is counted when it happens', async () => {
    await countEvents(site.db, 'pushes_failed', new Map([['like', 2]]), MIDNIGHT);
    await countEvents(
      site.db,
      'pushes_failed',
      new Map([
        ['like', 1],
        ['message', 1],
      ]),
      MIDNIGHT + 1,
    );
    expect((await rowsOf('pushes_failed')).toSorted()).toEqual([
      ['2026-11-21', 'like', 3],
      ['2026-11-21', 'message', 1],
    ]);
  });

  test('a ban is counted once, whatever becomes of its reason', async () => {
    const { id } = await aMember(site.db);
    const step = { id, from: 'active', to: { status: 'banned', statusBefore: 'active' }, now: MIDNIGHT } as const;
    await batch(site.db, banMember(site.db, step, 'first'));
    await batch(site.db, banMember(site.db, { ...step, from: 'banned' }, 'second'));
    expect(await rowsOf('bans')).toEqual([['2026-11-21', '', 1]]);
  });

  test('a mail that no server takes is counted with each try, and when it is given up', async () => {
    await avoidWindowEnd(DAY);
    const mail = { kind: 'complaint' as const, recipient: newEmail(), subject: 's', text: 't', html: 'h', createdAt: Date.now(), dueAt: 1 };
    await site.db.insert(mails).values([
      { ...mail, id: newId(), memberId: null, tries: 0 },
      { ...mail, id: newId(), memberId: null, tries: 19 },
    ]);
    await site.worker.scheduled();
    const today = dayOf(Date.now());
    expect([await rowsOf('mails_failed'), await rowsOf('mails_given_up')]).toEqual([[[today, 'complaint', 2]], [[today, 'complaint', 1]]]);
  });
});
