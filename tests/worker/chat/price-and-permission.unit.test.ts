import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import type { Member } from '../../../worker/domain/context.ts';
import { type ConversationRow, limitResetAt, partiesOf, sendPassFactsOf } from '../../../worker/features/chat/price-and-permission.ts';

/** Only the fields that count here. */
const sender = { id: 'me', status: 'active', credits: 3, paymentCountry: 'NL', premiumUntil: 7 } as Member;
const rowWith = (change: Partial<ConversationRow> = {}) =>
  ({
    id: 'them',
    status: 'active',
    blocksMe: 0,
    iBlock: 0,
    isFictional: true,
    iLike: 1,
    likesMe: 1,
    firstSenderId: 'them',
    ...change,
  }) as ConversationRow;
const factsOf = (change: Partial<ConversationRow> = {}) => {
  const { isToFictional, isMatch } = sendPassFactsOf(sender, rowWith(change));
  return [isToFictional, isMatch];
};

describe('the facts of a send', () => {
  test('hold the label and the match of a member who is there', () => {
    expect(sendPassFactsOf(sender, rowWith())).toEqual({
      paymentCountry: 'NL',
      premiumUntil: 7,
      recipientId: 'them',
      isToFictional: 1,
      isMatch: 1,
      firstSenderId: 'them',
    });
    expect([factsOf({ isFictional: false }), factsOf({ iLike: 0 }), factsOf({ likesMe: 0 })]).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
    expect(factsOf({ status: 'not_confirmed' })).toEqual([1, 1]);
  });

  test.each([[{ status: 'deleted' }], [{ status: 'banned' }], [{ blocksMe: 1 }]] as const)('hold neither of them with %j', (change) => {
    expect(factsOf(change)).toEqual([0, 0]);
  });
});

test('the parties say who blocks whom', () => {
  const blocks = ({ iBlock, blocksMe }: { iBlock: boolean; blocksMe: boolean }) => [iBlock, blocksMe];
  expect(blocks(partiesOf(sender, rowWith()))).toEqual([false, false]);
  expect(blocks(partiesOf(sender, rowWith({ iBlock: 1 })))).toEqual([true, false]);
  expect(blocks(partiesOf(sender, rowWith({ blocksMe: 1 })))).toEqual([false, true]);
});

test('one more first message is possible a day after the oldest one that counts against the limit', () => {
  const rows = [10, 20, 30].map((createdAt) => ({ createdAt, textHash: 'x' }));
  expect([1, 2, 3, 4].map((limit) => limitResetAt(rows, limit))).toEqual([30 + DAY, 20 + DAY, 10 + DAY, 10 + DAY]);
  expect(limitResetAt([], 3)).toBeNull();
});
