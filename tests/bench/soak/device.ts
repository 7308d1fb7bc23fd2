import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { getRoom, Message } from '#contract/chat';
import { HEARTBEAT_SECONDS } from '#contract/realtime';
import { backoffMs } from '../../../web/features/chat/engine/backoff.ts';
import { hasGap, type MessagePages, NO_PAGES, withMessage, withNewer } from '../../../web/features/chat/engine/message-pages.ts';
import type { ObservedDevice } from '../../support/database/invariants.ts';
import { openWebSocketFrom } from '../../support/product/room-socket.ts';
import type { MemberClient } from '../support/member-client.ts';

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/** As web/realtime/member-socket.ts: an unanswered ping, the time a connection may take, and the pauses between tries. */
const PONG_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
const [FIRST_RETRY_MS, LAST_RETRY_MS, RETRY_GROWTH] = [1_000, 30_000, 1.6];
const REFETCH_BACKOFF = { firstMs: 2_000, maxMs: 60_000 };
const THREAD_LIMIT = 100;

const Frame = v.looseObject({ type: v.string(), seq: v.optional(v.number()), bookmark: v.optional(v.string()) });
const Thread = v.object({ messages: v.array(Message) });

/**
 * One open page of a member, as far as its room and its conversations go: an event is a hint. It reconnects and asks for what it missed, drops
 * what it has seen, and reads the conversation where the numbers of its messages leave a gap or the room no longer has what is missing.
 */
export class Device {
  readonly #client: MemberClient;
  readonly #origin: string;
  readonly #pages: Map<string, MessagePages>;
  readonly #frames: Record<string, unknown>[] = [];
  #socket: WebSocket | null = null;
  #position = { address: '', seq: 0 };
  #isOpen = false;
  #isClosed = false;
  #pingedAt: number | null = null;
  #openedAt = performance.now();
  /** Connections after the first, events that came more than once, and times that it read conversations anew. */
  readonly counts = { reconnects: -1, repeated: 0, refetches: 0 };

  constructor(client: MemberClient, origin: string, conversations: readonly string[]) {
    this.#client = client;
    this.#origin = origin;
    this.#pages = new Map(conversations.map((id) => [id, NO_PAGES]));
  }

  get conversations(): readonly string[] {
    return [...this.#pages.keys()];
  }

  isOpen(): boolean {
    return this.#isOpen;
  }

  /** What the page shows and has received. */
  observed(): ObservedDevice {
    const shownMessages = [...this.#pages.values()].flatMap(({ messages }) => messages);
    return { memberId: this.#client.member.id, shownMessages, receivedFrames: this.#frames };
  }

  shownCount(): number {
    return [...this.#pages.values()].reduce((sum, { messages }) => sum + messages.length, 0);
  }

  /** Stays connected until `close`. */
  async run(): Promise<void> {
    for (let failures = 0; !this.#isClosed; ) {
      const lasted = await this.#connectOnce();
      failures = lasted ? 1 : failures + 1;
      const delay = FIRST_RETRY_MS * (0.5 + Math.random()) * RETRY_GROWTH ** (failures - 1);
      if (!this.#isClosed) await pause(Math.min(delay, LAST_RETRY_MS * (0.5 + Math.random())));
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  /** Sends a heartbeat, or gives a connection up that did not answer the one before. To be called every HEARTBEAT_SECONDS. */
  beat(): void {
    if (!this.#isOpen || !this.#socket) return;
    if (this.#pingedAt !== null && performance.now() - this.#pingedAt > PONG_TIMEOUT_MS) this.#socket.close();
    else {
      this.#socket.send('ping');
      this.#pingedAt ??= performance.now();
    }
  }

  static readonly beatMs = HEARTBEAT_MS;

  async #addressOfRoom(): Promise<string | null> {
    const { status, text } = await this.#client.call('/api/room.php');
    if (status !== 200) return null;
    const { host, party = 'main', room, ticket } = v.parse(getRoom.output, JSON.parse(text));
    const address = `${host}/parties/${party}/${room}`;
    if (this.#position.address !== address) this.#position = { address, seq: 0 };
    const { seq } = this.#position;
    const age = Math.ceil(performance.now() - this.#openedAt);
    return `ws://${address}?${new URLSearchParams({ ticket, ...(seq > 0 ? { since: String(seq) } : { ago: String(age) }) })}`;
  }

  /** Connects and stays connected until the connection ends. Returns whether it was open. */
  async #connectOnce(): Promise<boolean> {
    const address = await this.#addressOfRoom();
    if (address === null || this.#isClosed) return false;
    const ended = Promise.withResolvers<void>();
    const socket = openWebSocketFrom(address, this.#origin);
    this.#socket = socket;
    let hasOpened = false;
    const timer = setTimeout(() => !hasOpened && ended.resolve(), CONNECT_TIMEOUT_MS);
    socket.addEventListener('open', () => {
      hasOpened = true;
      this.#pingedAt = null;
      this.#isOpen = true;
      this.counts.reconnects += 1;
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => ended.resolve());
    socket.addEventListener('error', () => ended.resolve());
    await ended.promise;
    clearTimeout(timer);
    socket.close();
    this.#isOpen = false;
    return hasOpened;
  }

  #receive(text: string): void {
    this.#pingedAt = null;
    if (text === 'pong') return;
    const frame = v.parse(Frame, JSON.parse(text));
    const { seq: known } = this.#position;
    if (frame.seq !== undefined && frame.seq <= known) {
      this.counts.repeated += 1;
      return;
    }
    if (frame.bookmark) this.#client.noteBookmark(frame.bookmark);
    if (frame.type === 'resync') this.#position = { ...this.#position, seq: 0 };
    const isGap = frame.seq !== undefined && known > 0 && frame.seq > known + 1;
    if (frame.seq !== undefined) this.#position = { ...this.#position, seq: frame.seq };
    if (frame.type === 'message.sent') this.#show(frame);
    if (isGap || frame.type === 'resync') for (const conversation of this.#pages.keys()) void this.#refetch(conversation);
  }

  #show(frame: Readonly<Record<string, unknown>>): void {
    this.#frames.push({ type: frame.type, message: frame.message });
    const message = v.parse(Message, frame.message);
    const before = this.#pages.get(message.conversation_id) ?? NO_PAGES;
    const after = withMessage(before, message);
    if (after === before || after.messages === before.messages) this.counts.repeated += 1;
    this.#pages.set(message.conversation_id, after);
    if (hasGap(after)) void this.#refetch(message.conversation_id);
  }

  /** Reads what is missing after the last message without a gap; tries again, with growing pauses, until it is answered. */
  async #refetch(conversation: string): Promise<void> {
    this.counts.refetches += 1;
    for (let failures = 1; !this.#isClosed; failures += 1) {
      const { syncedTo } = this.#pages.get(conversation) ?? NO_PAGES;
      const query = new URLSearchParams({ conversation, after: String(syncedTo), limit: String(THREAD_LIMIT) });
      const { status, text, retryAfter } = await this.#client.call(`/api/chat.php?${query}`);
      if (status === 200) {
        const { messages } = v.parse(Thread, JSON.parse(text));
        this.#pages.set(conversation, withNewer(this.#pages.get(conversation) ?? NO_PAGES, messages));
        if (messages.length < THREAD_LIMIT) return;
      } else await pause(backoffMs(failures, Math.random(), { ...REFETCH_BACKOFF, minMs: (retryAfter ?? 0) * 1000 }));
    }
  }
}
