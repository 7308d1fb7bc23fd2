import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { ERROR_CODES } from '#contract/errors';
import { saveSetting } from '#db/queries/operator/settings';
import { attempts } from '#db/schema/index';
import { type RowsSnapshot, snapshotRows } from '../../support/database/table-rows.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { aCallerOfEachRole, answerSummary, type Caller, callEndpoint, type ObjectOwner, ROLES, type Role } from './access-fixture.ts';
import { ACCESS } from './access-matrix.ts';

const site = testSite();

let callers: Readonly<Record<Role, Caller>>;
let storedRows: RowsSnapshot;
let isUntouched = true;
beforeAll(async () => {
  callers = await aCallerOfEachRole(site);
  storedRows = await snapshotRows(site.db);
});
/** Restores the rows, so that every test finds the same data. */
beforeEach(async () => {
  await (isUntouched ? site.db.delete(attempts) : storedRows.restore());
  isUntouched = false;
});

/** Expects that the last call changed nothing; the next test then needs no restore. */
async function expectUnchanged(): Promise<void> {
  expect(await storedRows.currentRows()).toEqual(storedRows.rows);
  isUntouched = true;
}

test('the access matrix names every endpoint of the contract, and no other', () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
});

/** Expects that a successful answer holds what the contract names, at every depth, and nothing more. */
function expectMatchesContract(name: string, answer: ApiAnswer): void {
  const endpoint = ENDPOINTS[name];
  if (!endpoint || answer.status >= 400 || endpoint.answerKind === 'redirect' || answer.status === 204) return;
  expect(v.parse(endpoint.output, answer.body)).toEqual(answer.body);
}

/** Expects that the code of a refusal is one that the endpoint declares. */
function expectDeclaredError(name: string, answer: ApiAnswer): void {
  const endpoint = ENDPOINTS[name];
  const code = answer.at('error.code');
  if (!endpoint || code === undefined) return;
  const declared = ['invalid', ...(endpoint.errors ?? []), ...(endpoint.who === 'everybody' ? [] : ['signed_out', 'banned'])];
  expect(ERROR_CODES.filter((known) => declared.includes(known))).toContain(code);
}

describe.each(Object.entries(ACCESS))('%s', (name, { roles, objects = {} }) => {
  const defaultObject: ObjectOwner = 'other' in objects || !('strangers' in objects) ? 'other' : 'own';

  test.each(ROLES)('as %s', async (role) => {
    const answer = await callEndpoint(site, name, callers[role], defaultObject);
    expect(answerSummary(answer)).toBe(roles[role]);
    expectMatchesContract(name, answer);
    expectDeclaredError(name, answer);
    // A logout deletes an expired session even though it is refused.
    if (answer.status >= 400 && name !== 'session.logOut') await expectUnchanged();
  });

  if (Object.keys(objects).length === 0) return;
  test.each(Object.entries(objects) as [ObjectOwner, string][])('as a member, with an object of %s', async (whose, expected) => {
    const answer = await callEndpoint(site, name, callers.member, whose);
    expect(answerSummary(answer)).toBe(expected);
    expectMatchesContract(name, answer);
    expectDeclaredError(name, answer);
  });

  const hidden = (Object.keys(objects) as ObjectOwner[]).filter((whose) => whose !== 'nobody' && objects[whose] === objects.nobody);
  test.each(hidden)('with an object of %s it answers exactly as with an unknown id, and changes nothing', async (whose) => {
    const caller = callers.member;
    const [refused, unknown] = [await callEndpoint(site, name, caller, whose), await callEndpoint(site, name, caller, 'nobody')];
    expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
    const headerNames = (answer: ApiAnswer) => [...answer.headers.keys()].toSorted();
    expect(headerNames(refused)).toEqual(headerNames(unknown));
    await expectUnchanged();
  });
});

describe('logged-out search', () => {
  test('that the operator has closed is refused without a session, and open to members', async () => {
    await saveSetting(site.db, 'logged_out_search', false);
    await saveSetting(site.db, 'logged_out_search_trafficsource', false);
    const answers = await Promise.all(
      ROLES.map(async (role) => [role, answerSummary(await callEndpoint(site, 'members.searchMembers', callers[role], 'own'))]),
    );
    const open = ACCESS['members.searchMembers']?.roles.member;
    const closed = '403 signed_out';
    expect(Object.fromEntries(answers)).toEqual({
      visitor: closed,
      unconfirmed: open,
      member: open,
      deleted: closed,
      banned: '403 banned',
      expired: closed,
    });
  });
});

describe('private data of a member is in no answer to another', () => {
  test.each(['chat.listChats', 'likes.listLikes', 'members.searchMembers', 'profile.getProfile', 'chat.getConversation'])(
    '%s carries no address, birthday or balance',
    async (name) => {
      const text = JSON.stringify((await callEndpoint(site, name, callers.member, 'other')).body);
      expect(text).not.toMatch(/@example\.org|date_of_birth|password|"credits":\d+,"(?!reason)|signup|ban_reason|token_hash/);
    },
  );
});
