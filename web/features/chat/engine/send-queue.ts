import type { ErrorCode } from '#contract/errors';
import { growingPause, Pause } from './backoff.ts';
import type { ChatPorts, LockTurn, PendingMessage, Sent, StoredPending } from './conversation-ports.ts';
import { firstQueued, mergePending, without } from './pending-messages.ts';
import { readSendFailure } from './send-failure.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** A server that answers 500 to one message must not hold up the ones behind it for ever. */
const TRIES_ON_SERVER_FAULT = 5;

export interface OutboxListener {
  changed(): void;
  sent(sent: Sent): void;
  /** What goes with the next message, if anything is known to. */
  pass(): string | undefined;
  refused(): void;
  /** Another tab has taken these messages out: sent them, most likely. Told before `changed`. */
  takenElsewhere(messages: readonly PendingMessage[]): void;
}

type OutboxPorts = Pick<ChatPorts, 'calls' | 'store' | 'locks' | 'clock' | 'events' | 'random' | 'followers'>;
type Entries = ReadonlyMap<string, readonly PendingMessage[]>;
const NOTHING: readonly PendingMessage[] = [];

/** All unacknowledged messages of one member: kept in the store, sent in order, one at a time, from one tab only. */
export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #lockName: string;
  readonly #listeners = new Map<string, OutboxListener>();
  readonly #tries = new Map<string, number>();
  readonly #pause: Pause;
  /** Ids the store must not bring back, and ids it does not hold yet. */
  readonly #done = new Set<string>();
  readonly #unwritten = new Set<string>();
  /** Ids that were written here; while another tab holds the lock, these alone are sent from here. */
  readonly #own = new Set<string>();
  /** Messages on their way into the store: each, or null where others of its conversation wait before it. */
  readonly #writing = new Map<string, Promise<PendingMessage | null>>();
  #entries: Entries = new Map();
  #isDraining = false;
  /** No other tab holds the lock, as far as the browser says: the next pass sends everything even if it does not get the lock. */
  #isLockMissing = false;
  #isAskedAgain = false;
  #isStopped = false;
  #endListening: () => void = () => undefined;

  constructor(ports: OutboxPorts, member: string) {
    this.#ports = ports;
    this.#lockName = `outbox:${member}`;
    this.#pause = new Pause(ports.clock);
  }

  listen(conversation: string, listener: OutboxListener): () => void {
    this.#listeners.set(conversation, listener);
    return () => {
      if (this.#listeners.get(conversation) === listener) this.#listeners.delete(conversation);
    };
  }

  of(conversation: string): readonly PendingMessage[] {
    return this.#entries.get(conversation) ?? NOTHING;
  }

  /** The messages of this member that wait on this device, whichever tab wrote them: to be sent, or for their member where they have failed. */
  async unsent(): Promise<readonly PendingMessage[]> {
    await this.#syncWithStore();
    return [...this.#entries.values()].flat();
  }

  /** Brings back what an earlier page left and goes on sending it. */
  async resume(): Promise<void> {
    this.#endListening = this.#ports.events.onReconnect(() => this.wake());
    await this.#syncWithStore();
    await this.#drain();
  }

  stop(): void {
    this.#isStopped = true;
    this.#endListening();
    this.#pause.end();
  }

  /** Ends a pause between two tries: the network or the socket is back. */
  wake(): void {
    this.#pause.end();
    void this.#drain();
  }

  async add(conversation: string, text: string): Promise<void> {
    const entry = this.#entry(conversation, text, this.#ports.random.id());
    this.#unwritten.add(entry.client_id);
    this.#own.add(entry.client_id);
    this.#set(conversation, [...this.of(conversation), entry]);
    const written = this.#write(entry);
    this.#writing.set(entry.client_id, written);
    // The lock is asked for meanwhile.
    this.wake();
    await written;
    this.#writing.delete(entry.client_id);
    this.#unwritten.delete(entry.client_id);
    this.wake();
  }

  /** Puts a message last into the store; gives it back when nothing that may go waits before it there. */
  async #write(entry: PendingMessage): Promise<PendingMessage | null> {
    let isFirst = true;
    await this.#ports.store.update(entry.conversation_id, (entries) => {
      isFirst &&= !entries.some(({ state }) => state === 'queued');
      return [...entries, entry];
    });
    return isFirst ? entry : null;
  }

  /** Queues a failed message again, last. The id stays, so that a send that did arrive is not doubled; a used-up id is replaced. */
  async retry(conversation: string, client_id: string): Promise<void> {
    const failed = this.of(conversation).find((entry) => entry.client_id === client_id && entry.state === 'failed');
    if (!failed) return;
    const isUsedUp = failed.reason === 'client_id_reused';
    const entry = this.#entry(conversation, failed.text, isUsedUp ? this.#ports.random.id() : client_id);
    this.#tries.delete(client_id);
    this.#own.add(entry.client_id);
    await this.#change(conversation, (entries) => [...entries.filter((other) => other.client_id !== client_id), entry]);
    this.wake();
  }

  /** Takes a message out for good: the member gave it up, or it is known to have arrived. */
  async remove(conversation: string, client_id: string): Promise<void> {
    if (!this.of(conversation).some((entry) => entry.client_id === client_id)) return;
    this.#done.add(client_id);
    this.#tries.delete(client_id);
    await this.#change(conversation, (entries) => entries.filter((entry) => entry.client_id !== client_id));
  }

  #entry(conversation_id: string, text: string, client_id: string): PendingMessage {
    return { client_id, conversation_id, text, created_at: new Date(this.#ports.clock.now()).toISOString(), state: 'queued', reason: null };
  }

  async #change(conversation: string, change: (entries: readonly PendingMessage[]) => readonly PendingMessage[]): Promise<void> {
    this.#set(conversation, change(this.of(conversation)));
    await this.#ports.store.update(conversation, change);
  }

  #set(conversation: string, entries: readonly PendingMessage[]): void {
    this.#entries = new Map(this.#entries).set(conversation, entries);
    this.#listeners.get(conversation)?.changed();
  }

  async #drain(): Promise<void> {
    this.#isAskedAgain = true;
    if (this.#isDraining) return;
    this.#isDraining = true;
    while (this.#isAskedAgain && !this.#isStopped) {
      this.#isAskedAgain = false;
      const waitMs = await this.#ports.locks.run(this.#lockName, (turn) => this.#sendAll(turn));
      if (waitMs !== null) await this.#pause.take(waitMs);
    }
    this.#isDraining = false;
  }

  /** Sends until nothing is queued (null) or a pause is due. The lock is let go during a pause, so that a livelier tab may take over. */
  async #sendAll({ isOurs, isHeldElsewhere }: LockTurn): Promise<number | null> {
    const isOnlyOwn = !isOurs && !this.#isLockMissing;
    this.#isLockMissing = false;
    while (!this.#isStopped) {
      const next = await this.#next(isOnlyOwn);
      if (!next) {
        if (isOnlyOwn && this.#firstQueued(false)) void this.#sendWithoutLock(isHeldElsewhere);
        return null;
      }
      const waitMs = await this.#send(next);
      if (waitMs !== null) {
        this.#isAskedAgain = true;
        return waitMs;
      }
    }
    return null;
  }

  /** Sends what other pages have written, too, unless one of them does: what this page writes meanwhile waits for no answer about that. */
  async #sendWithoutLock(isHeldElsewhere: LockTurn['isHeldElsewhere']): Promise<void> {
    if (await isHeldElsewhere()) return;
    this.#isLockMissing = true;
    this.wake();
  }

  /** One that is being written while this tab holds the lock can have been sent by nobody, and goes without another look into the store. */
  async #next(isOnlyOwn: boolean): Promise<PendingMessage | undefined> {
    const [fresh] = this.#writing.values();
    const first = await fresh;
    if (first) {
      this.#writing.delete(first.client_id);
      if (!this.#done.has(first.client_id)) return first;
    }
    await this.#syncWithStore();
    return this.#firstQueued(isOnlyOwn);
  }

  #firstQueued(isOnlyOwn: boolean): PendingMessage | undefined {
    const mayGo = ({ client_id }: PendingMessage) => !this.#unwritten.has(client_id) && (!isOnlyOwn || this.#own.has(client_id));
    return firstQueued(this.#entries.values(), mayGo);
  }

  async #send(entry: PendingMessage): Promise<number | null> {
    const { conversation_id, client_id, text } = entry;
    try {
      const send_pass = this.#listeners.get(conversation_id)?.pass();
      const message = { client_id, text };
      const sent = await this.#ports.calls.send({ conversation: { id: conversation_id }, message, ...(send_pass ? { send_pass } : {}) });
      this.#listeners.get(conversation_id)?.sent(sent);
      this.#ports.followers.sent(sent);
      await this.remove(conversation_id, client_id);
      return null;
    } catch (error) {
      return this.#failed(entry, error);
    }
  }

  async #failed(entry: PendingMessage, error: unknown): Promise<number | null> {
    const failure = readSendFailure(error);
    if (failure.kind === 'refused') return this.#refuse(entry, failure.reason);
    const tries = (this.#tries.get(entry.client_id) ?? 0) + 1;
    this.#tries.set(entry.client_id, tries);
    if (failure.isOurs && tries >= TRIES_ON_SERVER_FAULT) return this.#refuse(entry, 'internal');
    return growingPause(tries, this.#ports.random.fraction(), { first: FIRST_WAIT_MS, longest: LONGEST_WAIT_MS, least: failure.waitMs });
  }

  async #refuse({ conversation_id, client_id }: PendingMessage, reason: ErrorCode): Promise<null> {
    await this.#change(conversation_id, (entries) =>
      entries.map((entry) => (entry.client_id === client_id ? { ...entry, state: 'failed', reason } : entry)),
    );
    this.#listeners.get(conversation_id)?.refused();
    return null;
  }

  /** The store is what all tabs share: what it lost was sent or discarded elsewhere, what it holds beyond ours was written elsewhere. */
  async #syncWithStore(): Promise<void> {
    const conversations = new Set([...(await this.#ports.store.conversations()), ...this.#entries.keys()]);
    for (const conversation of conversations) {
      this.#adopt(conversation, await this.#ports.store.read(conversation));
    }
  }

  #adopt(conversation: string, stored: StoredPending): void {
    const known = this.of(conversation);
    const next = mergePending(known, stored, { done: this.#done, unwritten: this.#unwritten });
    const taken = without(known, [...next, ...stored.entries]);
    if (taken.length > 0) this.#listeners.get(conversation)?.takenElsewhere(taken);
    if (JSON.stringify(next) !== JSON.stringify(known)) this.#set(conversation, next);
  }
}
