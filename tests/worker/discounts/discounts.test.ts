import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { batch, violatedConstraint } from '#db/client';
import { reserveDiscount, settleDiscountUse } from '#db/queries/discounts/discounts';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { discounts, discountUses } from '#db/schema/index';
import { aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();
const ask = (member: Pick<TestMember, 'cookie'>, query = '') => site.as(member).get(`/api/discountcode.php${query}`);

/** Inserts a discount that everybody may type, unless `more` says otherwise; returns its code. */
async function aCode(more: Partial<typeof discounts.$inferInsert> = {}) {
  const code = {
    code: newId().toUpperCase(),
    kind: 'code',
    percent: 20,
    startsAt: Date.now() - HOUR,
    createdAt: Date.now(),
    ...more,
  } as const;
  await site.db.insert(discounts).values(code);
  return code.code;
}

const reserve = (code: string, memberId: string, orderId = newId()) =>
  batch(site.db, { reserved: reserveDiscount(site.db, { orderId, code, memberId, now: Date.now() }) });
const outcomes = async (tries: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).map((tried) => (tried.status === 'fulfilled' ? 'reserved' : violatedConstraint(tried.reason)));
const usesOf = (code: string) => site.db.select().from(discountUses).where(eq(discountUses.code, code));
const USELESS_CODE_CONSTRAINT = 'NOT NULL discount_uses.code';

afterEach(() => site.db.delete(discounts));

describe('a typed code', () => {
  test('says what it gives this member, however it is typed', async () => {
    const noor = await aMember(site.db);
    const code = await aCode({ code: 'SPRING', endsAt: Date.now() + DAY });
    const answer = await ask(noor, '?code=%20spring%20');
    expect(answer.body).toEqual({ code, percent: 20, extra_credits: null, ends_at: expect.any(String), reason: 'code' });
    await aCode({ code: 'MORE', percent: null, extraCredits: 25 });
    expect((await ask(noor, '?code=MORE')).body).toMatchObject({ percent: null, extra_credits: 25, ends_at: null });
  });

  test.each([
    ['that nobody made', { code: 'OTHER' }],
    ['that has ended', { endsAt: Date.now() - 1 }],
    ['that has not begun', { startsAt: Date.now() + HOUR }],
    ['that is somebody else’s', { kind: 'stay' as const }],
  ])('%s is unknown, and the answer does not say why', async (_, more) => {
    await aCode({ code: 'SPRING', ...more });
    const answer = await ask(await aMember(site.db), '?code=SPRING');
    expect([answer.status, answer.at('error.code'), answer.at('error.details')]).toEqual([404, 'unknown_code', undefined]);
  });

  test('is unknown to a member who has used it, and to all once it is used up', async () => {
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    const code = await aCode({ maxUses: 2 });
    await reserve(code, noor.id);
    expect([(await ask(noor, `?code=${code}`)).status, (await ask(bas, `?code=${code}`)).status]).toEqual([404, 200]);
    await reserve(await aCode({ maxUsesPerAccount: 2 }), bas.id);
    expect((await ask(bas, `?code=${code}`)).status).toBe(200);
    await reserve(code, bas.id);
    expect((await ask(await aMember(site.db), `?code=${code}`)).status).toBe(404);
  });

  test.each([
    ['an empty one', '?code='],
    ['one that is too long', `?code=${'A'.repeat(41)}`],
    ['two of them', '?code=A&code=B'],
  ])('%s is refused', async (_, query) => {
    const answer = await ask(await aMember(site.db), query);
    expect([answer.status, answer.at('error.code')]).toEqual([422, 'invalid']);
  });

  test('can be tried a limited number of times an hour, right or wrong, and a refusal says how long to wait', async () => {
    await saveSetting(site.db, 'code_tries_an_hour', 3);
    await avoidWindowEnd(HOUR);
    const noor = await aMember(site.db);
    const code = await aCode();
    const answers = [];
    for (const typed of ['A', 'B', code, code]) answers.push(await ask(noor, `?code=${typed}`));
    await clearSetting(site.db, 'code_tries_an_hour');
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200, 429]);
    expect(Number(answers[3]?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ask({ cookie: '' }, '?code=A')).at('error.code')).toBe('signed_out');
  });
});

