import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { members } from '#db/schema/index';
import type { Context, Member } from '../../../worker/domain/context.ts';
import { recordActivity } from '../../../worker/domain/require-session.ts';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
/** The start of yesterday in UTC. */
const DAY_START = (Math.floor(Date.now() / DAY) - 1) * DAY;

let viewer: TestMember;
let hider: TestMember;

beforeAll(async () => {
  viewer = await aMember(site.db, { gender: 'male' });
  hider = await aMember(site.db, { name: 'Hidden', hidePresence: true, dateOfBirth: '1994-01-01' });
  for (const hours of [-3, 1, 6, 12, 18, 27]) {
    const member = await aMember(site.db, { name: `At ${hours}`, dateOfBirth: '1994-01-01' });
    await beActiveAt(member, DAY_START + hours * HOUR);
  }
});

/** Records the activity of a member as a call at this time does. */
async function beActiveAt({ id }: { id: string }, now: number): Promise<void> {
  await site.db.update(members).set({ lastActiveAt: 0, activityBucket: 0 }).where(eq(members.id, id));
  const [row] = await site.db.select().from(members).where(eq(members.id, id));
  const work: Promise<unknown>[] = [];
  const ctx = {
    now,
    db: site.db,
    visitor: { isPageHidden: false },
    session: { renew: () => undefined },
    later: (run: () => Promise<unknown>) => void work.push(run()),
  } as unknown as Context;
  recordActivity(ctx, { ...row, sessionId: '', sessionSeenAt: now } as Member);
  await Promise.all(work);
}

type Answer = Record<string, unknown> & { readonly paging: { readonly walk: string } };

/** Every page of a search as it was sent, without the cursor, which is encrypted anew each time. */
async function pagesOf(cookie: string | null, query: string): Promise<string[]> {
  const client = cookie === null ? site.visitor : site.as({ cookie });
  const pages: string[] = [];
  let walk = '';
  for (let page = 1; page <= (cookie === null ? 1 : 8); page += 1) {
    const answer = await client.get(`/api/search.php?${query}&page=${page}${walk ? `&walk=${walk}` : ''}`);
    expect(answer.status).toBe(200);
    const { paging, ...rest } = answer.body as Answer;
    walk = paging.walk;
    pages.push(JSON.stringify({ ...rest, paging: { ...paging, walk: walk.length } }));
  }
  return pages;
}

const FILTERS = 'country=NL&gender=female&photo=0&online=0&new_here=0&min_age=18&max_age=100';

/** All that members and visitors are told by searches of every order. */
const everyAnswer = async () => [
  await pagesOf(null, `${FILTERS}&pp=48`),
  await pagesOf(viewer.cookie, `${FILTERS}&sort=active&pp=1`),
  await pagesOf(viewer.cookie, `${FILTERS}&sort=near&pp=1`),
  await pagesOf(viewer.cookie, `${FILTERS}&sort=new&pp=1`),
  await pagesOf(viewer.cookie, `${FILTERS}&sort=active&pp=3`),
];

describe('a member who hides their presence', () => {
  test('leaves no trace of the time of day in any search, page by page, for members and visitors', async () => {
    await beActiveAt(hider, DAY_START + MINUTE);
    const early = await everyAnswer();
    expect(early.flat().join()).toContain(hider.id);
    for (const time of [9 * HOUR, 12 * HOUR + MINUTE, DAY - 1]) {
      await beActiveAt(hider, DAY_START + time);
      expect(await everyAnswer()).toEqual(early);
    }
  });

  test('moves with the day', async () => {
    await beActiveAt(hider, DAY_START - 1);
    const before = await everyAnswer();
    await beActiveAt(hider, DAY_START);
    expect(await everyAnswer()).not.toEqual(before);
  });

  test('is ranked by the day from the moment of the choice on, and by the time again once it is taken back', async () => {
    const member = await aMember(site.db);
    const bucketOf = async () => {
      const [row] = await site.db.select({ bucket: members.activityBucket }).from(members).where(eq(members.id, member.id));
      return row?.bucket;
    };
    const startOfDay = () => Math.floor(Date.now() / DAY) * 96;
    const firstDay = startOfDay();
    await site.as(member).put('/api/user.php', { hide_presence: true });
    expect([firstDay, startOfDay()]).toContain(await bucketOf());
    await site.as(member).get('/api/user.php');
    expect([firstDay, startOfDay()]).toContain(await bucketOf());
    const since = Math.floor(Date.now() / (15 * MINUTE));
    await site.as(member).put('/api/user.php', { hide_presence: false });
    expect(await bucketOf()).toBeGreaterThanOrEqual(since);
  });
});
