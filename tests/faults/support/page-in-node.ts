import { vi } from 'vitest';
import type { Message } from '#contract/chat';
import { BOOT_ELEMENT } from '#contract/pages/boot';
import type { TestMember } from '../../support/database/factories.ts';
import { openWebSocketFrom } from '../../support/product/room-socket.ts';
import type { FaultFixture } from './fault-fixture.ts';

/** What the page shows: the messages of one conversation, its entry in the list, the badge and the credits. */
export interface PageView {
  readonly messages: readonly Message[];
  readonly readByOther: number | undefined;
  readonly listed: unknown;
  readonly badge: unknown;
  readonly credits: unknown;
}

export interface PageInNode {
  view(): PageView;
  send(text: string): void;
  pending(): number;
  /** Makes the calls that the page polls regularly. */
  poll(): Promise<void>;
  isConnected(): boolean;
  close(): void;
}

/** Stubs the browser globals of a page with a member's session; its calls go through the proxy of the site. */
async function stubBrowser(fixture: FaultFixture, { cookie }: TestMember): Promise<void> {
  const { url } = fixture.worker;
  const html = await (await fetch(new URL('/chats', url), { headers: { Cookie: cookie } })).text();
  const [, boot = ''] = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html) ?? [];
  const listeners = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const [nodeFetch, NodeSocket] = [fetch, WebSocket];
  vi.stubGlobal('document', { getElementById: (id: string) => (id === BOOT_ELEMENT ? { textContent: boot } : null), ...listeners });
  vi.stubGlobal('location', new URL(url));
  vi.stubGlobal('window', listeners);
  for (const [name, listener] of Object.entries(listeners)) vi.stubGlobal(name, listener);
  vi.stubGlobal('fetch', (address: Parameters<typeof fetch>[0], { headers, ...init }: RequestInit = {}) => {
    if (typeof address !== 'string' || !address.startsWith('/')) return nodeFetch(address, { ...init, ...(headers ? { headers } : {}) });
    const withSession = new Headers(headers);
    withSession.set('Cookie', cookie);
    withSession.set('Origin', url);
    return nodeFetch(new URL(address, `http://${fixture.proxies.site.host}`), { ...init, headers: withSession });
  });
  vi.stubGlobal('WebSocket', new Proxy(WebSocket, { construct: (_, [address]: [string]) => openWebSocketFrom(address, url, NodeSocket) }));
}

/** Runs socket, query cache and conversation of the page in Node, without screens: an open thread in a visible tab. */
export async function openPageInNode(fixture: FaultFixture, member: TestMember, conversation: string): Promise<PageInNode> {
  vi.resetModules();
  await stubBrowser(fixture, member);
  const [
    { ConversationMachine },
    { SendQueue },
    { browserPorts },
    { openMemberSocket },
    events,
    { applyFrame },
    { queryClient },
    { chatsQuery },
    { currentUser, refreshUser },
  ] = await Promise.all([
    import('../../../web/features/chat/engine/conversation-machine.ts'),
    import('../../../web/features/chat/engine/send-queue.ts'),
    import('../../../web/features/chat/engine/browser-ports.ts'),
    import('../../../web/realtime/member-socket.ts'),
    import('../../../web/realtime/member-events.ts'),
    import('../../../web/app/live-updates/live-updates.ts'),
    import('../../../web/api/query-client.ts'),
    import('../../../web/api/chat/chats-query.ts'),
    import('../../../web/session/user.ts'),
  ]);
  const ports = browserPorts(member.id);
  const sendQueue = new SendQueue(ports, member.id);
  const machine = new ConversationMachine(ports, sendQueue, member.id, conversation);
  const listed = () => queryClient.getQueryData(chatsQuery.queryKey)?.chats.find((item) => item.conversation.id === conversation);
  const poll = async () => {
    await refreshUser();
    await queryClient.fetchQuery({ ...chatsQuery, staleTime: 0 });
    machine.catchUpTo(listed()?.conversation.last_message.seq ?? 0);
  };
  await poll();
  const unsubscribe = events.followFrames((frame) => applyFrame(queryClient, member.id, frame));
  const closeSocket = openMemberSocket();
  void sendQueue.resume();
  machine.open();
  machine.setVisible(true);
  return {
    view: () => {
      const { messages, thread } = machine.getSnapshot();
      return {
        messages,
        readByOther: thread?.read_by_other_to,
        listed: listed(),
        badge: currentUser()?.badge,
        credits: currentUser()?.credits,
      };
    },
    send: (text) => {
      const { thread } = machine.getSnapshot();
      if (!thread) throw new Error('there is no button before the thread is there');
      machine.send(text, thread.price);
    },
    pending: () => machine.getSnapshot().pending.length,
    poll,
    isConnected: () => events.socketState() === 'open',
    close: () => {
      machine.close();
      sendQueue.stop();
      closeSocket();
      unsubscribe();
      queryClient.clear();
      vi.unstubAllGlobals();
    },
  };
}
