import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { aScene, CALLS, type Scene, shownIn, TIES } from './profile-visibility-matrix.ts';
import { aSafetyWorld } from './safety-fixture.ts';

const world = aSafetyWorld();

/** Whether a schema holds a member's card at any depth, also where its fields are written out again. */
function holdsCard(schema: unknown, seen = new Set<unknown>()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  if ('did_like_profile' in schema && 'main_image' in schema) return true;
  return Object.values(schema).some((part) => holdsCard(part, seen));
}

test('the matrix names every call of the contract that answers with a profile, and no other', () => {
  const withCard = Object.entries(ENDPOINTS).flatMap(([name, { output }]) => (holdsCard(output) ? [name] : []));
  expect(withCard).toContain('members.searchMembers');
  expect([...new Set(Object.keys(CALLS).map((name) => name.split(' ')[0]))].toSorted()).toEqual(withCard.toSorted());
});

/** What each call of the matrix shows of the member now; several values where its answers differ. */
async function shownBy(scene: Scene): Promise<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [name, { ask }] of Object.entries(CALLS)) {
    const answers = await Promise.all(ask(world, scene));
    expect([name, answers.filter(({ status }) => status !== 404 && status >= 300)]).toEqual([name, []]);
    shown[name] = [...new Set(answers.map((answer) => shownIn(answer, scene.them)))].join(', ');
  }
  return shown;
}

const expectedOf = (tie: (typeof TIES)[number]) =>
  Object.fromEntries(Object.entries(CALLS).map(([name, { shows }]) => [name, shows[tie] ?? 'nothing']));

describe('a member who is', () => {
  test.each(TIES)('%s shows where the matrix says, and in no field of any other answer', async (tie) => {
    const scene = await aScene(world);
    await scene.becomes(tie);
    expect(await shownBy(scene)).toEqual(expectedOf(tie));
  });

  test('unblocked and unhidden is back everywhere', async () => {
    const scene = await aScene(world);
    const { me, them } = scene;
    await Promise.all([world.block(me, them), world.hide(me, them)]);
    await Promise.all([world.unblock(me, them), world.unhide(me, them)]);
    expect(await shownBy(scene)).toEqual(expectedOf('met'));
  });
});