describe('a discount that applies automatically', () => {
  test('is the welcome code for its hours from the sign-up, the time bonus for everybody, else none', async () => {
    const [fresh, old] = [await aMember(site.db, { createdAt: Date.now() - HOUR }), await aMember(site.db)];
    expect([(await ask(fresh)).status, (await ask(fresh, '?welcome=true')).status]).toEqual([204, 204]);
    const hello = await aCode({ kind: 'welcome', hours: 48 });
    expect((await ask(fresh, '?welcome=true')).body).toMatchObject({
      code: hello,
      reason: 'welcome',
      ends_at: new Date(fresh.createdAt + 48 * HOUR).toISOString(),
    });
    expect((await ask(old, '?welcome=true')).status).toBe(204);
    expect((await ask(fresh)).status).toBe(204);
    const bonus = await aCode({ kind: 'time_bonus', endsAt: Date.now() + DAY });
    expect((await ask(old)).body).toMatchObject({ code: bonus, reason: 'time_bonus' });
  });

  test('is the time bonus, else the welcome code, else a personal code: in the call, in the shop and in an order', async () => {
    const fresh = await aMember(site.db, { createdAt: Date.now() - HOUR });
    const active = async () => (await site.as(fresh).get('/api/credits.php')).at('discount.reason');
    const own = await aCode({ kind: 'stay', memberId: fresh.id, maxUses: 1 });
    expect([(await ask(fresh)).at('code'), await active()]).toEqual([own, 'stay']);
    const hello = await aCode({ kind: 'welcome', hours: 48 });
    expect([(await ask(fresh)).status, (await ask(fresh, '?welcome=true')).at('code'), await active()]).toEqual([204, hello, 'welcome']);
    const bonus = await aCode({ kind: 'time_bonus', endsAt: Date.now() + DAY });
    expect([(await ask(fresh)).at('code'), await active()]).toEqual([bonus, 'time_bonus']);
    expect((await ask(fresh, `?code=${own}`)).at('code')).toBe(own);
  });
});

describe('the offer to stay', () => {
  const stay = (member: Pick<TestMember, 'cookie'>, body: object = { stay: true }) => site.as(member).post('/api/discountcode.php', body);
  beforeEach(() => saveSetting(site.db, 'delete_discount', 40));
  afterEach(() => clearSetting(site.db, 'delete_discount'));

  test('is one personal code for seven days, the same while it is valid, and unknown to anybody else', async () => {
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    const [first, again] = [await stay(noor), await stay(noor)];
    expect(first.body).toEqual({
      code: expect.stringMatching(/^STAY-[A-HJ-NP-Z2-9]{8}$/),
      percent: 40,
      extra_credits: null,
      ends_at: expect.any(String),
      reason: 'stay',
    });
    expect(Date.parse(String(first.at('ends_at'))) - Date.now()).toBeGreaterThan(7 * DAY - 60_000);
    expect(again.body).toEqual(first.body);
    expect((await ask(bas, `?code=${first.at('code')}`)).status).toBe(404);
    expect([(await ask(noor, `?code=${first.at('code')}`)).status, (await ask(noor)).at('code')]).toEqual([200, first.at('code')]);
  });

  test('is made once ever: not again when it was used, has ended, or is requested ten times at once', async () => {
    const noor = await aMember(site.db);
    await Promise.all(Array.from({ length: 10 }, () => stay(noor)));
    const [given, ...more] = await site.db.select().from(discounts).where(eq(discounts.memberId, noor.id));
    expect(more).toEqual([]);
    await reserve(given?.code ?? '', noor.id);
    expect((await stay(noor)).status).toBe(204);
    await site.db.delete(discountUses);
    await site.db.update(discounts).set({ endsAt: Date.now() - 3 * DAY });
    expect((await stay(noor)).status).toBe(204);
    expect(await site.db.select().from(discounts).where(eq(discounts.memberId, noor.id))).toHaveLength(1);
  });

  test('is not made for an unconfirmed member, nor where the site offers none', async () => {
    expect((await stay(await aMember(site.db, { status: 'not_confirmed' }))).status).toBe(204);
    await clearSetting(site.db, 'delete_discount');
    expect((await stay(await aMember(site.db))).status).toBe(204);
    expect(await site.db.select().from(discounts)).toEqual([]);
  });

  test.each([[{}], [{ stay: false }], [{ stay: 'true' }]])('%j is refused', async (body) => {
    expect((await stay(await aMember(site.db), body)).status).toBe(422);
  });
});

