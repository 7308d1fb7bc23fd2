import { QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredEvent } from '#contract/realtime';
import { queryKeys } from '../../../../web/api/query-keys.ts';
import { applyFrame } from '../../../../web/app/live-updates/live-updates.ts';
import { ConversationMachine } from '../../../../web/features/chat/engine/conversation-machine.ts';
import type { ChatPorts } from '../../../../web/features/chat/engine/conversation-ports.ts';
import { SendQueue } from '../../../../web/features/chat/engine/send-queue.ts';
import { followFrames, onSocketState, sendFrame, socketState } from '../../../../web/realtime/member-events.ts';
import { forgetRoom, openMemberSocket } from '../../../../web/realtime/member-socket.ts';
import { roomFixture } from '../../../room/room-fixture.ts';
import { aChat, aUser, idOf } from '../../fixtures.ts';
import { latestSocket, stubWindow } from '../../realtime/fake-network.ts';
import { QueueLocks, SharedStore, SharedThreads, settled } from './fake-ports.ts';
import { CONVERSATION, FakeServer, ME, OTHER } from './fake-server.ts';

vi.mock('../../../../web/api/call.ts', () => ({
  call: async () => ({ room: 'room-of-this-member-01', host: 'rooms.example', ticket: 'ticket' }),
}));

/** What the network does to one frame. */
const Outcome = fc.constantFrom('comes', 'comes', 'is lost', 'comes twice', 'comes after the next', 'comes 90 s late');
type Outcome = 'comes' | 'is lost' | 'comes twice' | 'comes after the next' | 'comes 90 s late';
/** What happens before that frame. */
const Step = fc.record({
  what: fc.constantFrom('they write', 'they write', 'I write elsewhere', 'I read elsewhere', 'they read', 'credits', 'a cut', 'a wait'),
  outcome: Outcome,
});

const clock = {
  now: () => Date.now(),
  after: (ms: number, job: () => void) => {
    const timer = setTimeout(job, ms);
    return () => clearTimeout(timer);
  },
};

/** A member's page and a room with the production rules, connected by a network that the test controls. */
async function aPage() {
  const server = new FakeServer(clock);
  const room = roomFixture();
  const delayed: { frame: object; at: number }[] = [];
  let connections = 0;
  let delivered = 0;

  const unread = () => server.messages.filter(({ sender_id, seq }) => sender_id === OTHER && seq > server.readTo).length;
  const serverState = () => {
    const last = server.messages.at(-1);
    const { conversation, ...chat } = aChat('x', last?.seq ?? 0, { unread: unread() });
    const lastMessage = last && { text: last.text, sender_id: last.sender_id, seq: last.seq, created_at: last.created_at };
    const listed = {
      ...conversation,
      id: CONVERSATION,
      ...(lastMessage && { last_message: lastMessage, updated_at: lastMessage.created_at }),
    };
    return {
      chats: { chats: [{ ...chat, conversation: listed }], total: 1, next: null },
      user: aUser({ credits: server.credits, badge: { unread_messages: unread(), new_likes: 0, unseen_notifications: 0 } }),
    };
  };

  const caches = new QueryClient();
  const watching = (['chats', 'user'] as const).map((kind) =>
    new QueryObserver(caches, { queryKey: queryKeys[kind], queryFn: async () => serverState()[kind], staleTime: Infinity }).subscribe(
      () => undefined,
    ),
  );
  const ports: ChatPorts = {
    calls: server,
    pendingStore: new SharedStore(),
    threadStore: new SharedThreads(),
    locks: new QueueLocks(),
    clock,
    pollMs: 60_000,
    events: {
      subscribe: followFrames,
      isOpen: () => socketState() === 'open',
      send: sendFrame,
      onReconnect: (listener) => onSocketState(() => socketState() === 'open' && listener()),
    },
    observer: {
      messageSent: () => undefined,
      readingStarted: () => undefined,
      readConfirmed: () => undefined,
      messagesArrived: () => undefined,
    },
    random: { id: () => 'c'.repeat(22), fraction: () => 1 },
  };
  const machine = new ConversationMachine(ports, new SendQueue(ports, ME), ME, CONVERSATION);
  const ends = [followFrames((frame) => applyFrame(caches, ME, frame)), ...watching, openMemberSocket(), () => machine.close()];
  machine.open();
  machine.setVisible(true);

  const connectionId = () => `page-${connections}`;
  const untilNetworkIdle = async () => {
    for (let turn = 0; turn < 8; turn += 1) await settled();
  };
  /** Brings the frames that the room has sent since the last call to the page, by this outcome. */
  const deliverFrames = (outcome: Outcome) => {
    const frames = room.framesOf(connectionId()).slice(delivered);
    delivered += frames.length;
    for (const frame of frames) {
      const overdue = delayed.splice(0, outcome === 'comes 90 s late' || outcome === 'comes after the next' ? 0 : delayed.length);
      if (outcome === 'comes' || outcome === 'comes twice') latestSocket().receive(frame);
      if (outcome === 'comes twice') latestSocket().receive(frame);
      if (outcome === 'comes after the next') delayed.push({ frame, at: 0 });
      if (outcome === 'comes 90 s late') setTimeout(() => latestSocket().readyState === 1 && latestSocket().receive(frame), 90_000);
      for (const late of overdue) latestSocket().receive(late.frame);
    }
  };
  const connect = async () => {
    while (latestSocket().readyState !== 0) await vi.advanceTimersByTimeAsync(100);
    delivered = 0;
    connections += 1;
    const { searchParams } = latestSocket().url;
    const since = searchParams.get('since');
    latestSocket().open();
    room.connect(connectionId(), since === null ? { ago: Number(searchParams.get('ago')) } : { since: Number(since) });
  };
  return {
    server,
    room,
    machine,
    caches,
    serverState,
    deliverFrames,
    untilNetworkIdle,
    connect,
    reconnect: async () => {
      room.drop(connectionId());
      latestSocket().drop();
      delayed.length = 0;
      await connect();
    },
    addMessage: (sender: string) => {
      const number = server.messages.length + 1;
      const message = { ...server.add(sender, `words ${number}`, idOf(`client${number}-`)), id: idOf(`message${number}-`) };
      server.messages = [...server.messages.slice(0, -1), message];
      room.events({ type: 'message.sent', message, unread: { conversation: unread(), total: unread() } });
    },
    notify: (event: StoredEvent) => room.events(event),
    unread,
    end: () => {
      for (const end of ends) end();
      caches.clear();
      forgetRoom();
    },
  };
}

