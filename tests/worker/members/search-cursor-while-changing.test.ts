import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { blocks, hides, likes, members } from '#db/schema/index';
import { aLike } from '../../support/database/factories.ts';
import { crowded, filter, settle, type Town, walk } from './search-cursor-property.ts';
import { aSearchWorld, inPublishedOrder } from './search-fixture.ts';

const world = aSearchWorld();

const LIKES = ['I like', 'I unlike', 'likes me', 'unlikes me'] as const;
const LEAVES = ['is deleted', 'is paused', 'blocks me', 'is blocked', 'is hidden'] as const;
type Change = (typeof LIKES)[number] | (typeof LEAVES)[number] | 'becomes active';
const happening = (...what: readonly Change[]) => fc.record({ what: fc.constantFrom(...what), who: fc.nat(149) });
type Happening = { readonly what: Change; readonly who: number };
const A_PAGE = 6;

/** Applies a change to the rows as the site would; `turn` is the page, by which activity moves on. */
function happen(me: string, id: string, what: Change, turn: number): Promise<unknown> {
  const { db } = world;
  const activity = { activeBucket: Math.floor(Date.now() / 900_000) + turn, lastActiveAt: Date.now() + turn * 900_000 };
  const changes: Record<Change, () => Promise<unknown>> = {
    'I like': () => aLike(db, me, id),
    'I unlike': async () => db.delete(likes).where(and(eq(likes.likerId, me), eq(likes.likedId, id))),
    'likes me': () => aLike(db, id, me),
    'unlikes me': async () => db.delete(likes).where(and(eq(likes.likerId, id), eq(likes.likedId, me))),
    'is deleted': async () => db.update(members).set({ status: 'deleted' }).where(eq(members.id, id)),
    'is paused': async () => db.update(members).set({ isPaused: true }).where(eq(members.id, id)),
    'blocks me': async () => db.insert(blocks).values({ blockerId: id, blockedId: me, createdAt: 1 }).onConflictDoNothing(),
    'is blocked': async () => db.insert(blocks).values({ blockerId: me, blockedId: id, createdAt: 1 }).onConflictDoNothing(),
    'is hidden': async () => db.insert(hides).values({ memberId: me, hiddenId: id, createdAt: 1 }).onConflictDoNothing(),
    'becomes active': async () => db.update(members).set(activity).where(eq(members.id, id)),
  };
  return changes[what]();
}

/** Pages through a search while changes happen between the pages; returns who was shown, and the changes by member. */
async function walkWhile(town: Town, query: Parameters<typeof walk>[2], happenings: readonly Happening[]) {
  const changed = new Map<string, Change[]>();
  let [turn, shownBefore] = [0, 0];
  const result = await walk(world, town, query, async (seen) => {
    const now = happenings.slice(turn * A_PAGE, (turn + 1) * A_PAGE);
    turn += 1;
    const leavers = [...changed].filter(([, all]) => all.some((what) => LEAVES.some((one) => one === what))).map(([id]) => id);
    // A member who left before this page was requested is not on it.
    const shown = seen.slice(shownBefore);
    shownBefore = seen.length;
    expect(leavers.filter((id) => shown.includes(id))).toEqual([]);
    for (const { what, who } of now) {
      const person = town.people[who % town.people.length];
      if (!person) continue;
      await happen(town.walker.id, person.id, what, turn);
      changed.set(person.id, [...(changed.get(person.id) ?? []), what]);
    }
  });
  return { ...result, changed };
}

const during = (
  runs: number,
  what: readonly Change[],
  hold: (town: Town, f: Parameters<typeof walk>[2], all: Happening[]) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(crowded, filter, fc.array(happening(...what), { minLength: 60, maxLength: 60 }), async (traits, f, all) =>
      hold(await settle(world, traits, f), f, all),
    ),
    { numRuns: runs, seed: 20260902, endOnFailure: true },
  );

test('while likes are given and taken back, either way, a cursor shows exactly the matching members, once, in the published order', async () => {
  await during(5, LIKES, async (town, f, all) => {
    const { seen, counts } = await walkWhile(town, f, all);
    expect(seen).toEqual(inPublishedOrder(town.fitting));
    expect(counts).toEqual([town.fitting.length]);
  });
});

test('while members leave, block, are blocked, hidden or become active, nobody is shown twice, nobody who left, and all who stayed', async () => {
  await during(8, [...LEAVES, ...LIKES, 'becomes active'], async (town, f, all) => {
    const { seen, changed } = await walkWhile(town, f, all);
    const fitting = new Set(town.fitting.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => !fitting.has(id))).toEqual([]);
    const stayed = [...fitting].filter((id) => (changed.get(id) ?? []).every((what) => LIKES.some((one) => one === what)));
    expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
  });
});

test('without fictional members a cursor shows the real ones and those who like me, and nobody twice while others become active', async () => {
  await during(4, ['becomes active'], async (town, f, all) => {
    await changeMember(world.db, town.walker.id, { hideFictional: true });
    const liking = town.people.filter(({ isFictional }, i) => isFictional && i % 4 === 0);
    for (const { id } of liking) await aLike(world.db, id, town.walker.id);
    const expected = town.fitting.filter((person) => !person.isFictional || liking.includes(person));
    const { seen, changed } = await walkWhile(town, f, all);
    expect(new Set(seen).size).toBe(seen.length);
    const wanted = expected.map(({ id }) => id);
    expect(seen.filter((id) => !wanted.includes(id))).toEqual([]);
    expect(wanted.filter((id) => !changed.has(id) && !seen.includes(id))).toEqual([]);
  });
});

test.each(['new', 'near'])('a cursor sorted by %s shows every matching member once, too, while others become active', async (sort) => {
  await during(3, ['becomes active', ...LIKES], async (town, f, all) => {
    await changeMember(world.db, town.walker.id, { country: 'NL', countryregion: 'NL-UT' });
    await world.db
      .update(members)
      .set({ countryregion: 'NL-UT' })
      .where(and(eq(members.country, 'NL'), eq(members.hasPhoto, true)));
    const { seen, changed } = await walkWhile(town, { ...f, sort }, all);
    expect(new Set(seen).size).toBe(seen.length);
    const stayed = town.fitting.filter(({ id }) => sort === 'new' || !changed.get(id)?.includes('becomes active'));
    expect(stayed.filter(({ id }) => !seen.includes(id))).toEqual([]);
    expect(seen.length).toBeLessThanOrEqual(town.fitting.length);
  });
});
