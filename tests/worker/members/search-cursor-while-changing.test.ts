import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { blocks, hides, likes, members } from '#db/schema/index';
import { aLike } from '../../support/database/factories.ts';
import { createPopulation, filter, manyTraits, pageThrough, type SearchPopulation } from './search-cursor-fixture.ts';
import { inPublishedOrder, searchFixture } from './search-fixture.ts';

const fixture = searchFixture();

const LIKES = ['I like', 'I unlike', 'likes me', 'unlikes me'] as const;
const REMOVING_CHANGES = ['is deleted', 'is paused', 'blocks me', 'is blocked', 'is hidden'] as const;
type Change = (typeof LIKES)[number] | (typeof REMOVING_CHANGES)[number] | 'becomes active';
const memberChange = (...what: readonly Change[]) => fc.record({ what: fc.constantFrom(...what), who: fc.nat(149) });
type MemberChange = { readonly what: Change; readonly who: number };
const CHANGES_PER_PAGE = 6;

/** Applies a change to the rows as the site would; `turn` is the page, by which activity moves on. */
function applyChange(me: string, id: string, what: Change, turn: number): Promise<unknown> {
  const { db } = fixture;
  const activity = { activityBucket: Math.floor(Date.now() / 900_000) + turn, lastActiveAt: Date.now() + turn * 900_000 };
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
async function pageWhileChanging(town: SearchPopulation, query: Parameters<typeof pageThrough>[2], happenings: readonly MemberChange[]) {
  const changed = new Map<string, Change[]>();
  let [turn, shownBefore] = [0, 0];
  const result = await pageThrough(fixture, town, query, async (seen) => {
    const now = happenings.slice(turn * CHANGES_PER_PAGE, (turn + 1) * CHANGES_PER_PAGE);
    turn += 1;
    const leavers = [...changed].filter(([, all]) => all.some((what) => REMOVING_CHANGES.some((one) => one === what))).map(([id]) => id);
    // A member who left before this page was requested is not on it.
    const shown = seen.slice(shownBefore);
    shownBefore = seen.length;
    expect(leavers.filter((id) => shown.includes(id))).toEqual([]);
    for (const { what, who } of now) {
      const person = town.people[who % town.people.length];
      if (!person) continue;
      await applyChange(town.searcher.id, person.id, what, turn);
      changed.set(person.id, [...(changed.get(person.id) ?? []), what]);
    }
  });
  return { ...result, changed };
}

const checkWhileChanging = (
  runs: number,
  what: readonly Change[],
  hold: (town: SearchPopulation, f: Parameters<typeof pageThrough>[2], all: MemberChange[]) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(manyTraits, filter, fc.array(memberChange(...what), { minLength: 60, maxLength: 60 }), async (traits, f, all) =>
      hold(await createPopulation(fixture, traits, f), f, all),
    ),
    { numRuns: runs, seed: 20260902, endOnFailure: true },
  );

test('while likes are given and taken back, either way, a cursor shows exactly the matching members, once, in the published order', async () => {
  await checkWhileChanging(5, LIKES, async (town, f, all) => {
    const { seen, counts } = await pageWhileChanging(town, f, all);
    expect(seen).toEqual(inPublishedOrder(town.matching));
    expect(counts).toEqual([town.matching.length]);
  });
});

test('while members leave, block, are blocked, hidden or become active, nobody is shown twice, nobody who left, and all who stayed', async () => {
  await checkWhileChanging(8, [...REMOVING_CHANGES, ...LIKES, 'becomes active'], async (town, f, all) => {
    const { seen, changed } = await pageWhileChanging(town, f, all);
    const fitting = new Set(town.matching.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => !fitting.has(id))).toEqual([]);
    const stayed = [...fitting].filter((id) => (changed.get(id) ?? []).every((what) => LIKES.some((one) => one === what)));
    expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
  });
});

test('without fictional members a cursor shows the real ones and those who like me, and nobody twice while others become active', async () => {
  await checkWhileChanging(4, ['becomes active'], async (town, f, all) => {
    await changeMember(fixture.db, town.searcher.id, { hideFictional: true });
    const liking = town.people.filter(({ isFictional }, i) => isFictional && i % 4 === 0);
    for (const { id } of liking) await aLike(fixture.db, id, town.searcher.id);
    const expected = town.matching.filter((person) => !person.isFictional || liking.includes(person));
    const { seen, changed } = await pageWhileChanging(town, f, all);
    expect(new Set(seen).size).toBe(seen.length);
    const wanted = expected.map(({ id }) => id);
    expect(seen.filter((id) => !wanted.includes(id))).toEqual([]);
    expect(wanted.filter((id) => !changed.has(id) && !seen.includes(id))).toEqual([]);
  });
});

test.each(['new', 'near'])('a cursor sorted by %s shows every matching member once, too, while others become active', async (sort) => {
  await checkWhileChanging(3, ['becomes active', ...LIKES], async (town, f, all) => {
    await changeMember(fixture.db, town.searcher.id, { country: 'NL', countryregion: 'NL-UT' });
    await fixture.db
      .update(members)
      .set({ countryregion: 'NL-UT' })
      .where(and(eq(members.country, 'NL'), eq(members.hasPhoto, true)));
    const { seen, changed } = await pageWhileChanging(town, { ...f, sort }, all);
    expect(new Set(seen).size).toBe(seen.length);
    const stayed = town.matching.filter(({ id }) => sort === 'new' || !changed.get(id)?.includes('becomes active'));
    expect(stayed.filter(({ id }) => !seen.includes(id))).toEqual([]);
    expect(seen.length).toBeLessThanOrEqual(town.matching.length);
  });
});
