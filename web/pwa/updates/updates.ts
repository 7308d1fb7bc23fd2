import { createStore, type Store } from '../../platform/store.ts';
import type { ToWorker } from '../worker-messages.ts';
import { isIdle, type Moment, mayReload } from './update-rules.ts';

/** The state of the service worker of this page (docs/product.md, "Service worker"). */
export interface WorkerState {
  readonly stage: 'none' | 'registered' | 'installed' | 'waiting' | 'activated';
  /** Whether the site can start without a network. */
  readonly offlineReady: boolean;
  /** Whether a newer build is waiting; it takes over when the member asks for it, or at an idle moment. */
  readonly needRefresh: boolean;
  /** Whether the browser could not register it; the site works without. */
  readonly hasFailed: boolean;
}

type Registered = Pick<ServiceWorker, 'state' | 'postMessage'> & Listening<'statechange'>;

interface Listening<T extends string> {
  addEventListener(type: T, listener: () => void): void;
}

export interface Registration extends Listening<'updatefound'> {
  readonly installing: Registered | null;
  readonly waiting: Registered | null;
  readonly active: Registered | null;
  update(): Promise<unknown>;
}

/** The part of `navigator.serviceWorker` that is used here. */
export interface Container extends Listening<'controllerchange'> {
  readonly controller: unknown;
  register(address: string, options: RegistrationOptions): Promise<Registration>;
}

export interface UpdatePorts {
  readonly container: Container;
  readonly moment: () => Promise<Moment>;
  /** Reloads the page unless it has just done so; returns whether it reloads. */
  readonly reload: () => boolean;
}

/** How often a newer release is looked for, in milliseconds (docs/product.md, "Application updates"). */
const CHECK_MS = 3_600_000;
/** How often a waiting update checks whether it may take over, in milliseconds. */
const LOOK_MS = 2000;
/** Shortest time between two checks that `doubt` causes, in milliseconds. */
const DOUBT_MS = 60_000;

/** Registers the service worker and follows it and its updates. */
export class Updates {
  readonly state: Store<WorkerState> = createStore<WorkerState>({
    stage: 'none',
    offlineReady: false,
    needRefresh: false,
    hasFailed: false,
  });
  readonly #ports: UpdatePorts;
  #registration: Registration | null = null;
  #isControlled: boolean;
  #isReloadDue = false;
  #isAsked = false;
  #isLooking = false;
  #checkedAt = 0;

  constructor(ports: UpdatePorts) {
    this.#ports = ports;
    this.#isControlled = ports.container.controller !== null;
  }

  /** Registers the service worker. A failure sets `hasFailed` and has no other effect (docs/product.md, "Service worker"). */
  async start(): Promise<void> {
    const { container } = this.#ports;
    container.addEventListener('controllerchange', () => this.#controlChanged());
    try {
      const registration = await container.register('/sw.js', { scope: '/', updateViaCache: 'none' });
      this.#registration = registration;
      this.#checkedAt = Date.now();
      registration.addEventListener('updatefound', () => this.#follow(registration.installing));
      this.#set({ stage: 'registered' });
      if (registration.active) this.#set({ stage: 'activated', offlineReady: true });
      this.#follow(registration.installing);
      if (registration.waiting) this.#waits();
      setInterval(() => this.#check(), CHECK_MS);
    } catch (error) {
      console.warn(error);
      this.#set({ hasFailed: true });
    }
  }

  /** To be called when the member asks for the newer build. It takes over as soon as nothing is being sent. */
  refresh(): void {
    this.#isAsked = true;
    void this.#look();
  }

  /** To be called when the page is visible again: timers stop while the machine sleeps. */
  seen(): void {
    if (this.#registration && Date.now() - this.#checkedAt >= CHECK_MS) this.#check();
  }

  /** To be called when the server seems to be of another build than this page. */
  doubt(): void {
    if (Date.now() - this.#checkedAt >= DOUBT_MS) this.#check();
  }

  /** Sends a message to the active service worker. */
  tell(message: ToWorker): void {
    this.#registration?.active?.postMessage(message);
  }

  #set(change: Partial<WorkerState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  #check(): void {
    this.#checkedAt = Date.now();
    this.#registration?.update().catch(() => undefined);
  }

  #follow(worker: Registered | null): void {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') this.#set({ stage: 'activated', offlineReady: true });
      if (worker.state !== 'installed') return;
      this.#set({ stage: 'installed' });
      // Without an active one before it, the first service worker does not wait.
      if (this.#registration?.active) this.#waits();
    });
  }

  #waits(): void {
    this.#set({ stage: 'waiting', needRefresh: true });
    this.#keepLooking();
  }

  /** The first service worker takes an uncontrolled page over without a reload; a later one requires a reload. */
  #controlChanged(): void {
    if (!this.#isControlled) {
      this.#isControlled = true;
      return;
    }
    this.#isReloadDue = true;
    void this.#look();
    this.#keepLooking();
  }

  #keepLooking(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    setInterval(() => void this.#look(), LOOK_MS);
  }

  async #look(): Promise<void> {
    const moment = await this.#ports.moment();
    if (this.#isReloadDue) {
      if (mayReload(moment, this.#isAsked)) this.#ports.reload();
      else this.#set({ needRefresh: true });
      return;
    }
    const mayTakeOver = this.#isAsked ? mayReload(moment, true) : isIdle(moment);
    const message: ToWorker = { type: 'take-over', isAsked: this.#isAsked };
    if (mayTakeOver) this.#registration?.waiting?.postMessage(message);
  }
}
