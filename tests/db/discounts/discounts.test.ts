import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  discountEndOf,
  discountOfCode,
  discountsWithin,
  endDiscount,
  insertDiscount,
  operatorDiscounts,
  personalDiscounts,
  reserveDiscount,
  settleDiscountUse,
} from '#db/queries/discounts/discounts';
import { discounts, discountUses } from '#db/schema/index';
import { aDiscountCode, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const HOUR = 3_600_000;
const NOW = Date.now();
const codesOf = (rows: readonly { code: string }[]) => rows.map(({ code }) => code).toSorted();
const reserve = (code: string, memberId: string, orderId = newId()) => reserveDiscount(db, { orderId, code, memberId, now: NOW });

test('a discount is ended alone, and once', async () => {
  const [one, other, later] = [await aDiscountCode(db), await aDiscountCode(db), await aDiscountCode(db, { endsAt: 100 })];
  expect(await endDiscount(db, one, null, 5)).toEqual([{ kind: 'code' }]);
  // Read before the first one ended it, or after.
  expect([await endDiscount(db, one, null, 4), await endDiscount(db, one, 5, 6)]).toEqual([[], []]);
  expect(await endDiscount(db, later, 100, 50)).toEqual([{ kind: 'code' }]);
  const ends = await Promise.all([one, other, later].map((code) => discountEndOf(db, code)));
  expect(ends).toEqual([[{ endsAt: 5 }], [{ endsAt: null }], [{ endsAt: 50 }]]);
  expect([await endDiscount(db, 'NONE', null, 7), await discountEndOf(db, 'NONE')]).toEqual([[], []]);
});

test('what a member gets without a code is neither over nor that of another member, nor a code to be typed', async () => {
  await db.delete(discounts);
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const welcome = await aDiscountCode(db, { kind: 'welcome' });
  const bonus = await aDiscountCode(db, { kind: 'time_bonus', endsAt: NOW + HOUR });
  const mine = await aDiscountCode(db, { kind: 'stay', memberId: noor.id });
  await aDiscountCode(db);
  await aDiscountCode(db, { kind: 'stay', memberId: bas.id });
  await aDiscountCode(db, { kind: 'time_bonus', endsAt: NOW - 48 * HOUR });
  expect(codesOf(await personalDiscounts(db, noor.id))).toEqual([welcome, bonus, mine].toSorted());
});

test('uses count while they are reserved or kept, of this code, and those of a member apart', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const [code, other] = [await aDiscountCode(db), await aDiscountCode(db)];
  for (const [of, memberId, state] of [
    [code, noor.id, 'reserved'],
    [code, bas.id, 'kept'],
    [code, noor.id, 'returned'],
    [other, noor.id, 'kept'],
  ] as const)
    await db.insert(discountUses).values({ orderId: newId(), code: of, memberId, state, createdAt: 1 });
  expect(await discountOfCode(db, code, noor.id)).toMatchObject([{ code, used: 2, usedByMe: 1 }]);
  expect(await operatorDiscounts(db, { hasEnded: false, now: NOW }, 99)).toContainEqual(expect.objectContaining({ code, used: 2 }));
});

test.each([
  ['that has not begun', { startsAt: NOW + 1 }],
  ['that has ended', { endsAt: NOW }],
  ['that is used up', { maxUses: 1 }],
  ['that is the stay code of somebody else', { kind: 'stay' }],
  ['that welcomed them too long ago', { kind: 'welcome', hours: 1 }],
] as const)('a discount %s is not reserved', async (_, columns) => {
  const noor = await aMember(db);
  const code = await aDiscountCode(db, columns);
  await db.insert(discountUses).values({ orderId: newId(), code, memberId: (await aMember(db)).id, state: 'kept', createdAt: 1 });
  await expect(reserve(code, noor.id)).rejects.toThrow();
  const usable = { startsAt: NOW, endsAt: NOW + 1, maxUses: 2, memberId: noor.id, hours: 9999 };
  await db.update(discounts).set(usable).where(eq(discounts.code, code));
  await reserve(code, noor.id);
  expect(await discountOfCode(db, code, noor.id)).toMatchObject([{ used: 2, usedByMe: 1 }]);
});

