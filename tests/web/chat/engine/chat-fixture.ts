import type { Message } from '#contract/chat';
import type { RoomFrame } from '#contract/realtime';
import { ConversationMachine } from '../../../../web/features/chat/engine/conversation-machine.ts';
import type { ChatPorts } from '../../../../web/features/chat/engine/conversation-ports.ts';
import { Outbox } from '../../../../web/features/chat/engine/send-queue.ts';
import { ManualClock, QueueLocks, Room, SharedStore, SharedThreads, settled } from './fake-ports.ts';
import { CONVERSATION, ME, OTHER, Server } from './fake-server.ts';

export { settled } from './fake-ports.ts';
export { CONVERSATION, ME, OTHER, Refusal } from './fake-server.ts';

/** One browser of one member. Its tabs share store, locks and clock; `followed` lists what the chat has told the rest of the page. */
export function aWorld() {
  const clock = new ManualClock();
  const server = new Server(clock);
  const store = new SharedStore();
  const threads = new SharedThreads();
  const locks = new QueueLocks();
  const followed: string[] = [];
  let ids = 0;
  const aTab = () => {
    const room = new Room();
    const ports: ChatPorts = {
      calls: server,
      store,
      threads,
      locks,
      clock,
      events: room,
      followers: {
        sent: ({ message, credits }) => followed.push(`sent ${message.text}, ${credits} left`),
        reading: () => followed.push('reading'),
        read: (_, unread) => followed.push(`read, ${unread.total} unread`),
        arrived: () => undefined,
      },
      random: { id: () => `${++ids}`.padStart(22, 'c'), fraction: () => 1 },
      pollMs: 60_000,
    };
    const sendQueue = new Outbox(ports, ME);
    const machine = new ConversationMachine(ports, sendQueue, ME, CONVERSATION);
    const open = async () => {
      void sendQueue.resume();
      machine.open();
      machine.setVisible(true);
      await settled();
    };
    const close = () => {
      machine.close();
      sendQueue.stop();
    };
    return { machine, sendQueue, room, open, close };
  };
  const anOpenTab = async () => {
    const tab = aTab();
    await tab.open();
    return tab;
  };
  return { clock, server, store, threads, locks, followed, aTab, anOpenTab };
}

/** A fixture with so many messages, from the two members in turn, the other first. */
export function aConversationOf(count: number) {
  const fixture = aWorld();
  for (let i = 1; i <= count; i += 1) fixture.server.add(i % 2 ? OTHER : ME, `m${i}`);
  return fixture;
}

let roomSeq = 0;
export const sentFrame = (message: Message): RoomFrame => ({
  type: 'message.sent',
  message,
  unread: { conversation: 1, total: 1 },
  seq: ++roomSeq,
  at: message.created_at,
});
export const readFrame = (reader: string, to: number): RoomFrame => ({
  type: 'messages.read',
  conversation: CONVERSATION,
  reader,
  to,
  seq: ++roomSeq,
  at: '2026-11-21T10:00:00.000Z',
});

export const texts = (machine: ConversationMachine) => machine.getSnapshot().messages.map(({ text }) => text);
export const pendingTexts = (machine: ConversationMachine) => machine.getSnapshot().pending.map(({ text, state }) => `${text} (${state})`);
