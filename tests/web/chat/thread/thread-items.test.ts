import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/chat';
import type { PendingMessage } from '../../../../web/features/chat/engine/conversation-ports.ts';
import { type ThreadItem, threadItems } from '../../../../web/features/chat/thread/thread-items.ts';
import { CONVERSATION, ME, OTHER } from '../engine/fake-server.ts';

const messageOf = (seq: number, sender_id: string, created_at: string): Message => ({
  id: `m${seq}`,
  client_id: `c${seq}`,
  conversation_id: CONVERSATION,
  seq,
  sender_id,
  text: `m${seq}`,
  created_at,
});

const pendingOf = (text: string, state: PendingMessage['state'], created_at: string): PendingMessage => ({
  client_id: text,
  conversation_id: CONVERSATION,
  text,
  about: null,
  expects: { credits: 1 },
  created_at,
  state,
  reason: state === 'failed' ? 'same_text' : null,
  ends_at: null,
  new_price: null,
});

const itemsOf = (messages: readonly Message[], pending: readonly PendingMessage[] = [], read_by_other_to = 0, firstUnread = 0) =>
  threadItems({ messages, pending, me: ME, read_by_other_to, firstUnreadSeq: firstUnread });

/** Top to bottom, as they are drawn. */
const outline = (items: readonly ThreadItem[]) =>
  items.flatMap(({ text, startsDay, startsUnread, isGroupedWithNext, deliveryMark, failed }) => [
    ...(startsDay ? ['day'] : []),
    ...(startsUnread ? ['unread'] : []),
    `${text}${isGroupedWithNext ? ' +' : ''}`,
    ...(failed ? ['not-sent'] : isGroupedWithNext ? [] : [`end ${deliveryMark}`]),
  ]);

describe('items of a thread', () => {
  it('are the same objects as before where nothing around them has changed', () => {
    const keptBy = (change: (messages: readonly Message[]) => ThreadItem[]) => {
      const messages = [
        messageOf(1, OTHER, '2026-11-20T10:00:05Z'),
        messageOf(2, ME, '2026-11-20T10:01:00Z'),
        messageOf(3, OTHER, '2026-11-20T10:02:00Z'),
      ];
      const before = itemsOf(messages);
      return change(messages).map((item) => before.includes(item));
    };
    expect(keptBy((messages) => itemsOf(messages))).toEqual([true, true, true]);
    const later = (at: string) => keptBy((messages) => itemsOf([...messages, messageOf(4, OTHER, at)]));
    expect(later('2026-11-20T10:05:00Z')).toEqual([true, true, true, false]);
    // Grouped with the one before it.
    expect(later('2026-11-20T10:02:30Z')).toEqual([true, true, false, false]);
    expect(keptBy((messages) => itemsOf(messages, [], 2))).toEqual([true, false, true]);
    expect(keptBy((messages) => itemsOf(messages, [], 0, 3))).toEqual([true, true, false]);
  });

  it('join what one member writes within a minute', () => {
    const items = itemsOf([
      messageOf(1, OTHER, '2026-11-20T10:00:05Z'),
      messageOf(2, OTHER, '2026-11-20T10:00:55Z'),
      messageOf(3, OTHER, '2026-11-20T10:01:00Z'),
      messageOf(4, ME, '2026-11-20T10:01:30Z'),
    ]);
    expect(outline(items)).toEqual(['day', 'm1 +', 'm2', 'end none', 'm3', 'end none', 'm4', 'end sent']);
  });

  it('begin every day with its divider', () => {
    const items = itemsOf([messageOf(1, OTHER, '2026-11-19T12:00:00Z'), messageOf(2, OTHER, '2026-11-21T12:00:00Z')]);
    expect(outline(items)).toEqual(['day', 'm1', 'end none', 'day', 'm2', 'end none']);
  });

  it('mark the last of mine that was seen, and the last that was sent', () => {
    const mine = [1, 2, 3].map((seq) => messageOf(seq, ME, `2026-11-20T10:0${seq}:00Z`));
    expect(outline(itemsOf(mine, [], 2))).toEqual(['day', 'm1', 'end none', 'm2', 'end seen', 'm3', 'end sent']);
    expect(outline(itemsOf(mine, [], 3)).at(-1)).toBe('end seen');
  });

  it('put what is under way below, and a failed message apart', () => {
    const at = '2026-11-20T10:00:30Z';
    const items = itemsOf(
      [messageOf(1, ME, at)],
      [pendingOf('a', 'queued', at), pendingOf('b', 'failed', at), pendingOf('c', 'queued', at)],
    );
    expect(outline(items)).toEqual(['day', 'm1 +', 'a', 'end sending', 'b', 'not-sent', 'c', 'end sending']);
  });

  it('keep the key of a bubble when its message is acknowledged', () => {
    const at = '2026-11-20T10:00:30Z';
    expect(itemsOf([], [pendingOf('c1', 'queued', at)])[0]?.key).toBe(itemsOf([messageOf(1, ME, at)])[0]?.key);
  });

  it('draw the line above the first unread one, which begins a new group', () => {
    const at = '2026-11-20T10:00:30Z';
    const items = itemsOf([messageOf(1, OTHER, at), messageOf(2, OTHER, at), messageOf(3, OTHER, at)], [], 0, 2);
    expect(outline(items)).toEqual(['day', 'm1', 'end none', 'unread', 'm2 +', 'm3', 'end none']);
    expect(items.map(({ isGroupedWithPrevious }) => isGroupedWithPrevious)).toEqual([false, false, true]);
  });
});