test('a discount is reserved as often as an account may use it', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const code = await aDiscountCode(db, { maxUsesPerAccount: 2 });
  for (const { id } of [bas, noor, noor]) await reserve(code, id);
  await expect(reserve(code, noor.id)).rejects.toThrow();
  expect(await discountOfCode(db, code, noor.id)).toMatchObject([{ used: 3, usedByMe: 2 }]);
});

test('the use of an order is kept or returned, and a kept one is not returned', async () => {
  const { id } = await aMember(db);
  const code = await aDiscountCode(db, { maxUsesPerAccount: 9 });
  const [one, other] = [newId(), newId()];
  for (const order of [one, other]) await reserve(code, id, order);
  const states = async () => {
    const uses = await db.select().from(discountUses).where(eq(discountUses.code, code));
    return [one, other].map((order) => uses.find(({ orderId }) => orderId === order)?.state);
  };
  await settleDiscountUse(db, one, 'returned');
  expect(await states()).toEqual(['returned', 'reserved']);
  await settleDiscountUse(db, one, 'kept');
  await settleDiscountUse(db, one, 'returned');
  expect(await states()).toEqual(['kept', 'reserved']);
});

test('the operator is shown what they made, ended or not, without stay codes', async () => {
  await db.delete(discounts);
  const [ended, ends, endless] = [
    await aDiscountCode(db, { endsAt: NOW }),
    await aDiscountCode(db, { endsAt: NOW + 1 }),
    await aDiscountCode(db),
  ];
  await aDiscountCode(db, { kind: 'stay', memberId: (await aMember(db)).id });
  const shown = async (hasEnded: boolean) => codesOf(await operatorDiscounts(db, { hasEnded, now: NOW }, 9));
  expect([await shown(true), await shown(false)]).toEqual([[ended], [ends, endless].toSorted()]);
});

test('discounts of a kind that are valid within a time are found, whichever end is open', async () => {
  await db.delete(discounts);
  const within = await aDiscountCode(db, { kind: 'time_bonus', startsAt: 10, endsAt: 20 });
  const endless = await aDiscountCode(db, { kind: 'time_bonus', startsAt: 30 });
  await aDiscountCode(db, { startsAt: 10 });
  const found = async (from: number, until: number | null) => codesOf(await discountsWithin(db, 'time_bonus', from, until));
  expect([await found(20, 30), await found(19, 30), await found(20, 31)]).toEqual([[], [within], [endless]]);
  expect([await found(0, 10), await found(0, null)]).toEqual([[], [within, endless].toSorted()]);
});

test('a discount is stored once, and a member is given one stay code', async () => {
  const { id: memberId } = await aMember(db);
  const stay = { kind: 'stay', percent: 20, startsAt: 1, memberId, createdAt: 1 } as const;
  expect(await insertDiscount(db, { ...stay, code: 'FIRST' })).toHaveLength(1);
  expect(await insertDiscount(db, { ...stay, code: 'SECOND' })).toEqual([]);
  expect(await insertDiscount(db, { ...stay, code: 'FIRST', kind: 'code', memberId: null })).toEqual([]);
});

test('a welcome counts from the sign-up of the one whom it welcomes', async () => {
  const [old, fresh] = [await aMember(db, { createdAt: NOW - HOUR }), await aMember(db, { createdAt: NOW - HOUR + 1 })];
  const code = await aDiscountCode(db, { kind: 'welcome', hours: 1, startsAt: 1 });
  await expect(reserve(code, old.id)).rejects.toThrow();
  await reserve(code, fresh.id);
  expect(await discountOfCode(db, code, fresh.id)).toMatchObject([{ used: 1, usedByMe: 1 }]);
});