type Page = Awaited<ReturnType<typeof aPage>>;

async function runStep(page: Page, what: string): Promise<void> {
  const { server } = page;
  const last = server.messages.at(-1)?.seq ?? 0;
  if (what === 'they write') page.addMessage(OTHER);
  if (what === 'I write elsewhere') page.addMessage(ME);
  if (what === 'I read elsewhere') {
    server.readTo = last;
    page.notify({ type: 'messages.read', conversation: CONVERSATION, reader: ME, to: last, unread: { conversation: 0, total: 0 } });
  }
  if (what === 'they read') {
    server.readByOther = last;
    page.notify({ type: 'messages.read', conversation: CONVERSATION, reader: OTHER, to: last });
  }
  if (what === 'credits') {
    server.credits = (server.credits + 7) % 10;
    page.notify({ type: 'credits.changed', credits: server.credits });
  }
  if (what === 'a cut') await page.reconnect();
  if (what === 'a wait') await vi.advanceTimersByTimeAsync(20_000);
}

const shown = ({ machine, caches }: Page) => {
  const { messages, thread } = machine.getSnapshot();
  return {
    messages: messages.map(({ seq, text }) => `${seq} ${text}`),
    seenTo: thread?.read_by_other_to,
    mayWrite: thread?.can_send.ok,
    chats: caches.getQueryData(queryKeys.chats),
    user: caches.getQueryData(queryKeys.user),
  };
};
const expected = ({ server, serverState }: Page) => ({
  messages: server.messages.map(({ seq, text }) => `${seq} ${text}`),
  seenTo: server.readByOther,
  mayWrite: server.credits >= server.price,
  ...serverState(),
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  stubWindow();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page whose events are lost, doubled, reordered and 90 seconds late', () => {
  it('shows what the server has as soon as it is connected to its room again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const page = await aPage();
        try {
          await vi.advanceTimersByTimeAsync(0);
          await page.connect();
          await page.untilNetworkIdle();
          // A page knows the room's numbering only from its first event on; what is lost before is left to the polling.
          for (const { what, outcome } of [{ what: 'they write', outcome: 'comes' as const }, ...steps]) {
            await runStep(page, what);
            page.deliverFrames(outcome);
            await page.untilNetworkIdle();
          }
          await vi.advanceTimersByTimeAsync(90_000);
          await page.reconnect();
          page.deliverFrames('comes');
          await page.untilNetworkIdle();
          expect(shown(page)).toEqual(expected(page));
        } finally {
          page.end();
        }
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });

  it('shows all messages without a single event, once the list of chats knows of them', async () => {
    const page = await aPage();
    await vi.advanceTimersByTimeAsync(0);
    await page.connect();
    await page.untilNetworkIdle();
    for (let number = 0; number < 5; number += 1) {
      page.addMessage(number % 2 ? ME : OTHER);
      page.deliverFrames('is lost');
    }
    expect(shown(page).messages).toEqual([]);
    page.machine.catchUpTo(5);
    await page.untilNetworkIdle();
    expect(shown(page).messages).toEqual(expected(page).messages);
    page.end();
  });
});
