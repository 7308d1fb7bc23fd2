import { setTimeout as pause } from 'node:timers/promises';
import { aMember, newId } from '../../support/database/factories.ts';
import { inTurns, timingsNamed } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { type BenchmarkPart, type ChatFixture, twoMatchedMembers } from './fixture.ts';

const TABS = 20;
const LIKES = 1_000;
const LIKERS_AT_ONCE = 4;
const TEN_SECONDS = 10_000;
/** Longer than the time for which a room coalesces counts of likes. */
const COALESCED_MS = 1500;

async function inTabs(fixture: ChatFixture, tabs: number) {
  const { recipient, send } = await twoMatchedMembers(fixture);
  const sockets = await Promise.all(Array.from({ length: tabs }, () => fixture.socketOf(recipient)));
  return async () => {
    const client_id = newId();
    const arrives = sockets.map((socket) => socket.until((frame) => frame.includes(client_id)));
    await Promise.all([...arrives, send(client_id)]);
  };
}

async function tabsLine(fixture: ChatFixture): Promise<ReportLine> {
  const kinds = [
    { name: 'twenty', run: await inTabs(fixture, TABS) },
    { name: 'one', run: await inTabs(fixture, 1) },
  ];
  const timings = await inTurns(kinds, { blocks: 5, runs: 20, warmUp: 10 });
  const [twenty, one] = [timingsNamed(timings, 'twenty'), timingsNamed(timings, 'one')];
  const spread = [Math.min(...twenty.blocks), Math.max(...twenty.blocks)] as const;
  return { what: `P11 send → all of ${TABS} tabs, beside one`, ours: twenty.p50, limit: one.p50, unit: 'ms', aim: 3, spread };
}

/** Runs a job for each entry of a list, `atOnce` of them at the same time. */
async function forEach<T>(list: readonly T[], atOnce: number, job: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...list];
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await job(one);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function likesLine({ db, as, socketOf }: ChatFixture): Promise<ReportLine> {
  const liked = await aMember(db, { name: 'Bas' });
  const likers: Awaited<ReturnType<typeof aMember>>[] = [];
  while (likers.length < LIKES) likers.push(await aMember(db));
  const socket = await socketOf(liked);
  let frames = 0;
  // Counts all frames and never settles: the badge counts are hints, so the last one is not awaited.
  void socket.until((frame) => {
    if (frame !== 'pong') frames += 1;
    return false;
  });
  const begun = performance.now();
  await forEach(likers, LIKERS_AT_ONCE, async (liker) => {
    const answer = await as(liker).post('/api/likes.php', { profile: liked.id });
    assertCorrect(answer.status === 200, `the like was taken (${answer.status})`);
  });
  const took = performance.now() - begun;
  await pause(COALESCED_MS);
  assertCorrect(frames > 0, 'the room has sent frames');
  assertCorrect((await as(liked).get('/api/likes.php')).at('totals.new_likes') === LIKES, 'every like is counted');
  // The number is scaled to ten seconds, so that a slower machine is allowed no more frames a second.
  const inTen = frames * Math.min(1, TEN_SECONDS / (took + COALESCED_MS));
  return {
    what: `P11 frames in 10 s for ${LIKES} likes (in ${(took / 1000).toFixed(1)} s)`,
    ours: inTen,
    limit: null,
    unit: 'frames',
    aim: 20,
  };
}

/**
 * Delivery to twenty tabs compared with one tab, and a thousand likes to one member (docs/performance.md, "P11: many tabs, many likes").
 */
export const manyTabsAndLikes: BenchmarkPart = async (fixture) => [await tabsLine(fixture), await likesLine(fixture)];
