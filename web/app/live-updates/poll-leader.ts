import type { SharedAnswers, TabChannel } from '../../platform/tab-channel.ts';

/** How much longer than the interval a tab waits for the leader before it asks it for answers, in milliseconds. */
const GRACE_MS = 10_000;
/** A leader that does not respond within this many milliseconds is taken to have stopped. */
const LEADER_TIMEOUT_MS = 3000;

export interface PollerPorts {
  now(): number;
  schedule(ms: number, job: () => void): () => void;
  /** Milliseconds between two polls; depends on the socket and on push. */
  interval(): number;
  /** Earliest time of the next poll in milliseconds since 1970, set when the socket is lost; 0 for no limit. */
  notBefore(): number;
  isVisible(): boolean;
  /** Makes one poll. Never rejects. */
  poll(): Promise<void>;
  /** The cached answers, to be sent to the other tabs. */
  cachedAnswers(): SharedAnswers;
  /** Takes over the answers of another tab. */
  applyAnswers(answers: SharedAnswers): void;
  tabs: Pick<TabChannel, 'send' | 'listen'>;
  /**
   * Requests leadership, which one tab of the browser has at a time; returns the function that gives it up. `lost` is called when another
   * tab has stolen it. Null in a browser without locks: then every tab leads.
   */
  requestLeadership: ((request: { steal: boolean; gained: () => void; lost: () => void }) => () => void) | null;
}

/**
 * Lets one visible tab of a browser, the leader, poll for all; the others take over its answers. Hidden tabs do not poll. If the leader
 * stops responding, a waiting tab takes leadership over (docs/product.md, "One polling tab").
 */
export class Poller {
  readonly #ports: PollerPorts;
  readonly #stopListening: () => void;
  #lastPollAt = 0;
  #isLeader = false;
  #releaseLeadership: (() => void) | null = null;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(ports: PollerPorts) {
    this.#ports = ports;
    this.#stopListening = ports.tabs.listen((word) => {
      if (word.type === 'due') this.#answerRequest(word.since);
      if (word.type === 'answers') this.#takeOverAnswers(word, word.askedAt);
    });
    this.reschedule();
  }

  /** To be called when the visibility of the tab or the state of the socket has changed: reschedules or stops polling. */
  reschedule(): void {
    if (this.#isStopped) return;
    if (this.#ports.isVisible()) this.#participate();
    else this.#pause();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopListening();
    this.#pause();
  }

  #pause(): void {
    this.#cancel();
    this.#releaseLeadership?.();
    this.#releaseLeadership = null;
    this.#isLeader = false;
  }

  #participate(): void {
    if (this.#ports.requestLeadership === null) this.#isLeader = true;
    else if (!this.#releaseLeadership) this.#requestLeadership(false);
    this.#scheduleNext();
  }

  #requestLeadership(steal: boolean): void {
    this.#releaseLeadership?.();
    const gained = () => {
      this.#isLeader = true;
      this.#scheduleNext();
    };
    const lost = () => {
      this.#isLeader = false;
      this.#releaseLeadership = null;
      this.reschedule();
    };
    this.#releaseLeadership = this.#ports.requestLeadership?.({ steal, gained, lost }) ?? null;
  }

  #dueAt(): number {
    const due = Math.max(this.#lastPollAt + this.#ports.interval(), this.#ports.notBefore());
    // A tab that has no answer yet does not wait for the leader to be late.
    return this.#isLeader || this.#lastPollAt === 0 ? due : due + GRACE_MS;
  }

  #scheduleNext(): void {
    this.#cancel();
    this.#cancel = this.#ports.schedule(Math.max(0, this.#dueAt() - this.#ports.now()), () => this.#onDue());
  }

  #onDue(): void {
    if (this.#isLeader) return void this.#poll();
    this.#ports.tabs.send({ type: 'due', since: this.#ports.now() - this.#ports.interval() });
    this.#cancel = this.#ports.schedule(LEADER_TIMEOUT_MS, () => {
      this.#requestLeadership(true);
      // If the browser grants no lock either, this tab polls by itself.
      this.#cancel = this.#ports.schedule(LEADER_TIMEOUT_MS, () => void this.#poll());
    });
  }

  async #poll(): Promise<void> {
    this.#lastPollAt = this.#ports.now();
    this.#scheduleNext();
    await this.#ports.poll();
    this.#shareAnswers();
  }

  #shareAnswers(): void {
    if (!this.#isStopped) this.#ports.tabs.send({ type: 'answers', askedAt: this.#lastPollAt, ...this.#ports.cachedAnswers() });
  }

  #answerRequest(since: number): void {
    if (!this.#isLeader) return;
    if (this.#lastPollAt < since) void this.#poll();
    else this.#shareAnswers();
  }

  #takeOverAnswers(answers: SharedAnswers, askedAt: number): void {
    this.#ports.applyAnswers(answers);
    this.#lastPollAt = Math.max(this.#lastPollAt, askedAt);
    if (this.#ports.isVisible()) this.#scheduleNext();
  }
}
