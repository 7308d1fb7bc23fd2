import type { Conversation } from '#contract/chat';
import type { ClientFrame, RoomFrame } from '#contract/realtime';
import type {
  Clock,
  Locks,
  LockTurn,
  PendingMessage,
  PendingStore,
  RoomEvents,
  ThreadStore,
} from '../../../../web/features/chat/engine/conversation-ports.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');

/** Runs all promise callbacks that are ready. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Long enough for fifty sends to go through one after the other. */
async function settleFully() {
  for (let i = 0; i < 300; i += 1) await settled();
}

export class ManualClock implements Clock {
  #now = START;
  #jobs: { at: number; job: () => void }[] = [];
  now() {
    return this.#now;
  }
  after(ms: number, job: () => void) {
    const entry = { at: this.#now + ms, job };
    this.#jobs.push(entry);
    return () => {
      this.#jobs = this.#jobs.filter((other) => other !== entry);
    };
  }
  async advance(ms: number) {
    await settled();
    const end = this.#now + ms;
    for (;;) {
      const next = this.#jobs.filter((entry) => entry.at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#jobs = this.#jobs.filter((entry) => entry !== next);
      this.#now = Math.max(this.#now, next.at);
      next.job();
      await settled();
    }
    this.#now = end;
    await settleFully();
  }
}

export class SharedStore implements PendingStore {
  readonly #lists = new Map<string, readonly PendingMessage[]>();
  /** Reads do not answer in time: they find nothing. */
  isLate = false;
  async conversations() {
    return [...this.#lists.keys()];
  }
  async read(conversation: string) {
    if (this.isLate) return { entries: [], isComplete: false };
    return { entries: this.#lists.get(conversation) ?? [], isComplete: true };
  }
  async update(conversation: string, change: (entries: readonly PendingMessage[]) => readonly PendingMessage[]) {
    this.#lists.set(conversation, change(this.#lists.get(conversation) ?? []));
  }
}

/** The stored threads of a browser, shared by its pages. Unlike the real store it also keeps passes and presence. */
export class SharedThreads implements ThreadStore {
  readonly #threads = new Map<string, Conversation | null>();
  async read(conversation: string) {
    return this.#threads.get(conversation) ?? null;
  }
  async put(conversation: string, thread: Conversation | null) {
    this.#threads.set(conversation, thread);
  }
}

export class QueueLocks implements Locks {
  readonly #tails = new Map<string, Promise<unknown>>();
  /** Whether another tab holds the lock and does not release it; a promise if the browser takes its time to tell. */
  isHeldElsewhere: boolean | Promise<boolean> = false;
  held = 0;
  /** The largest number of jobs that ran at the same time. */
  mostHeld = 0;
  run<T>(name: string, job: (turn: LockTurn) => Promise<T>): Promise<T> {
    const { isHeldElsewhere } = this;
    if (isHeldElsewhere) return job({ hasLock: false, isHeldElsewhere: async () => isHeldElsewhere });
    const turn = (this.#tails.get(name) ?? Promise.resolve()).then(async () => {
      this.mostHeld = Math.max(this.mostHeld, ++this.held);
      return job({ hasLock: true, isHeldElsewhere: async () => false }).finally(() => {
        this.held -= 1;
      });
    });
    this.#tails.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  }
}

export class FakeRoom implements RoomEvents {
  readonly #frames = new Set<(frame: RoomFrame) => void>();
  readonly #reconnects = new Set<() => void>();
  readonly sentFrames: ClientFrame[] = [];
  isConnected = true;
  subscribe(listener: (frame: RoomFrame) => void) {
    this.#frames.add(listener);
    return () => this.#frames.delete(listener);
  }
  onReconnect(listener: () => void) {
    this.#reconnects.add(listener);
    return () => this.#reconnects.delete(listener);
  }
  isOpen() {
    return this.isConnected;
  }
  send(frame: ClientFrame) {
    this.sentFrames.push(frame);
  }
  deliver(...frames: RoomFrame[]) {
    for (const frame of frames) for (const listener of this.#frames) listener(frame);
  }
  reconnect() {
    this.isConnected = true;
    for (const listener of this.#reconnects) listener();
  }
}
