import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { insertOrder } from '#db/queries/credits/orders';
import { creditLots, discounts, members, operatorActivity, operatorSessions, operators, orders } from '#db/schema/index';
import { planGrant } from '../../../worker/domain/operating/grant-credits.ts';
import { withProof } from '../../../worker/domain/operating/record-act.ts';
import { aDiscountCode, aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
const actsAbout = (id: string) => site.db.select().from(operatorActivity).where(eq(operatorActivity.aboutId, id));
const creditsOf = async (id: string) => (await site.db.select().from(members).where(eq(members.id, id)))[0]?.credits;

describe('finding members', () => {
  const find = async (operator: { cookie: string }, q: string) => {
    const answer = await site.as(operator).get(`/api/operator/members.php?q=${encodeURIComponent(q)}`);
    return {
      status: answer.status,
      ids: ((answer.body as { members?: { id: string }[] }).members ?? []).map(({ id }) => id),
      isCapped: answer.at('is_capped'),
    };
  };

  test('goes by the beginning of a name in any case, by a whole address and by id, whatever the status', async () => {
    const operator = await anOperator(site.db);
    const [gone, other] = [
      await aMember(site.db, { name: 'Quirine', status: 'banned', banReason: 'scam' }),
      await aMember(site.db, { name: 'Mia Quirine' }),
    ];
    expect((await find(operator, 'quiri')).ids).toEqual([gone.id]);
    expect((await find(operator, gone.email.toUpperCase())).ids).toEqual([gone.id]);
    expect((await find(operator, other.id)).ids).toEqual([other.id]);
    expect((await find(operator, gone.email.slice(1))).ids).toEqual([]);
    expect((await find(operator, '%uirine')).ids).toEqual([]);
    expect((await find(operator, "o'; drop table members; --")).ids).toEqual([]);
    expect((await find(operator, 'q')).status).toBe(422);
  });

  test('shows twenty at most and says so', async () => {
    const operator = await anOperator(site.db);
    for (let i = 0; i < 21; i++) await aMember(site.db, { name: `Xandra ${i}` });
    const found = await find(operator, 'xandra');
    expect([found.ids.length, found.isCapped]).toEqual([20, true]);
  });
});

describe('looking at a member', () => {
  test('is recorded once an hour, holds no text of the member, and is none for an unknown id', async () => {
    const [operator, member] = [await anOperator(site.db), await aMember(site.db, { personal: 'words of my own', credits: 3 })];
    const look = () => site.as(operator).get(`/api/operator/member.php?id=${member.id}`);
    const answer = await look();
    expect(answer.body).toMatchObject({ email: member.email, credits: 3, ledger: [{ amount: 3, reason: 'grant' }], acts: [] });
    expect(JSON.stringify(answer.body)).not.toContain('words of my own');
    await look();
    expect((await actsAbout(member.id)).map(({ act, operatorId }) => [act, operatorId])).toEqual([['member_viewed', operator.id]]);
    expect((await site.as(operator).get(`/api/operator/member.php?id=${newId()}`)).status).toBe(404);
  });
});

describe('giving credits', () => {
  const give = (operator: { cookie: string }, member: string, more: object = {}) =>
    site.as(operator).post('/api/operator/credits.php', { member, amount: 5, reason: 'sorry', nonce: newId(), ...more });

  test('adds a gift with the reason and who gave it', async () => {
    const [operator, member] = [await anOperator(site.db, { role: 'admin' }), await aMember(site.db, { credits: 2 })];
    expect((await give(operator, member.id)).body).toEqual({ credits: 7 });
    expect(await actsAbout(member.id)).toMatchObject([
      { act: 'credits_granted', amount: 5, reason: 'sorry', operatorId: operator.id, actor: 'operator' },
    ]);
    const lots = await site.db.select().from(creditLots).where(eq(creditLots.memberId, member.id));
    expect(lots.map(({ note }) => note)).toContain('sorry');
    expect(await checkInvariants(site.db)).toEqual([]);
  });

  test('twice with one nonce, also at once, gives them once', async () => {
    const [operator, member, nonce] = [await anOperator(site.db, { role: 'admin' }), await aMember(site.db), newId()];
    const answers = await Promise.all([give(operator, member.id, { nonce }), give(operator, member.id, { nonce })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([await creditsOf(member.id), (await actsAbout(member.id)).length]).toEqual([5, 1]);
  });

  test.each([
    ['nothing', { amount: 0 }],
    ['less than nothing', { amount: -5 }],
    ['half a credit', { amount: 0.5 }],
    ['too many', { amount: 100_001 }],
    ['text', { amount: '5' }],
    ['no reason', { reason: ' ' }],
    ['a long reason', { reason: 'x'.repeat(501) }],
  ])('%s is refused', async (_, wrong) => {
    const [operator, member] = [await anOperator(site.db, { role: 'admin' }), await aMember(site.db)];
    expect((await give(operator, member.id, wrong)).status).toBe(422);
    expect([await creditsOf(member.id), await actsAbout(member.id)]).toEqual([0, []]);
  });

  test('to an unknown or banned account is refused', async () => {
    const operator = await anOperator(site.db, { role: 'admin' });
    const banned = await aMember(site.db, { status: 'banned', banReason: 'scam' });
    expect([(await give(operator, newId())).status, (await give(operator, banned.id)).status]).toEqual([404, 409]);
    expect(await actsAbout(banned.id)).toEqual([]);
  });

  test.each([
    ['has ended', async (id: string) => void (await site.db.delete(operatorSessions).where(eq(operatorSessions.memberId, id)))],
    [
      'is not confirmed any more',
      async (id: string) => void (await site.db.update(operatorSessions).set({ confirmedAt: 1 }).where(eq(operatorSessions.memberId, id))),
    ],
    [
      'belongs to a moderator now',
      async (id: string) => void (await site.db.update(operators).set({ role: 'moderator' }).where(eq(operators.memberId, id))),
    ],
    [
      'belongs to a banned account',
      async (id: string) => void (await site.db.update(members).set({ status: 'banned' }).where(eq(members.id, id))),
    ],
  ])('changes nothing if the session %s when the batch is written', async (_, change) => {
    const [operator, member] = [await anOperator(site.db, { role: 'admin' }), await aMember(site.db)];
    const [session] = await site.db.select().from(operatorSessions).where(eq(operatorSessions.memberId, operator.id));
    const proof = { sessionId: session?.id ?? '', roles: ['admin'] as const, confirmedAfter: Date.now() - 5 * MINUTE };
    const actor = { kind: 'operator', memberId: operator.id, proof } as const;
    const grant = () => ({ id: newId(), memberId: member.id, amount: 5, reason: 'sorry' });
    const [allowed, late] = [await planGrant(site.db, Date.now(), actor, grant()), await planGrant(site.db, Date.now(), actor, grant())];
    await withProof(allowed.apply);
    await change(operator.id);
    await expect(withProof(late.apply)).rejects.toMatchObject({ code: 'signed_out' });
    expect([await creditsOf(member.id), (await actsAbout(member.id)).length]).toEqual([5, 1]);
  });
});

describe('recording a refund', () => {
  test('has the provider asked at once, of a paid order only', async () => {
    const [operator, member] = [await anOperator(site.db, { role: 'admin' }), await aMember(site.db)];
    const [paid, open] = [anOrderRow({ memberId: member.id, status: 'paid', tries: 7 }), anOrderRow({ memberId: member.id })];
    await insertOrder(site.db, paid, 0);
    await insertOrder(site.db, open, 1);
    const record = (order: string) => site.as(operator).post('/api/operator/refund.php', { order, reason: 'bought twice' });
    expect([(await record(paid.id)).status, (await record(open.id)).status, (await record(newId())).status]).toEqual([204, 409, 404]);
    const [stored] = await site.db.select().from(orders).where(eq(orders.id, paid.id));
    expect([stored?.tries, (stored?.dueAt ?? 0) > 0, stored?.status]).toEqual([0, true, 'paid']);
    expect((await actsAbout(member.id)).map(({ act, subject }) => [act, subject])).toEqual([['refund_recorded', paid.id]]);
  });
});

describe('ending a discount', () => {
  test('is done once, and recorded', async () => {
    const [operator, code] = [await anOperator(site.db, { role: 'admin' }), await aDiscountCode(site.db)];
    const end = () => site.as(operator).delete('/api/operator/discounts.php', { code: code.toLowerCase(), reason: 'over' });
    const answers = await Promise.all([end(), end()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const [stored] = await site.db.select().from(discounts).where(eq(discounts.code, code));
    expect(stored?.endsAt).not.toBeNull();
    const acts = await site.db.select().from(operatorActivity).where(eq(operatorActivity.subject, code));
    expect(acts.map(({ act, reason }) => [act, reason])).toEqual([['discount_ended', 'over']]);
  });
});
