import { describe, expect, test } from 'vitest';
import { whyNotContact } from '../../../worker/features/chat/can-contact.ts';

const may = {
  sender: { status: 'active', credits: 2 },
  other: { status: 'active' },
  iBlock: false,
  blocksMe: false,
  price: { credits: 2, reason: 'priced' as const },
  firstMessagesLeft: 1,
};

describe('writing to a member', () => {
  test.each([
    ['is open with just enough credits and one first message left', may, null],
    ['is open to a member who has not confirmed yet', { ...may, other: { status: 'not_confirmed' } }, null],
    [
      'is open without credits when it costs nothing',
      { ...may, sender: { status: 'active', credits: 0 }, price: { credits: 0, reason: 'reply' as const } },
      null,
    ],
    ['is open when it is no first message', { ...may, firstMessagesLeft: null }, null],
    ['is closed when the other does not exist', { ...may, other: null }, 'gone'],
    ['is closed when the other is deleted', { ...may, other: { status: 'deleted' } }, 'gone'],
    ['is closed when the other is banned', { ...may, other: { status: 'banned' } }, 'gone'],
    ['looks like gone when the other blocks me', { ...may, blocksMe: true }, 'gone'],
    ['is closed when I block the other', { ...may, iBlock: true }, 'blocked'],
    ['is closed until my address is confirmed', { ...may, sender: { status: 'not_confirmed', credits: 2 } }, 'not_confirmed'],
    ["is closed when the day's first messages are spent", { ...may, firstMessagesLeft: 0 }, 'first_message_limit'],
    ['is closed with a credit too few', { ...may, sender: { status: 'active', credits: 1 } }, 'not_enough_credits'],
  ])('%s', (_, question, code) => {
    expect(whyNotContact(question)).toBe(code);
  });

  test('does not tell that both block, only that the other is gone', () => {
    expect(whyNotContact({ ...may, iBlock: true, blocksMe: true })).toBe('gone');
  });

  test('names the first obstacle only: a gone member before credits, the day before the price', () => {
    const poor = { ...may, sender: { status: 'active', credits: 0 } };
    expect(whyNotContact({ ...poor, other: { status: 'deleted' } })).toBe('gone');
    expect(whyNotContact({ ...poor, firstMessagesLeft: 0 })).toBe('first_message_limit');
    expect(whyNotContact({ ...poor, sender: { status: 'not_confirmed', credits: 0 } })).toBe('not_confirmed');
  });
});
