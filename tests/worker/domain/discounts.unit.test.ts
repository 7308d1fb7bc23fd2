import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountedAmount } from '#contract/discounts';
import { HOUR } from '#contract/durations';
import type { DiscountRow } from '#db/queries/discounts/discounts';
import { activeDiscount, appliesTo, discountAnswer, discountByCode, extraCreditsOf } from '../../../worker/domain/discounts.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const me = { id: 'me', createdAt: NOW - 10 * HOUR };

const row = (more: Partial<DiscountRow>): DiscountRow => ({
  code: 'SPRING',
  kind: 'code',
  percent: 20,
  extraCredits: null,
  startsAt: NOW - HOUR,
  endsAt: null,
  hours: null,
  maxUses: null,
  maxUsesPerAccount: 1,
  memberId: null,
  createdAt: NOW - HOUR,
  used: 0,
  usedByMe: 0,
  ...more,
});
const welcome = row({ code: 'HELLO', kind: 'welcome', hours: 48 });
const bonus = row({ code: 'WEEKEND', kind: 'time_bonus', endsAt: NOW + HOUR });
const stay = row({ code: 'STAY', kind: 'stay', memberId: 'me', endsAt: NOW + HOUR, maxUses: 1 });

describe('the discount that applies automatically', () => {
  test.each([
    ['is the time bonus where there is one', [welcome, bonus], 'WEEKEND'],
    ['is the welcome code else', [welcome], 'HELLO'],
    ['is a stay code of the member after both', [stay, welcome, bonus], 'WEEKEND'],
    ['is the welcome code before a stay code of the member', [stay, welcome], 'HELLO'],
    ['is a stay code of the member where there is nothing else', [stay], 'STAY'],
    ['is never the stay code of somebody else', [{ ...stay, memberId: 'them' }, welcome], 'HELLO'],
    ['is the welcome code once the member has used up the time bonus', [{ ...bonus, usedByMe: 1 }, welcome], 'HELLO'],
    ['is one from the moment it begins', [{ ...bonus, startsAt: NOW }], 'WEEKEND'],
    ['is none that has not begun', [{ ...bonus, startsAt: NOW + 1 }], undefined],
    ['is none in the moment it ends', [{ ...bonus, endsAt: NOW }], undefined],
    ['is none that all uses are taken of', [{ ...bonus, maxUses: 5, used: 5 }], undefined],
    ['is no welcome so many hours after the sign-up', [{ ...welcome, hours: 10 }], undefined],
    ['is no code that has to be typed', [row({})], undefined],
  ])('%s', (_, rows, code) => {
    expect(activeDiscount(rows, me, NOW)?.code).toBe(code);
  });
});

describe('a code that is typed', () => {
  test('gives what it has, if it gives this member anything', () => {
    expect(discountByCode([row({})], me, NOW)?.percent).toBe(20);
    expect(discountByCode([], me, NOW)).toBeNull();
    expect(discountByCode([row({ maxUsesPerAccount: 2, usedByMe: 2 })], me, NOW)).toBeNull();
    expect(discountByCode([{ ...stay, memberId: 'them' }], me, NOW)).toBeNull();
  });

  test('says when it ends for this member: a welcome code counts from the sign-up, but never beyond its own end', () => {
    expect(discountAnswer(row({}), me)).toEqual({ code: 'SPRING', percent: 20, extra_credits: null, ends_at: null, reason: 'code' });
    expect(discountAnswer(welcome, me).ends_at).toBe(new Date(me.createdAt + 48 * HOUR).toISOString());
    expect(discountAnswer({ ...welcome, endsAt: NOW + HOUR }, me).ends_at).toBe(new Date(NOW + HOUR).toISOString());
  });
});

describe('what a discount does to a price', () => {
  const full = fc.integer({ min: 1, max: 100_000_000 });
  const percent = fc.integer({ min: 1, max: 99 });

  test('is whole, at least 1, never more than the full price, and exact to one minor unit', () => {
    fc.assert(
      fc.property(full, percent, (price, off) => {
        const paid = discountedAmount(price, off);
        expect(Number.isInteger(paid) && paid >= 1 && paid <= price).toBe(true);
        expect(paid - (price * (100 - off)) / 100).toBeGreaterThanOrEqual(0);
        expect(paid - (price * (100 - off)) / 100).toBeLessThan(1);
      }),
    );
  });

  test('never makes a dearer thing cheaper than a cheaper one', () => {
    fc.assert(
      fc.property(full, full, percent, (one, other, off) => {
        const [paidOne, paidOther] = [one, other].map((price) => discountedAmount(price, off));
        expect(Math.sign(one - other) * Math.sign((paidOne ?? 0) - (paidOther ?? 0))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('is nothing without a percentage; extra credits come with a pack alone', () => {
    const extra = { percent: null, extraCredits: 10 };
    expect(discountedAmount(1499, null)).toBe(1499);
    expect([extraCreditsOf(extra, 'pack'), extraCreditsOf(extra, 'plan'), extraCreditsOf(null, 'pack')]).toEqual([10, 0, 0]);
    expect([appliesTo(extra, 'pack'), appliesTo(extra, 'plan'), appliesTo({ percent: 5, extraCredits: null }, 'plan')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
