import type { Answers, OtherTabs } from '../../platform/tab-channel.ts';

/** How much longer than the interval a tab waits for the leader before it asks it for answers, in milliseconds. */
const GRACE_MS = 10_000;
/** A leader that does not respond within this many milliseconds is taken to have stopped. */
const PATIENCE_MS = 3000;

export interface PollerPorts {
  now(): number;
  after(ms: number, job: () => void): () => void;
  /** Milliseconds between two polls; depends on the socket and on push. */
  interval(): number;
  /** Earliest time of the next poll in milliseconds since 1970, set when the socket is lost; 0 for no limit. */
  notBefore(): number;
  isVisible(): boolean;
  /** Makes one poll. Never rejects. */
  ask(): Promise<void>;
  /** The cached answers, to be sent to the other tabs. */
  answers(): Answers;
  /** Takes over the answers of another tab. */
  take(answers: Answers): void;
  tabs: Pick<OtherTabs, 'say' | 'hear'>;
  /**
   * Requests leadership, which one tab of the browser has at a time; returns the function that gives it up. `lost` is called when another
   * tab has stolen it. Null in a browser without locks: then every tab leads.
   */
  lead: ((request: { steal: boolean; gained: () => void; lost: () => void }) => () => void) | null;
}

/**
 * Lets one visible tab of a browser, the leader, poll for all; the others take over its answers. Hidden tabs do not poll. If the leader
 * stops responding, a waiting tab takes leadership over (docs/product.md, "One polling tab").
 */
export class Poller {
  readonly #ports: PollerPorts;
  readonly #endHearing: () => void;
  #last = 0;
  #isLeader = false;
  #giveUp: (() => void) | null = null;
  #cancel: () => void = () => undefined;
  #isOver = false;

  constructor(ports: PollerPorts) {
    this.#ports = ports;
    this.#endHearing = ports.tabs.hear((word) => {
      if (word.type === 'due') this.#answer(word.since);
      if (word.type === 'answers') this.#hear(word, word.askedAt);
    });
    this.look();
  }

  /** To be called when the visibility of the tab or the state of the socket has changed: reschedules or stops polling. */
  look(): void {
    if (this.#isOver) return;
    if (this.#ports.isVisible()) this.#stand();
    else this.#rest();
  }

  stop(): void {
    this.#isOver = true;
    this.#endHearing();
    this.#rest();
  }

  #rest(): void {
    this.#cancel();
    this.#giveUp?.();
    this.#giveUp = null;
    this.#isLeader = false;
  }

  #stand(): void {
    if (this.#ports.lead === null) this.#isLeader = true;
    else if (!this.#giveUp) this.#apply(false);
    this.#wait();
  }

  #apply(steal: boolean): void {
    this.#giveUp?.();
    const gained = () => {
      this.#isLeader = true;
      this.#wait();
    };
    const lost = () => {
      this.#isLeader = false;
      this.#giveUp = null;
      this.look();
    };
    this.#giveUp = this.#ports.lead?.({ steal, gained, lost }) ?? null;
  }

  #dueAt(): number {
    const due = Math.max(this.#last + this.#ports.interval(), this.#ports.notBefore());
    // A tab that has no answer yet does not wait for the leader to be late.
    return this.#isLeader || this.#last === 0 ? due : due + GRACE_MS;
  }

  #wait(): void {
    this.#cancel();
    this.#cancel = this.#ports.after(Math.max(0, this.#dueAt() - this.#ports.now()), () => this.#due());
  }

  #due(): void {
    if (this.#isLeader) return void this.#ask();
    this.#ports.tabs.say({ type: 'due', since: this.#ports.now() - this.#ports.interval() });
    this.#cancel = this.#ports.after(PATIENCE_MS, () => {
      this.#apply(true);
      // If the browser grants no lock either, this tab polls by itself.
      this.#cancel = this.#ports.after(PATIENCE_MS, () => void this.#ask());
    });
  }

  async #ask(): Promise<void> {
    this.#last = this.#ports.now();
    this.#wait();
    await this.#ports.ask();
    this.#tell();
  }

  #tell(): void {
    if (!this.#isOver) this.#ports.tabs.say({ type: 'answers', askedAt: this.#last, ...this.#ports.answers() });
  }

  #answer(since: number): void {
    if (!this.#isLeader) return;
    if (this.#last < since) void this.#ask();
    else this.#tell();
  }

  #hear(answers: Answers, askedAt: number): void {
    this.#ports.take(answers);
    this.#last = Math.max(this.#last, askedAt);
    if (this.#ports.isVisible()) this.#wait();
  }
}
