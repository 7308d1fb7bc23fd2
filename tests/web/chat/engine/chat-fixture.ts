import type { Message } from '#contract/chat';
import type { RoomFrame } from '#contract/realtime';
import { ConversationMachine } from '../../../../web/features/chat/engine/conversation-machine.ts';
import type { ChatPorts } from '../../../../web/features/chat/engine/conversation-ports.ts';
import { SendQueue } from '../../../../web/features/chat/engine/send-queue.ts';
import { FakeRoom, ManualClock, QueueLocks, SharedStore, SharedThreads, settled } from './fake-ports.ts';
import { CONVERSATION, FakeServer, ME, OTHER } from './fake-server.ts';

export { settled } from './fake-ports.ts';
export { CONVERSATION, ME, OTHER, Refusal } from './fake-server.ts';

/** One browser of one member. Its tabs share store, locks and clock; `followed` lists what the chat has told the rest of the page. */
export function createChatFixture() {
  const clock = new ManualClock();
  const server = new FakeServer(clock);
  const store = new SharedStore();
  const threads = new SharedThreads();
  const locks = new QueueLocks();
  const followed: string[] = [];
  let ids = 0;
  const portsOf = (room: FakeRoom): ChatPorts => ({
    calls: server,
    pendingStore: store,
    threadStore: threads,
    locks,
    clock,
    events: room,
    observer: {
      messageSent: ({ message, credits }) => followed.push(`sent ${message.text}, ${credits} left`),
      readingStarted: () => followed.push('reading'),
      readConfirmed: (_, unread) => followed.push(`read, ${unread.total} unread`),
      messagesArrived: () => undefined,
    },
    random: { id: () => `${++ids}`.padStart(22, 'c'), fraction: () => 1 },
    pollMs: 60_000,
  });
  const aTab = () => {
    const room = new FakeRoom();
    const ports = portsOf(room);
    const sendQueue = new SendQueue(ports, ME);
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
  return { clock, server, store, threads, locks, followed, portsOf, aTab, anOpenTab };
}

/** A fixture with so many messages, from the two members in turn, the other first. */
export function createConversationOf(count: number) {
  const fixture = createChatFixture();
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

/** Sends a message by the button, for the price that it shows. */
export function send(machine: ConversationMachine, text: string): void {
  const { thread } = machine.getSnapshot();
  if (!thread) throw new Error('there is no button before the thread is there');
  machine.send(text, thread.price);
}

export const texts = (machine: ConversationMachine) => machine.getSnapshot().messages.map(({ text }) => text);
export const pendingTexts = (machine: ConversationMachine) => machine.getSnapshot().pending.map(({ text, state }) => `${text} (${state})`);
