import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import {
  aViewer,
  aVisibilityCase,
  becomes,
  CALLS,
  RELATIONSHIPS,
  type Relationship,
  shownIn,
  type VisibilityCase,
} from './profile-visibility-matrix.ts';
import { safetyFixture } from './safety-fixture.ts';

const fixture = safetyFixture();
const BACK = 'unblocked and unhidden';

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

const expectedOf = (tie: Relationship) =>
  Object.fromEntries(Object.entries(CALLS).map(([name, { shows }]) => [name, shows[tie] ?? 'nothing']));

describe('a member who is', () => {
  const cases = new Map<string, VisibilityCase>();
  const answers = new Map<string, readonly ApiAnswer[]>();
  // I know one member of each relationship, so that a call that names none of them is made once.
  beforeAll(async () => {
    const viewer = await aViewer(fixture);
    for (const tie of [...RELATIONSHIPS, BACK]) cases.set(tie, await aVisibilityCase(fixture, viewer));
    for (const tie of RELATIONSHIPS) await becomes(fixture, caseOf(tie), tie);
    const { me, them } = caseOf(BACK);
    await Promise.all([fixture.block(me, them), fixture.hide(me, them)]);
    await Promise.all([fixture.unblock(me, them), fixture.unhide(me, them)]);
    for (const [name, call] of Object.entries(CALLS)) if ('ask' in call) answers.set(name, await Promise.all(call.ask(fixture, viewer)));
  });

  function caseOf(tie: string): VisibilityCase {
    const found = cases.get(tie);
    if (!found) throw new Error(`the test knows nobody who is ${tie}`);
    return found;
  }

  /** What each call of the matrix shows of the member of a case; several values where its answers differ. */
  async function shownOf(scene: VisibilityCase): Promise<Record<string, string>> {
    const shown: Record<string, string> = {};
    for (const [name, call] of Object.entries(CALLS)) {
      const these = 'ask' in call ? (answers.get(name) ?? []) : await Promise.all(call.askAbout(fixture, scene));
      expect([name, these.filter(({ status }) => status !== 404 && status >= 300)]).toEqual([name, []]);
      shown[name] = [...new Set(these.map((answer) => shownIn(answer, scene.them)))].join(', ');
    }
    return shown;
  }

  test.each(RELATIONSHIPS)('%s shows where the matrix says, and in no field of any other answer', async (tie) => {
    expect(await shownOf(caseOf(tie))).toEqual(expectedOf(tie));
  });

  test(`${BACK} is back everywhere`, async () => {
    expect(await shownOf(caseOf(BACK))).toEqual(expectedOf('met'));
  });
});
