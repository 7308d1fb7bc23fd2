import { createStore, type Store } from '../../platform/store.ts';
import type { MessageToServiceWorker } from '../service-worker-messages.ts';
import { isIdle, mayReload, type PageActivity } from './update-rules.ts';

/** The state of the service worker of this page (docs/product.md, "Service worker"). */
export interface ServiceWorkerStatus {
  readonly stage: 'none' | 'registered' | 'installed' | 'waiting' | 'activated';
  /** Whether the site can start without a network. */
  readonly offlineReady: boolean;
  /** Whether a newer build is waiting; it takes over when the member asks for it, or at an idle moment. */
  readonly needRefresh: boolean;
  /** Whether the browser could not register it; the site works without. */
  readonly hasFailed: boolean;
}

type FollowedWorker = Pick<ServiceWorker, 'state' | 'postMessage'> & EventSourceLike<'statechange'>;

interface EventSourceLike<T extends string> {
  addEventListener(type: T, listener: () => void): void;
}

export interface Registration extends EventSourceLike<'updatefound'> {
  readonly installing: FollowedWorker | null;
  readonly waiting: FollowedWorker | null;
  readonly active: FollowedWorker | null;
  update(): Promise<unknown>;
}

/** The part of `navigator.serviceWorker` that is used here. */
export interface Container extends EventSourceLike<'controllerchange'> {
  readonly controller: unknown;
  register(address: string, options: RegistrationOptions): Promise<Registration>;
}

export interface UpdatePorts {
  readonly container: Container;
  readonly activity: () => Promise<PageActivity>;
  /** Reloads the page unless it has just done so; returns whether it reloads. */
  readonly reload: () => boolean;
}

/** How often a newer release is looked for, in milliseconds (docs/product.md, "Application updates"). */
const CHECK_MS = 3_600_000;
/** How often a waiting update checks whether it may take over, in milliseconds. */
const TAKE_OVER_CHECK_MS = 2000;
/** Shortest time between two checks that `noteBuildMismatch` causes, in milliseconds. */
const MISMATCH_CHECK_MS = 60_000;

/** Registers the service worker and follows it and its updates. */
export class Updates {
  readonly state: Store<ServiceWorkerStatus> = createStore<ServiceWorkerStatus>({
    stage: 'none',
    offlineReady: false,
    needRefresh: false,
    hasFailed: false,
  });
  readonly #ports: UpdatePorts;
  #registration: Registration | null = null;
  #isControlled: boolean;
  #isReloadDue = false;
  #isRequested = false;
  #isChecking = false;
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
      if (registration.waiting) this.#onWaiting();
      setInterval(() => this.#check(), CHECK_MS);
    } catch (error) {
      console.warn(error);
      this.#set({ hasFailed: true });
    }
  }

  /** To be called when the member asks for the newer build. It takes over as soon as nothing is being sent. */
  refresh(): void {
    this.#isRequested = true;
    void this.#applyIfPossible();
  }

  /** To be called when the page is visible again: timers stop while the machine sleeps. */
  noteVisible(): void {
    if (this.#registration && Date.now() - this.#checkedAt >= CHECK_MS) this.#check();
  }

  /** To be called when the server seems to be of another build than this page. */
  noteBuildMismatch(): void {
    if (Date.now() - this.#checkedAt >= MISMATCH_CHECK_MS) this.#check();
  }

  /** Sends a message to the active service worker. */
  sendMessage(message: MessageToServiceWorker): void {
    this.#registration?.active?.postMessage(message);
  }

  #set(change: Partial<ServiceWorkerStatus>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  #check(): void {
    this.#checkedAt = Date.now();
    this.#registration?.update().catch(() => undefined);
  }

  #follow(worker: FollowedWorker | null): void {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') this.#set({ stage: 'activated', offlineReady: true });
      if (worker.state !== 'installed') return;
      this.#set({ stage: 'installed' });
      // Without an active one before it, the first service worker does not wait.
      if (this.#registration?.active) this.#onWaiting();
    });
  }

  #onWaiting(): void {
    this.#set({ stage: 'waiting', needRefresh: true });
    this.#checkRegularly();
  }

  /** The first service worker takes an uncontrolled page over without a reload; a later one requires a reload. */
  #controlChanged(): void {
    if (!this.#isControlled) {
      this.#isControlled = true;
      return;
    }
    this.#isReloadDue = true;
    void this.#applyIfPossible();
    this.#checkRegularly();
  }

  #checkRegularly(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    setInterval(() => void this.#applyIfPossible(), TAKE_OVER_CHECK_MS);
  }

  async #applyIfPossible(): Promise<void> {
    const moment = await this.#ports.activity();
    if (this.#isReloadDue) {
      if (mayReload(moment, this.#isRequested)) this.#ports.reload();
      else this.#set({ needRefresh: true });
      return;
    }
    const mayTakeOver = this.#isRequested ? mayReload(moment, true) : isIdle(moment);
    const message: MessageToServiceWorker = { type: 'take-over', isAsked: this.#isRequested };
    if (mayTakeOver) this.#registration?.waiting?.postMessage(message);
  }
}
