import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/chat';
import { MINUTE } from '#contract/durations';
import {
  CONVERSATION,
  createChatFixture,
  createConversationOf,
  ME,
  OTHER,
  Refusal,
  send,
  sentFrame,
  settled,
  texts,
} from './chat-fixture.ts';

const seqs = (messages: readonly Message[]) => messages.map(({ seq }) => seq);

describe('receiving', () => {
  it('starts with the newest page and loads older ones without doubling any', async () => {
    const { anOpenTab } = createConversationOf(120);
    const { machine } = await anOpenTab();
    expect(seqs(machine.getSnapshot().messages)[0]).toBe(71);
    await Promise.all([machine.loadOlder(), machine.loadOlder()]);
    await machine.loadOlder();
    expect(seqs(machine.getSnapshot().messages)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    expect(machine.getSnapshot().hasOlder).toBe(false);
  });

  it('keeps the newest hundred messages of a thread that was closed, and loads those before them again', async () => {
    const { anOpenTab, server } = createConversationOf(180);
    const { machine, open, close } = await anOpenTab();
    while (machine.getSnapshot().hasOlder) await machine.loadOlder();
    expect(machine.getSnapshot().messages).toHaveLength(180);
    machine.newestInView();
    close();
    expect(seqs(machine.getSnapshot().messages)).toEqual(Array.from({ length: 100 }, (_, i) => 81 + i));
    server.add(OTHER, 'meanwhile');
    await open();
    expect(texts(machine).at(-1)).toBe('meanwhile');
    while (machine.getSnapshot().hasOlder) await machine.loadOlder();
    expect(seqs(machine.getSnapshot().messages)).toEqual(Array.from({ length: 181 }, (_, i) => i + 1));
  });

  it('takes a message from an event without asking the server', async () => {
    const { anOpenTab, server } = createConversationOf(3);
    const { machine, room } = await anOpenTab();
    const reads = server.reads.length;
    room.deliver(sentFrame(server.add(OTHER, 'news')));
    await settled();
    expect(texts(machine)).toEqual(['m1', 'm2', 'm3', 'news']);
    expect(server.reads).toHaveLength(reads);
  });

  it('shows doubled and reordered events once and in order', async () => {
    const { anOpenTab, server } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    const newMessages = ['a', 'b', 'c'].map((text) => server.add(OTHER, text));
    const [a, b, c] = newMessages.map(sentFrame);
    if (a && b && c) room.deliver(c, a, c, b, a, b);
    await settled();
    expect(texts(machine)).toEqual(['m1', 'm2', 'a', 'b', 'c']);
  });

  it('ends with what the server has, whichever events were lost, doubled or late', async () => {
    const deliveries = fc.array(fc.nat(19), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(deliveries, fc.boolean(), async (order, isAsked) => {
        const { anOpenTab, server, clock } = createConversationOf(3);
        const { machine, room } = await anOpenTab();
        const newMessages = Array.from({ length: 20 }, (_, i) => server.add(i % 3 ? OTHER : ME, `n${i}`));
        for (const i of order) if (newMessages[i]) room.deliver(sentFrame(newMessages[i]));
        const isNewestDelivered = order.includes(19);
        if (isAsked || !isNewestDelivered) room.deliver({ type: 'resync' });
        await clock.advance(MINUTE);
        expect(texts(machine)).toEqual(server.messages.map(({ text }) => text));
      }),
      { numRuns: 60 },
    );
  });

  it('shows my own message from another device', async () => {
    const { anOpenTab, server } = createConversationOf(1);
    const { machine, room } = await anOpenTab();
    room.deliver(sentFrame(server.add(ME, 'from my phone')));
    expect(texts(machine)).toEqual(['m1', 'from my phone']);
  });

  it('drops first_messages once one of mine is there, whichever device it came from', async () => {
    for (const place of ['here', 'elsewhere']) {
      const { anOpenTab, server } = createChatFixture();
      server.firstMessages = { left: 20, resets_at: null };
      const { machine, room } = await anOpenTab();
      expect(machine.getSnapshot().thread?.first_messages?.left).toBe(20);
      if (place === 'here') send(machine, 'hello');
      else room.deliver(sentFrame(server.add(ME, 'hello')));
      await settled();
      await settled();
      expect([texts(machine), machine.getSnapshot().thread?.first_messages]).toEqual([['hello'], null]);
    }
  });

  it('fetches the missing messages when an event comes with a gap before it', async () => {
    const { anOpenTab, server } = createConversationOf(4);
    const { machine, room } = await anOpenTab();
    server.add(OTHER, 'missed');
    room.deliver(sentFrame(server.add(OTHER, 'heard')));
    await settled();
    expect(texts(machine).slice(-2)).toEqual(['missed', 'heard']);
    expect(server.reads.at(-1)).toMatchObject({ after: 4 });
  });

  it('fetches all pages of a long gap', async () => {
    const { anOpenTab, server, clock } = createConversationOf(4);
    const { machine, room } = await anOpenTab();
    for (let i = 0; i < 250; i += 1) server.add(OTHER, 'missed');
    room.deliver({ type: 'resync' });
    await clock.advance(0);
    expect(seqs(machine.getSnapshot().messages)).toEqual(Array.from({ length: 254 }, (_, i) => i + 1));
  });

  it('stops reading when the server has nothing for a gap', async () => {
    const { anOpenTab, server, clock } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    const reads = server.reads.length;
    room.deliver(sentFrame({ ...server.add(OTHER, 'far ahead'), id: 'm9', seq: 9 }));
    server.messages = server.messages.slice(0, 2);
    await clock.advance(50 * MINUTE);
    expect(server.reads.length - reads).toBeLessThan(6);
    expect(texts(machine)).toContain('far ahead');
  });

  it('catches up after a resync and after a reconnect', async () => {
    const { anOpenTab, server } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    server.add(OTHER, 'one');
    room.deliver({ type: 'resync' });
    await settled();
    server.add(OTHER, 'two');
    room.reconnect();
    await settled();
    expect(texts(machine).slice(-2)).toEqual(['one', 'two']);
  });

  it('polls every minute while the socket is not open, and never while it is', async () => {
    const { anOpenTab, server, clock } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    const reads = server.reads.length;
    await clock.advance(10 * MINUTE);
    expect(server.reads).toHaveLength(reads);
    room.isConnected = false;
    server.add(OTHER, 'polled');
    await clock.advance(MINUTE);
    expect(texts(machine).at(-1)).toBe('polled');
  });

  it('does not poll while its tab is hidden, but at once when it is shown again', async () => {
    const { anOpenTab, server, clock } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    room.isConnected = false;
    machine.setVisible(false);
    const reads = server.reads.length;
    server.add(OTHER, 'polled');
    await clock.advance(5 * MINUTE);
    expect(server.reads).toHaveLength(reads);
    machine.setVisible(true);
    await settled();
    expect(texts(machine).at(-1)).toBe('polled');
  });

  it('catches up when the list of chats knows more', async () => {
    const { anOpenTab, server } = createConversationOf(2);
    const { machine } = await anOpenTab();
    const reads = server.reads.length;
    machine.catchUpTo(2);
    await settled();
    expect(server.reads).toHaveLength(reads);
    machine.catchUpTo(server.add(OTHER, 'listed').seq);
    await settled();
    expect(texts(machine).at(-1)).toBe('listed');
  });

  it('has the status failed after an error, and loads at the next refresh', async () => {
    const { aTab, server } = createConversationOf(2);
    const { machine, open } = aTab();
    server.readFaults = [new Refusal('unavailable')];
    await open();
    expect(machine.getSnapshot().status).toBe('failed');
    await machine.refresh();
    expect(machine.getSnapshot()).toMatchObject({ status: 'ready', error: null });
  });

  it('stays readable when a later read fails, and fails when the server has no such conversation', async () => {
    const { anOpenTab, server } = createConversationOf(2);
    const { machine } = await anOpenTab();
    server.readFaults = [new Refusal('offline'), new Refusal('not_found')];
    await machine.refresh();
    expect(machine.getSnapshot().status).toBe('ready');
    await machine.refresh();
    expect(machine.getSnapshot().status).toBe('failed');
  });

  it('closes when the chat is deleted on another device', async () => {
    const { anOpenTab } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    room.deliver({ type: 'chat.deleted', conversation: CONVERSATION, seq: 1, at: '2026-11-21T10:00:00.000Z' });
    expect(machine.getSnapshot()).toMatchObject({ status: 'failed', messages: [], thread: null });
  });
});

describe('a message whose text a decision changes', () => {
  const changed = ({ id, seq }: Message, text: string) =>
    ({ type: 'message.changed', conversation: CONVERSATION, message: { id, seq, text }, seq: 9, at: '2026-11-21T10:00:00.000Z' }) as const;

  it('has the other text in the open thread and in the stored copy, without asking the server', async () => {
    const { anOpenTab, server, clock, threads } = createConversationOf(3);
    const { machine, room } = await anOpenTab();
    const reads = server.reads.length;
    room.deliver(changed(server.messages[1] ?? expect.fail('there are three'), 'removed'));
    expect(texts(machine)).toEqual(['m1', 'removed', 'm3']);
    await clock.advance(2000);
    expect((await threads.read(CONVERSATION))?.messages.map(({ text }) => text)).toEqual(['m1', 'removed', 'm3']);
    expect(server.reads).toHaveLength(reads);
  });

  it('stays as it is if it is of another conversation or not known', async () => {
    const { anOpenTab, server } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    const known = server.messages[0] ?? expect.fail('there are two');
    room.deliver({ ...changed(known, 'removed'), conversation: 'conversation-of-others' });
    room.deliver(changed({ ...known, id: 'another-message-of-01x' }, 'removed'));
    expect(texts(machine)).toEqual(['m1', 'm2']);
  });
});

describe('a conversation that was open before', () => {
  /** A page that starts offline, in a browser where an earlier page has read two messages. */
  async function aStartOffline() {
    const fixture = createConversationOf(2);
    const first = await fixture.anOpenTab();
    await fixture.clock.advance(2000);
    first.close();
    fixture.server.readFaults = [new Refusal('offline')];
    return { ...fixture, ...(await fixture.anOpenTab()) };
  }

  it('is shown again without a connection', async () => {
    const { machine } = await aStartOffline();
    expect(seqs(machine.getSnapshot().messages)).toEqual([1, 2]);
    expect(machine.getSnapshot()).toMatchObject({ status: 'ready', thread: { typing_pass: 'pass' } });
  });

  it('is replaced by the answer of the server, without what was deleted elsewhere', async () => {
    const { machine, server } = await aStartOffline();
    server.messages = [{ ...server.add(OTHER, 'news'), seq: 3 }];
    await machine.refresh();
    expect(texts(machine)).toEqual(['news']);
  });

  it('is deleted from the store when the server has it no longer', async () => {
    const { machine, threads, server } = await aStartOffline();
    server.readFaults = [new Refusal('not_found')];
    await machine.refresh();
    expect(machine.getSnapshot().status).toBe('failed');
    expect(await threads.read(CONVERSATION)).toBeNull();
  });
});
