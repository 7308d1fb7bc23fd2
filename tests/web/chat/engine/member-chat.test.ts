import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatPorts } from '../../../../web/features/chat/engine/conversation-ports.ts';
import { endMemberChat, memberChat } from '../../../../web/features/chat/engine/member-chat.ts';
import { CONVERSATION, createConversationOf, ME, settled, texts } from './chat-fixture.ts';
import { FakeRoom } from './fake-ports.ts';

const page = vi.hoisted((): { ports: ChatPorts | null } => ({ ports: null }));
vi.mock('../../../../web/features/chat/engine/browser-ports.ts', () => ({ browserPorts: () => page.ports }));

/** The chat of a member on this page, with so many messages in CONVERSATION. */
function aChatWith(messages: number) {
  const fixture = createConversationOf(messages);
  const room = new FakeRoom();
  page.ports = fixture.portsOf(room);
  return { ...fixture, room, chat: memberChat(ME) };
}

afterEach(() => endMemberChat(ME));

describe('the conversations of a page', () => {
  it('are the last twenty, among them one that has been open since before', () => {
    const { chat } = aChatWith(0);
    const open = chat.conversation('open');
    open.open();
    const others = Array.from({ length: 25 }, (_, i) => chat.conversation(`other ${i}`));
    expect(chat.conversation('open')).toBe(open);
    expect(chat.conversation('other 6')).toBe(others[6]);
    expect(chat.conversation('other 24')).toBe(others[24]);
    expect(chat.conversation('other 5')).not.toBe(others[5]);
  });

  it('are those used last, not those opened last', () => {
    const { chat } = aChatWith(0);
    const often = chat.conversation('often');
    for (let i = 0; i < 25; i += 1) {
      chat.conversation(`other ${i}`);
      expect(chat.conversation('often')).toBe(often);
    }
  });

  it('have another text of a message in a thread that was closed and in its stored copy', async () => {
    const { chat, room, clock, threads } = aChatWith(2);
    const machine = chat.conversation(CONVERSATION);
    machine.open();
    await settled();
    machine.close();
    const [{ id, seq } = expect.unreachable()] = machine.getSnapshot().messages;
    const at = '2026-11-21T10:00:00.000Z';
    room.deliver({ type: 'message.changed', conversation: CONVERSATION, message: { id, seq, text: 'removed' }, seq: 9, at });
    expect(texts(machine)).toEqual(['removed', 'm2']);
    await clock.advance(2000);
    expect((await threads.read(CONVERSATION))?.messages.map(({ text }) => text)).toEqual(['removed', 'm2']);
  });

  it('leave no stored copy when they are deleted, not even of what has just changed or is still on its way', async () => {
    const { chat, room, clock, threads } = aChatWith(2);
    const machine = chat.conversation(CONVERSATION);
    machine.open();
    await settled();
    machine.close();
    void machine.refresh();
    room.deliver({ type: 'chat.deleted', conversation: CONVERSATION, seq: 9, at: '2026-11-21T10:00:00.000Z' });
    await settled();
    await clock.advance(2000);
    expect(await threads.read(CONVERSATION)).toBeNull();
    expect(machine.getSnapshot()).toMatchObject({ messages: [], thread: null });
  });
});
