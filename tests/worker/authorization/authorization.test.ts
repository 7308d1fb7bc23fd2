import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { ERROR_CODES } from '#contract/errors';
import { saveSetting } from '#db/queries/operator/settings';
import { attempts } from '#db/schema/index';
import { type KeptRows, keepRows } from '../../support/database/table-rows.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { ask, aWorldEach, inWords, ROLES, type Role, type Whose, type World } from './access-fixture.ts';
import { ACCESS } from './access-matrix.ts';

const site = testSite();

let worlds: Readonly<Record<Role, World>>;
let kept: KeptRows;
let isUntouched = true;
beforeAll(async () => {
  worlds = await aWorldEach(site);
  kept = await keepRows(site.db);
});
/** Every call finds the rows as they were before the first one. */
beforeEach(async () => {
  await (isUntouched ? site.db.delete(attempts) : kept.restore());
  isUntouched = false;
});

/** Holds the last call to having changed nothing; the next one needs no other rows, then. */
async function holdToUnchanged(): Promise<void> {
  expect(await kept.now()).toEqual(kept.rows);
  isUntouched = true;
}

test('the table names every endpoint of the contract, and no other', () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
});

/** A successful answer holds what the contract names, at every depth, and nothing more. */
function holdToContract(name: string, answer: ApiAnswer): void {
  const endpoint = ENDPOINTS[name];
  if (!endpoint || answer.status >= 400 || endpoint.as === 'redirect' || answer.status === 204) return;
  expect(v.parse(endpoint.output, answer.body)).toEqual(answer.body);
}

/** A refusal is one of those that the endpoint tells its readers of. */
function holdToErrors(name: string, answer: ApiAnswer): void {
  const endpoint = ENDPOINTS[name];
  const code = answer.at('error.code');
  if (!endpoint || code === undefined) return;
  const open = ['invalid', ...(endpoint.errors ?? []), ...(endpoint.who === 'P' ? [] : ['signed_out', 'banned'])];
  expect(ERROR_CODES.filter((known) => open.includes(known))).toContain(code);
}

describe.each(Object.entries(ACCESS))('%s', (name, { roles, objects = {} }) => {
  const usual: Whose = 'other' in objects || !('strangers' in objects) ? 'other' : 'own';

  test.each(ROLES)('as %s', async (role) => {
    const answer = await ask(site, name, worlds[role], usual);
    expect(inWords(answer)).toBe(roles[role]);
    holdToContract(name, answer);
    holdToErrors(name, answer);
    // The session that is over goes with its logout.
    if (answer.status >= 400 && name !== 'session.logOut') await holdToUnchanged();
  });

  if (Object.keys(objects).length === 0) return;
  test.each(Object.entries(objects) as [Whose, string][])('as a member, of %s', async (whose, expected) => {
    const answer = await ask(site, name, worlds.member, whose);
    expect(inWords(answer)).toBe(expected);
    holdToContract(name, answer);
    holdToErrors(name, answer);
  });

  const hidden = (Object.keys(objects) as Whose[]).filter((whose) => whose !== 'nobody' && objects[whose] === objects.nobody);
  test.each(hidden)('of %s it answers exactly as of nobody, and changes nothing', async (whose) => {
    const world = worlds.member;
    const [theirs, nobodys] = [await ask(site, name, world, whose), await ask(site, name, world, 'nobody')];
    expect([theirs.status, theirs.body]).toEqual([nobodys.status, nobodys.body]);
    const kinds = (answer: ApiAnswer) => [...answer.headers.keys()].toSorted();
    expect(kinds(theirs)).toEqual(kinds(nobodys));
    await holdToUnchanged();
  });
});

describe('logged-out search', () => {
  test('that the operator has closed is refused to whoever has no session, and open to members', async () => {
    await saveSetting(site.db, 'logged_out_search', false);
    await saveSetting(site.db, 'logged_out_search_trafficsource', false);
    const answers = await Promise.all(
      ROLES.map(async (role) => [role, inWords(await ask(site, 'members.searchMembers', worlds[role], 'own'))]),
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

describe('nothing of a member is in an answer to another', () => {
  test.each(['chat.listChats', 'likes.listLikes', 'members.searchMembers', 'profile.getProfile', 'chat.readConversation'])(
    '%s carries no address, birthday or balance',
    async (name) => {
      const text = JSON.stringify((await ask(site, name, worlds.member, 'other')).body);
      expect(text).not.toMatch(/@example\.org|date_of_birth|password|"credits":\d+,"(?!reason)|signup|ban_reason|token_hash/);
    },
  );
});
