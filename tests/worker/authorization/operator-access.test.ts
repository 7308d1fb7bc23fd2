import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { clearSetting } from '#db/queries/operator/settings';
import { members, operatorActivity, operators, settingChanges } from '#db/schema/index';
import { aMember, newEmail, newId, type TestMember } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { testSite } from '../../support/product/test-site.ts';
import { answerSummary } from './answer-shape.ts';
import { callEndpoint, endpointOf } from './endpoint-calls.ts';
import { OPERATOR_ACCESS } from './operator-access.ts';

const site = testSite();
const LONG_AGO = { confirmedAgo: 6 * MINUTE } as const;

/** Makes a call of the desk about a member with the cookie of somebody. */
async function ask(name: string, cookie: string, about: TestMember) {
  const nobody = newId();
  const caller = { cookie, email: newEmail(), me: about, order: { own: nobody } };
  return callEndpoint(site, name, caller as never, 'own');
}

beforeEach(async () => {
  await site.db.delete(operatorActivity);
  await site.db.delete(settingChanges);
  await clearSetting(site.db, 'min_age');
});

describe.each(Object.entries(OPERATOR_ACCESS))('%s', (name, expected) => {
  const endpoint = endpointOf(name);

  test('is described in the contract as it is here', () => {
    expect([endpoint?.who, endpoint?.leastRole === 'admin', endpoint?.needsConfirmation === true]).toEqual([
      'operators',
      expected.moderator === '403 admins_only',
      expected.unconfirmed === 'confirm_needed',
    ]);
  });

  test.each(['moderator', 'admin'] as const)('as %s', async (role) => {
    const [operator, about] = [await anOperator(site.db, { role }), await aMember(site.db)];
    const answer = await ask(name, operator.cookie, about);
    expect(answerSummary(answer)).toBe(expected[role]);
    if (answer.status === 200 && endpoint) expect(v.parse(endpoint.output, answer.body)).toEqual(answer.body);
  });

  test('as an admin whose confirmation is over', async () => {
    const [operator, about] = [await anOperator(site.db, { role: 'admin', ...LONG_AGO }), await aMember(site.db)];
    const { body, status } = await ask(name, operator.cookie, about);
    if (expected.unconfirmed === 'the same') expect(`${status}`).toBe(expected.admin.slice(0, 3));
    else expect(body).toMatchObject({ error: { code: 'confirm_needed' } });
  });

  test('as nobody at the desk changes nothing', async () => {
    const [operator, about] = [await anOperator(site.db, { role: 'admin' }), await aMember(site.db)];
    const [expired, removed, banned] = [
      await anOperator(site.db, { role: 'admin', endsIn: -1 }),
      await anOperator(site.db, { role: 'admin' }),
      await anOperator(site.db, { role: 'admin' }),
    ];
    await site.db.delete(operators).where(eq(operators.memberId, removed.id));
    await site.db.update(members).set({ status: 'banned', banReason: 'scam' }).where(eq(members.id, banned.id));
    const forged = `__Host-desk=${operator.id}.${'A'.repeat(43)}`;
    const before = await allRows(site.db);
    const codes = [];
    for (const cookie of ['', operator.memberCookie, about.cookie, forged, expired.cookie, removed.cookie, banned.cookie])
      codes.push((await ask(name, cookie, about)).at('error.code'));
    expect(codes).toEqual([...Array(6).fill('signed_out'), 'banned']);
    expect(await allRows(site.db)).toEqual(before);
  });
});
