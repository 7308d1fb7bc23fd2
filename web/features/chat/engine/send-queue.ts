import type { ExpectedPrice } from '#contract/chat';
import type { Vital } from '#contract/vitals';
import type { DraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import { backoffMs, Pause } from './backoff.ts';
import type { ChatPorts, LockTurn, PendingMessage, SendAnswer, StoredPending } from './conversation-ports.ts';
import { excludeById, firstQueued, isSamePending, mergePending } from './pending-messages.ts';
import { type SendRefusal, sendFailureOf } from './send-failure.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** After so many server errors a message is marked as failed, so that it does not block those behind it. */
const MAX_TRIES_ON_SERVER_FAULT = 5;

export interface SendQueueListener {
  changed(): void;
  /** The server has stored a message. */
  sent(result: SendAnswer): void;
  /** The send pass for the next message; undefined if there is none. */
  sendPass(): string | undefined;
  /** The server has refused a message; it is now marked as failed. */
  refused(refusal: SendRefusal): void;
  /** Another tab has removed these messages from the store, most likely because it sent them. Called before `changed`. */
  removedElsewhere(messages: readonly PendingMessage[]): void;
}

type SendQueuePorts = Pick<ChatPorts, 'calls' | 'pendingStore' | 'locks' | 'clock' | 'events' | 'random' | 'observer'>;
type Entries = ReadonlyMap<string, readonly PendingMessage[]>;
const NO_MESSAGES: readonly PendingMessage[] = [];

/** All unconfirmed messages of one member: stored, and sent in order, one at a time, from one tab only (docs/product.md, "Send queue"). */
export class SendQueue {
  readonly #ports: SendQueuePorts;
  readonly #lockName: string;
  readonly #listeners = new Map<string, SendQueueListener>();
  /** By client id: the failed tries of messages that are still queued, and how many of them the server itself failed on. */
  readonly #tries = new Map<string, { readonly all: number; readonly onServerFault: number }>();
  readonly #pause: Pause;
  /** Client ids of messages that were sent or discarded; the store must not bring them back. */
  readonly #removed = new Set<string>();
  /** Client ids of messages that the store does not hold yet. */
  readonly #unstored = new Set<string>();
  /** Client ids of messages written on this page; without the lock only these are sent from here. */
  readonly #ownIds = new Set<string>();
  /**
   * Messages that are being written to the store, the oldest first. Each resolves to the message, or to null if others of its conversation wait
   * before it and it has to be read from the store with them.
   */
  readonly #storing = new Map<string, Promise<PendingMessage | null>>();
  #entries: Entries = new Map();
  #isDraining = false;
  /** Whether no other tab holds the lock, as the browser reports; the next round then sends everything even without the lock. */
  #canSendWithoutLock = false;
  #isDrainRequested = false;
  #isStopped = false;
  /** Whether the messages that an earlier page left are known. */
  #isResumed = false;
  #endListening: () => void = () => undefined;

  constructor(ports: SendQueuePorts, member: string) {
    this.#ports = ports;
    this.#lockName = `send-queue:${member}`;
    this.#pause = new Pause(ports.clock);
  }

  /** Sets the listener of a conversation. The returned function removes it. */
  listen(conversation: string, listener: SendQueueListener): () => void {
    this.#listeners.set(conversation, listener);
    return () => {
      if (this.#listeners.get(conversation) === listener) this.#listeners.delete(conversation);
    };
  }

  /** The pending messages of a conversation, in the order they are sent. */
  pendingOf(conversation: string): readonly PendingMessage[] {
    return this.#entries.get(conversation) ?? NO_MESSAGES;
  }

  /** All pending messages of the member on this device, whichever tab wrote them, failed ones included. */
  async readPending(): Promise<readonly PendingMessage[]> {
    await this.#syncWithStore();
    return [...this.#entries.values()].flat();
  }

  /** Loads what an earlier page left and sends it. */
  async resume(): Promise<void> {
    this.#endListening = this.#ports.events.onReconnect(() => this.wake());
    await this.#syncWithStore();
    this.#isResumed = true;
    await this.#drain();
  }

  stop(): void {
    this.#isStopped = true;
    this.#endListening();
    this.#pause.end();
  }

  /** Ends a pause between two tries and sends, as the network or the socket is back. */
  wake(): void {
    this.#pause.end();
    void this.#drain();
  }

  /**
   * Queues a message and sends it for what its button said; if nothing waits before it, while it is being stored. Resolves once it is stored.
   */
  async add(conversation: string, text: string, expects: ExpectedPrice, about: DraftQuote | null = null): Promise<void> {
    const entry = this.#createEntry(conversation, { text, about, expects, client_id: this.#ports.random.id() });
    const isAlone = this.#isResumed && !this.#isDraining && !this.#hasQueued();
    this.#unstored.add(entry.client_id);
    this.#ownIds.add(entry.client_id);
    this.#setEntries(conversation, [...this.pendingOf(conversation), entry]);
    const stored = this.#store(entry);
    if (isAlone) {
      void this.#drain(entry);
    } else {
      this.#storing.set(entry.client_id, stored);
      // The lock is requested while the message is being stored.
      this.wake();
    }
    await stored;
    this.#storing.delete(entry.client_id);
    this.#unstored.delete(entry.client_id);
    if (!this.#removed.has(entry.client_id)) this.wake();
  }

  #hasQueued(): boolean {
    return [...this.#entries.values()].some((messages) => messages.some(({ state }) => state === 'queued'));
  }

  /** Appends a message to the store. Resolves to it if no queued message of the conversation is before it there, else to null. */
  async #store(entry: PendingMessage): Promise<PendingMessage | null> {
    let isFirst = true;
    await this.#ports.pendingStore.update(entry.conversation_id, (entries) => {
      isFirst &&= !entries.some(({ state }) => state === 'queued');
      return [...entries, entry];
    });
    return isFirst ? entry : null;
  }

  /**
   * Queues a failed message again as the last one, at the price that its button names: the new one if the price was the reason, else that of
   * the first send. A quote that was the reason is left out. It keeps its client id, so that a send that did arrive is not repeated; after `client_id_reused` it gets a fresh one.
   */
  async retry(conversation: string, client_id: string): Promise<void> {
    const failed = this.pendingOf(conversation).find((entry) => entry.client_id === client_id && entry.state === 'failed');
    if (!failed) return;
    const entry = this.#createEntry(conversation, {
      text: failed.text,
      about: failed.reason === 'about_gone' ? null : failed.about,
      expects: failed.new_price ?? failed.expects,
      client_id: failed.reason === 'client_id_reused' ? this.#ports.random.id() : client_id,
    });
    this.#tries.delete(client_id);
    this.#ownIds.add(entry.client_id);
    await this.#update(conversation, (entries) => [...entries.filter((other) => other.client_id !== client_id), entry]);
    this.wake();
  }

  /** Removes a message for good, because the member discarded it or the server has it. */
  async remove(conversation: string, client_id: string): Promise<void> {
    if (!this.pendingOf(conversation).some((entry) => entry.client_id === client_id)) return;
    this.#removed.add(client_id);
    this.#tries.delete(client_id);
    await this.#update(conversation, (entries) => entries.filter((entry) => entry.client_id !== client_id));
  }

  #createEntry(conversation_id: string, written: Pick<PendingMessage, 'client_id' | 'text' | 'about' | 'expects'>): PendingMessage {
    const created_at = new Date(this.#ports.clock.now()).toISOString();
    return { ...written, conversation_id, created_at, state: 'queued', reason: null, ends_at: null, new_price: null };
  }

  async #update(conversation: string, change: (entries: readonly PendingMessage[]) => readonly PendingMessage[]): Promise<void> {
    this.#setEntries(conversation, change(this.pendingOf(conversation)));
    await this.#ports.pendingStore.update(conversation, change);
  }

  #setEntries(conversation: string, entries: readonly PendingMessage[]): void {
    this.#entries = new Map(this.#entries).set(conversation, entries);
    this.#listeners.get(conversation)?.changed();
  }

  /**
   * Sends what is queued, with waits after failures. Runs once at a time; a call meanwhile makes it run once more. `alone`: a message that is
   * sent without the lock, because nothing else waits.
   */
  async #drain(alone?: PendingMessage): Promise<void> {
    this.#isDrainRequested = true;
    if (this.#isDraining) return;
    this.#isDraining = true;
    let withoutLock = alone;
    while (this.#isDrainRequested && !this.#isStopped) {
      this.#isDrainRequested = false;
      const waitMs = withoutLock
        ? await this.#sendAlone(withoutLock)
        : await this.#ports.locks.run(this.#lockName, (turn) => this.#sendAll(turn));
      withoutLock = undefined;
      if (waitMs !== null) await this.#pause.wait(waitMs);
    }
    this.#isDraining = false;
  }

  /** Sends one message, and has the rest sent under the lock if something waits behind it. Resolves as `#send` does. */
  async #sendAlone(entry: PendingMessage): Promise<number | null> {
    const waitMs = await this.#send(entry);
    if (waitMs !== null || this.#hasQueued()) this.#isDrainRequested = true;
    return waitMs;
  }

  /**
   * Sends until nothing is queued, then resolves to null, or until a pause is due, then to its milliseconds. The lock is released during a
   * pause, so that another tab may take over.
   */
  async #sendAll({ hasLock, isHeldElsewhere }: LockTurn): Promise<number | null> {
    const mayOnlySendOwn = !hasLock && !this.#canSendWithoutLock;
    this.#canSendWithoutLock = false;
    while (!this.#isStopped) {
      const next = await this.#nextToSend(mayOnlySendOwn);
      if (!next) {
        if (mayOnlySendOwn && this.#firstSendable(false)) void this.#sendWithoutLock(isHeldElsewhere);
        return null;
      }
      const waitMs = await this.#send(next);
      if (waitMs !== null) {
        this.#isDrainRequested = true;
        return waitMs;
      }
    }
    return null;
  }

  /** Lets the next round send the messages of other pages, too, unless another tab holds the lock. Nothing waits for this check. */
  async #sendWithoutLock(isHeldElsewhere: LockTurn['isHeldElsewhere']): Promise<void> {
    if (await isHeldElsewhere()) return;
    this.#canSendWithoutLock = true;
    this.wake();
  }

  /** The next message to send. One that is just being stored cannot have been sent by another tab, so the store is not read again for it. */
  async #nextToSend(mayOnlySendOwn: boolean): Promise<PendingMessage | undefined> {
    const [writing] = this.#storing.values();
    const written = await writing;
    if (written) {
      this.#storing.delete(written.client_id);
      if (!this.#removed.has(written.client_id)) return written;
    }
    await this.#syncWithStore();
    return this.#firstSendable(mayOnlySendOwn);
  }

  #firstSendable(mayOnlySendOwn: boolean): PendingMessage | undefined {
    const maySend = ({ client_id }: PendingMessage) => {
      const isStored = !this.#unstored.has(client_id);
      return isStored && (!mayOnlySendOwn || this.#ownIds.has(client_id));
    };
    return firstQueued(this.#entries.values(), maySend);
  }

  /** Sends one message. Returns null if it is settled, otherwise the milliseconds to wait before the next try. */
  async #send(entry: PendingMessage): Promise<number | null> {
    const { conversation_id, client_id, text, about, expects } = entry;
    try {
      const send_pass = this.#listeners.get(conversation_id)?.sendPass();
      const result = await this.#ports.calls.send({
        conversation: { id: conversation_id },
        message: { client_id, text, ...(about ? { about: about.block } : {}) },
        ...(send_pass ? { send_pass } : {}),
        ...(expects ? { expects } : {}),
      });
      performance.mark('send' satisfies Vital, { detail: entry.created_at });
      this.#listeners.get(conversation_id)?.sent(result);
      this.#ports.observer.messageSent(result);
      await this.remove(conversation_id, client_id);
      return null;
    } catch (error) {
      return this.#handleFailure(entry, error);
    }
  }

  /** Resolves to the milliseconds to wait before the next try, or to null if the message was marked as failed. */
  async #handleFailure(entry: PendingMessage, error: unknown): Promise<number | null> {
    const failure = sendFailureOf(error);
    if (failure.kind === 'refused') return this.#markFailed(entry, failure);
    const before = this.#tries.get(entry.client_id) ?? { all: 0, onServerFault: 0 };
    const tries = { all: before.all + 1, onServerFault: before.onServerFault + Number(failure.isServerFault) };
    this.#tries.set(entry.client_id, tries);
    if (tries.onServerFault >= MAX_TRIES_ON_SERVER_FAULT)
      return this.#markFailed(entry, { reason: 'internal', endsAt: null, newPrice: null });
    return backoffMs(tries.all, this.#ports.random.fraction(), {
      firstMs: FIRST_WAIT_MS,
      maxMs: LONGEST_WAIT_MS,
      minMs: failure.waitMs,
    });
  }

  async #markFailed({ conversation_id, client_id }: PendingMessage, refusal: SendRefusal): Promise<null> {
    const { reason, endsAt: ends_at, newPrice: new_price } = refusal;
    const stored = this.#update(conversation_id, (entries) =>
      entries.map((entry) => (entry.client_id === client_id ? { ...entry, state: 'failed', reason, ends_at, new_price } : entry)),
    );
    this.#listeners.get(conversation_id)?.refused(refusal);
    await stored;
    return null;
  }

  /** Takes over the state of the store, which all tabs share: messages that another tab has sent, discarded or written. */
  async #syncWithStore(): Promise<void> {
    const conversations = new Set([...(await this.#ports.pendingStore.conversations()), ...this.#entries.keys()]);
    for (const conversation of conversations) {
      this.#mergeStored(conversation, await this.#ports.pendingStore.read(conversation));
    }
  }

  #mergeStored(conversation: string, stored: StoredPending): void {
    const known = this.pendingOf(conversation);
    const next = mergePending(known, stored, { removed: this.#removed, unstored: this.#unstored });
    const removed = excludeById(known, [...next, ...stored.entries]);
    if (removed.length > 0) this.#listeners.get(conversation)?.removedElsewhere(removed);
    if (!isSamePending(next, known)) this.#setEntries(conversation, next);
  }
}
