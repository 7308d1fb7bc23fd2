import { describe, expect, test } from 'vitest';
import { canSendCodeOf } from '../../../worker/features/chat/can-send.ts';

const allowed = {
  sender: { status: 'active', credits: 2 },
  other: { status: 'active' },
  iBlock: false,
  blocksMe: false,
  price: { credits: 2, reason: 'priced' as const },
  firstMessagesLeft: 1,
  isLimited: false,
};

describe('writing to a member', () => {
  test.each([
    ['is open with just enough credits and one first message left', allowed, null],
    ['is open to a member who has not confirmed yet', { ...allowed, other: { status: 'not_confirmed' } }, null],
    [
      'is open without credits when it costs nothing',
      { ...allowed, sender: { status: 'active', credits: 0 }, price: { credits: 0, reason: 'reply' as const } },
      null,
    ],
    ['is open when it is no first message', { ...allowed, firstMessagesLeft: null }, null],
    ['is closed when the other is deleted', { ...allowed, other: { status: 'deleted' } }, 'gone'],
    ['is closed when the other is banned', { ...allowed, other: { status: 'banned' } }, 'gone'],
    ['looks like gone when the other blocks me', { ...allowed, blocksMe: true }, 'gone'],
    ['is closed when I block the other', { ...allowed, iBlock: true }, 'blocked'],
    ['is closed until my address is confirmed', { ...allowed, sender: { status: 'not_confirmed', credits: 2 } }, 'not_confirmed'],
    ["is closed when the day's first messages are spent", { ...allowed, firstMessagesLeft: 0 }, 'first_message_limit'],
    ['is closed by a limit before the day’s first messages are counted', { ...allowed, isLimited: true, firstMessagesLeft: 0 }, 'limited'],
    ['is closed with a credit too few', { ...allowed, sender: { status: 'active', credits: 1 } }, 'not_enough_credits'],
  ])('%s', (_, question, code) => {
    expect(canSendCodeOf(question)).toBe(code);
  });

  test('does not tell that both block, only that the other is gone', () => {
    expect(canSendCodeOf({ ...allowed, iBlock: true, blocksMe: true })).toBe('gone');
  });

  test('names the first obstacle only: a gone member before credits, the day before the price', () => {
    const poor = { ...allowed, sender: { status: 'active', credits: 0 } };
    expect(canSendCodeOf({ ...poor, other: { status: 'deleted' } })).toBe('gone');
    expect(canSendCodeOf({ ...poor, firstMessagesLeft: 0 })).toBe('first_message_limit');
    expect(canSendCodeOf({ ...poor, sender: { status: 'not_confirmed', credits: 0 } })).toBe('not_confirmed');
  });
});
