import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { ERROR_CODES } from '#contract/errors';
import { saveSetting } from '#db/queries/operator/settings';
import { attempts } from '#db/schema/index';
import { type RowsSnapshot, snapshotRows } from '../../support/database/table-rows.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { aCallerOfEachRole, type Caller, callEndpoint, type ObjectOwner, ROLES, type Role } from './access-fixture.ts';
import { ACCESS } from './access-matrix.ts';
import { answerSummary } from './answer-shape.ts';

const site = testSite();

let callers: Readonly<Record<Role, Caller>>;
let storedRows: RowsSnapshot;
let areRowsChanged = false;
beforeAll(async () => {
  callers = await aCallerOfEachRole(site);
  storedRows = await snapshotRows(site.db);
});

/** Restores the rows, so that the calls that follow find the same data as all others. */
async function restoreRows(): Promise<void> {
  await (areRowsChanged ? storedRows.restore() : site.db.delete(attempts));
  areRowsChanged = true;
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

/** A call of an endpoint with the answer that the matrix expects. */
interface ExpectedCall {
  readonly caller: Role;
  readonly whose: ObjectOwner;
  readonly expected: string;
}
const isRefused = ({ expected }: ExpectedCall) => /^4/.test(expected);
const keyOf = ({ caller, whose }: Pick<ExpectedCall, 'caller' | 'whose'>) => `${caller} ${whose}`;

// Calls that are refused change nothing, and those that only read do not disturb each other: they are made at once.
describe.each(Object.entries(ACCESS))('%s', (name, { roles, objects = {} }) => {
  const defaultObject: ObjectOwner = 'other' in objects || !('strangers' in objects) ? 'other' : 'own';
  const callsOfRoles = ROLES.map((caller): ExpectedCall => ({ caller, whose: defaultObject, expected: roles[caller] }));
  const callsForObjects = (Object.entries(objects) as [ObjectOwner, string][]).map(
    ([whose, expected]): ExpectedCall => ({ caller: 'member', whose, expected }),
  );
  const calls = [...callsOfRoles, ...callsForObjects];
  // A logout deletes an expired session even though it is refused.
  const refused = name === 'session.logOut' ? [] : calls.filter(isRefused);
  const reading = ENDPOINTS[name]?.method === 'GET' ? calls.filter((call) => !isRefused(call)) : [];

  const answers = new Map<string, ApiAnswer>();
  let rowsAfterRefusals: unknown;
  const makeAtOnce = (these: readonly ExpectedCall[]) =>
    Promise.all(these.map(async (call) => answers.set(keyOf(call), await callEndpoint(site, name, callers[call.caller], call.whose))));
  beforeAll(async () => {
    await restoreRows();
    await makeAtOnce(refused);
    rowsAfterRefusals = await storedRows.currentRows();
    await makeAtOnce(reading);
    areRowsChanged = reading.length > 0 || !isDeepStrictEqual(rowsAfterRefusals, storedRows.rows);
  });

  async function answerTo(call: ExpectedCall): Promise<ApiAnswer> {
    const made = answers.get(keyOf(call));
    if (made) return made;
    await restoreRows();
    return callEndpoint(site, name, callers[call.caller], call.whose);
  }
  async function expectAnswer(call: ExpectedCall): Promise<void> {
    const answer = await answerTo(call);
    expect(answerSummary(answer)).toBe(call.expected);
    expectMatchesContract(name, answer);
    expectDeclaredError(name, answer);
  }

  test.each(callsOfRoles)('as $caller', expectAnswer);
  if (refused.length > 0) {
    test('calls that are refused change nothing', () => {
      expect(rowsAfterRefusals).toEqual(storedRows.rows);
    });
  }

  if (callsForObjects.length === 0) return;
  test.each(callsForObjects)('as a member, with an object of $whose', expectAnswer);

  const hidden = callsForObjects.filter(({ whose, expected }) => whose !== 'nobody' && expected === objects.nobody);
  test.each(hidden)('with an object of $whose it answers exactly as with an unknown id', async (call) => {
    const [answer, unknown] = [await answerTo(call), await answerTo({ ...call, whose: 'nobody' })];
    expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body]);
    const headerNames = ({ headers }: ApiAnswer) => [...headers.keys()].toSorted();
    expect(headerNames(answer)).toEqual(headerNames(unknown));
  });
});

describe('logged-out search', () => {
  beforeAll(restoreRows);

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
  beforeEach(restoreRows);

  test.each(['chat.listChats', 'likes.listLikes', 'members.searchMembers', 'profile.getProfile', 'chat.getConversation'])(
    '%s carries no address, birthday or balance',
    async (name) => {
      const text = JSON.stringify((await callEndpoint(site, name, callers.member, 'other')).body);
      expect(text).not.toMatch(/@example\.org|date_of_birth|password|"credits":\d+,"(?!reason)|signup|ban_reason|token_hash/);
    },
  );
});
