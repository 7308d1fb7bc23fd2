import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { saveSetting } from '#db/queries/operator/settings';
import { CALLS } from '../safety/profile-visibility-matrix.ts';
import { ROLES } from './access-columns.ts';
import { accessFixture } from './access-fixture.ts';
import { ACCESS } from './access-matrix.ts';
import { describeEndpoints } from './describe-endpoints.ts';
import { callEndpoint, rowKindOf } from './endpoint-calls.ts';

const fixture = accessFixture();

test('the access matrix names every endpoint of the contract, and no other', () => {
  const named = new Set(Object.keys(ACCESS).map((name) => name.split(' ')[0]));
  expect([...named].toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
});

test('every call that shows other members has a column for each of them', () => {
  const showing = Object.entries(CALLS).flatMap(([name, { shows }]) => (Object.keys(shows).length > 0 ? [name.split(' ')[0] ?? ''] : []));
  expect(showing.filter((name) => rowKindOf(name) === 'nothing')).toEqual([]);
});

describeEndpoints(fixture, (kind) => kind === 'nothing');

describe('logged-out search', () => {
  beforeAll(() => fixture.storedRows.restore());

  test('that the operator has closed is refused without a session, and open to members', async () => {
    const { site, callers } = fixture;
    await saveSetting(site.db, 'logged_out_search', false);
    await saveSetting(site.db, 'logged_out_search_trafficsource', false);
    const answers = await Promise.all(
      ROLES.map(async (role) => {
        const answer = await callEndpoint(site, 'members.searchMembers', callers[role], 'own');
        return [role, answer.at('error.code') ?? answer.status];
      }),
    );
    expect(Object.fromEntries(answers)).toEqual({
      visitor: 'signed_out',
      unconfirmed: 200,
      member: 200,
      deleted: 'signed_out',
      banned: 'banned',
      expired: 'signed_out',
    });
  });
});
