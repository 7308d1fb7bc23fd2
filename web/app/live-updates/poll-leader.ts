import type { Answers, OtherTabs } from '../../platform/tab-channel.ts';

/** Another tab that leads has this much longer than its own time. */
const GRACE_MS = 10_000;
/** A leader that was asked and says nothing for so long has stopped. */
const PATIENCE_MS = 3000;

export interface PollerPorts {
  now(): number;
  after(ms: number, job: () => void): () => void;
  /** Milliseconds between two looks, by the socket and the pushes. */
  interval(): number;
  /** A loss of the socket delays the next look; 0 where there is nothing to wait for. */
  notBefore(): number;
  isVisible(): boolean;
  /** Asks the server all that is polled. */
  ask(): Promise<void>;
  /** What was asked last, for the other tabs; and theirs for this one. */
  answers(): Answers;
  take(answers: Answers): void;
  tabs: Pick<OtherTabs, 'say' | 'hear'>;
  /** One tab of the browser has it at a time; null where the browser cannot tell. `lost` is called when another has taken it. */
  lead: ((wanted: { steal: boolean; gained: () => void; lost: () => void }) => () => void) | null;
}

/**
 * One tab of a browser asks for all: the leader, which can be seen. The others hear its answers. Tabs that cannot be seen rest, and
 * when none can be seen nobody asks. A leader that has stopped loses its place to a tab that waits in vain.
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

  /** Something that decides about the next look has changed: the tab can be seen or not, the socket is open or not. */
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
    // Who has just come asks the leader at once.
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
      // Where the browser gives no lock at all, every tab asks for itself.
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
