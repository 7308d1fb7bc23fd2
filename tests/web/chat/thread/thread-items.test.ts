import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/chat';
import type { PendingMessage } from '../../../../web/features/chat/engine/conversation-ports.ts';
import { type ThreadItem, threadItems } from '../../../../web/features/chat/thread/thread-items.ts';
import { CONVERSATION, ME, OTHER } from '../engine/fake-server.ts';

const said = (seq: number, sender_id: string, created_at: string): Message => ({
  id: `m${seq}`,
  client_id: `c${seq}`,
  conversation_id: CONVERSATION,
  seq,
  sender_id,
  text: `m${seq}`,
  created_at,
});

const waiting = (text: string, state: PendingMessage['state'], created_at: string): PendingMessage => ({
  client_id: text,
  conversation_id: CONVERSATION,
  text,
  created_at,
  state,
  reason: state === 'failed' ? 'same_text' : null,
});

const itemsOf = (messages: readonly Message[], pending: readonly PendingMessage[] = [], read_by_other_to = 0, firstUnread = 0) =>
  threadItems({ messages, pending, me: ME, read_by_other_to, firstUnread });

/** Top to bottom, as they are drawn. */
const outline = (items: readonly ThreadItem[]) =>
  items.flatMap(({ text, startsDay, startsUnread, hasMore, mark, failed }) => [
    ...(startsDay ? ['day'] : []),
    ...(startsUnread ? ['unread'] : []),
    `${text}${hasMore ? ' +' : ''}`,
    ...(failed ? ['not-sent'] : hasMore ? [] : [`end ${mark}`]),
  ]);

describe('items of a thread', () => {
  it('join what one member writes within a minute', () => {
    const items = itemsOf([
      said(1, OTHER, '2026-11-20T10:00:05Z'),
      said(2, OTHER, '2026-11-20T10:00:55Z'),
      said(3, OTHER, '2026-11-20T10:01:00Z'),
      said(4, ME, '2026-11-20T10:01:30Z'),
    ]);
    expect(outline(items)).toEqual(['day', 'm1 +', 'm2', 'end none', 'm3', 'end none', 'm4', 'end sent']);
  });

  it('begin every day with its divider', () => {
    const items = itemsOf([said(1, OTHER, '2026-11-19T12:00:00Z'), said(2, OTHER, '2026-11-21T12:00:00Z')]);
    expect(outline(items)).toEqual(['day', 'm1', 'end none', 'day', 'm2', 'end none']);
  });

  it('mark the last of mine that was seen, and the last that was sent', () => {
    const mine = [1, 2, 3].map((seq) => said(seq, ME, `2026-11-20T10:0${seq}:00Z`));
    expect(outline(itemsOf(mine, [], 2))).toEqual(['day', 'm1', 'end none', 'm2', 'end seen', 'm3', 'end sent']);
    expect(outline(itemsOf(mine, [], 3)).at(-1)).toBe('end seen');
  });

  it('put what is under way below, and a failed message apart', () => {
    const at = '2026-11-20T10:00:30Z';
    const items = itemsOf([said(1, ME, at)], [waiting('a', 'queued', at), waiting('b', 'failed', at), waiting('c', 'queued', at)]);
    expect(outline(items)).toEqual(['day', 'm1 +', 'a', 'end sending', 'b', 'not-sent', 'c', 'end sending']);
  });

  it('keep the key of a bubble when its message is acknowledged', () => {
    const at = '2026-11-20T10:00:30Z';
    expect(itemsOf([], [waiting('c1', 'queued', at)])[0]?.key).toBe(itemsOf([said(1, ME, at)])[0]?.key);
  });

  it('draw the line above the first unread one, which begins a new group', () => {
    const at = '2026-11-20T10:00:30Z';
    const items = itemsOf([said(1, OTHER, at), said(2, OTHER, at), said(3, OTHER, at)], [], 0, 2);
    expect(outline(items)).toEqual(['day', 'm1', 'end none', 'unread', 'm2 +', 'm3', 'end none']);
    expect(items.map(({ hasBefore }) => hasBefore)).toEqual([false, false, true]);
  });
});
