import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { aVisibilityCase, CALLS, RELATIONSHIPS, shownIn, type VisibilityCase } from './profile-visibility-matrix.ts';
import { safetyFixture } from './safety-fixture.ts';

const fixture = safetyFixture();

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
async function shownBy(scene: VisibilityCase): Promise<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [name, { ask }] of Object.entries(CALLS)) {
    const answers = await Promise.all(ask(fixture, scene));
    expect([name, answers.filter(({ status }) => status !== 404 && status >= 300)]).toEqual([name, []]);
    shown[name] = [...new Set(answers.map((answer) => shownIn(answer, scene.them)))].join(', ');
  }
  return shown;
}

const expectedOf = (tie: (typeof RELATIONSHIPS)[number]) =>
  Object.fromEntries(Object.entries(CALLS).map(([name, { shows }]) => [name, shows[tie] ?? 'nothing']));

describe('a member who is', () => {
  test.each(RELATIONSHIPS)('%s shows where the matrix says, and in no field of any other answer', async (tie) => {
    const scene = await aVisibilityCase(fixture);
    await scene.becomes(tie);
    expect(await shownBy(scene)).toEqual(expectedOf(tie));
  });

  test('unblocked and unhidden is back everywhere', async () => {
    const scene = await aVisibilityCase(fixture);
    const { me, them } = scene;
    await Promise.all([fixture.block(me, them), fixture.hide(me, them)]);
    await Promise.all([fixture.unblock(me, them), fixture.unhide(me, them)]);
    expect(await shownBy(scene)).toEqual(expectedOf('met'));
  });
});