describe('a use of a code', () => {
  test('of a code with a single use is reserved once, however many orders want it at the same moment', async () => {
    const code = await aCode({ maxUses: 1 });
    const members = await Promise.all(Array.from({ length: 30 }, () => aMember(site.db)));
    const ended = await outcomes(members.map(({ id }) => reserve(code, id)));
    expect(ended.filter((one) => one === 'reserved')).toHaveLength(1);
    expect(ended.filter((one) => one === USELESS_CODE_CONSTRAINT)).toHaveLength(29);
    expect(await usesOf(code)).toHaveLength(1);
  });

  test('of a code by one account is reserved once by thirty orders of it', async () => {
    const [code, { id }] = [await aCode(), await aMember(site.db)];
    const ended = await outcomes(Array.from({ length: 30 }, () => reserve(code, id)));
    expect(ended.filter((one) => one === 'reserved')).toHaveLength(1);
  });

  test('aborts its whole batch when the code gives nothing', async () => {
    const { id } = await aMember(site.db);
    const note = site.db.insert(discounts).values({ code: 'NOTE', kind: 'code', percent: 1, startsAt: 0, createdAt: 0 });
    const failed = batch(site.db, {
      note,
      reserved: reserveDiscount(site.db, { orderId: newId(), code: 'NONE', memberId: id, now: Date.now() }),
    }).catch(violatedConstraint);
    expect(await failed).toBe(USELESS_CODE_CONSTRAINT);
    expect(await site.db.select().from(discounts).where(eq(discounts.code, 'NOTE'))).toEqual([]);
  });

  test('is free again once returned, and not once kept; what was kept stays kept', async () => {
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    const [code, orderId] = [await aCode({ maxUses: 1 }), newId()];
    await reserve(code, noor.id, orderId);
    await settleDiscountUse(site.db, orderId, 'returned');
    const second = newId();
    await reserve(code, bas.id, second);
    await settleDiscountUse(site.db, second, 'kept');
    await settleDiscountUse(site.db, second, 'returned');
    expect(await outcomes([reserve(code, noor.id)])).toEqual([USELESS_CODE_CONSTRAINT]);
    await settleDiscountUse(site.db, orderId, 'kept');
    expect((await usesOf(code)).map(({ state }) => state)).toEqual(['kept', 'kept']);
  });

  test('of a welcome code is refused to a member who signed up too long ago, of a stay code to another member', async () => {
    const [old, fresh] = [await aMember(site.db), await aMember(site.db, { createdAt: Date.now() })];
    const [hello, theirs] = [await aCode({ kind: 'welcome', hours: 24 }), await aCode({ kind: 'stay', memberId: fresh.id })];
    expect(await outcomes([reserve(hello, old.id), reserve(theirs, old.id)])).toEqual([USELESS_CODE_CONSTRAINT, USELESS_CODE_CONSTRAINT]);
    expect(await outcomes([reserve(hello, fresh.id), reserve(theirs, fresh.id)])).toEqual(['reserved', 'reserved']);
  });
});
