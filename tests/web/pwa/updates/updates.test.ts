import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageActivity } from '../../../../web/pwa/updates/update-rules.ts';
import { type Container, type Registration, Updates } from '../../../../web/pwa/updates/updates.ts';

const HOUR = 3_600_000;

/** A service worker whose state the test sets. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  readonly received: unknown[] = [];
  setState(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  postMessage(message: unknown): void {
    this.received.push(message);
  }
}

class FakeRegistration extends EventTarget implements Registration {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  checks = 0;
  async update(): Promise<void> {
    this.checks += 1;
  }
  /** The browser finds a new build and begins to install it. */
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
  /** The new build is installed and waits. */
  install(worker: FakeWorker): void {
    this.installing = null;
    this.waiting = worker;
    worker.setState('installed');
  }
}

class FakeContainer extends EventTarget implements Container {
  controller: FakeWorker | null = null;
  readonly registration = new FakeRegistration();
  isBroken = false;
  async register(): Promise<FakeRegistration> {
    if (this.isBroken) throw new TypeError('storage is blocked');
    return this.registration;
  }
  /** The worker becomes active and controls the page. */
  takeControl(worker: FakeWorker): void {
    this.registration.waiting = null;
    this.registration.active = worker;
    worker.setState('activated');
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

let container: FakeContainer;
let moment: PageActivity;
let reloads: number;

const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A page of a browser that has no service worker yet, or one of an earlier visit. */
async function aPage({ hasWorker }: { hasWorker: boolean }): Promise<Updates> {
  if (hasWorker) {
    const old = new FakeWorker();
    old.state = 'activated';
    container.controller = old;
    container.registration.active = old;
  }
  const updates = new Updates({
    container,
    activity: async () => moment,
    reload: () => {
      reloads += 1;
      return true;
    },
  });
  await updates.start();
  return updates;
}

async function aWaitingUpdate(): Promise<{ updates: Updates; next: FakeWorker }> {
  const updates = await aPage({ hasWorker: true });
  const next = container.registration.find();
  container.registration.install(next);
  return { updates, next };
}

beforeEach(() => {
  vi.useFakeTimers();
  container = new FakeContainer();
  moment = { hasDirtyFields: false, isSending: false, hiddenMs: 0, untouchedMs: 0 };
  reloads = 0;
});
afterEach(() => vi.useRealTimers());

describe('the first service worker', () => {
  test('goes through its states, makes the site ready for offline and reloads nothing', async () => {
    const updates = await aPage({ hasWorker: false });
    expect(updates.state.get()).toEqual({ stage: 'registered', offlineReady: false, needRefresh: false, hasFailed: false });
    const first = container.registration.find();
    container.registration.install(first);
    expect(updates.state.get().stage).toBe('installed');
    container.takeControl(first);
    await passTime(10_000);
    expect(updates.state.get()).toEqual({ stage: 'activated', offlineReady: true, needRefresh: false, hasFailed: false });
    expect(reloads).toBe(0);
  });

  test('that cannot be registered sets its flag', async () => {
    container.isBroken = true;
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect((await aPage({ hasWorker: false })).state.get()).toMatchObject({ stage: 'none', hasFailed: true });
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});

describe('an update', () => {
  test('waits while the page is in use', async () => {
    const { updates, next } = await aWaitingUpdate();
    await passTime(60_000);
    expect(updates.state.get()).toEqual({ stage: 'waiting', offlineReady: true, needRefresh: true, hasFailed: false });
    expect(next.received).toEqual([]);
  });

  test('that has waited since an earlier visit sets needRefresh', async () => {
    container.registration.waiting = new FakeWorker();
    expect((await aPage({ hasWorker: true })).state.get().needRefresh).toBe(true);
  });

  test('takes over when it is asked for, and the page reloads', async () => {
    const { updates, next } = await aWaitingUpdate();
    updates.refresh();
    await passTime(0);
    expect(next.received).toEqual([{ type: 'take-over', isAsked: true }]);
    expect(reloads).toBe(0);
    container.takeControl(next);
    await passTime(0);
    expect(reloads).toBe(1);
  });

  test('that is asked for during a send takes over after it', async () => {
    const { updates, next } = await aWaitingUpdate();
    moment = { ...moment, isSending: true };
    updates.refresh();
    await passTime(10_000);
    expect(next.received).toEqual([]);
    moment = { ...moment, isSending: false };
    await passTime(2000);
    expect(next.received).toEqual([{ type: 'take-over', isAsked: true }]);
  });

  test('takes over by itself at an idle moment', async () => {
    const { next } = await aWaitingUpdate();
    moment = { ...moment, hiddenMs: 40_000 };
    await passTime(2000);
    expect(next.received).toEqual([{ type: 'take-over', isAsked: false }]);
  });

  test('that another page has activated reloads this one only when nothing is typed, and sets needRefresh meanwhile', async () => {
    const { updates, next } = await aWaitingUpdate();
    moment = { ...moment, hasDirtyFields: true };
    container.takeControl(next);
    await passTime(30_000);
    expect([reloads, updates.state.get().needRefresh]).toEqual([0, true]);
    moment = { ...moment, hasDirtyFields: false };
    await passTime(2000);
    expect(reloads).toBe(1);
  });

  test('that another page has activated reloads this one at once on request, whatever is typed', async () => {
    const { updates, next } = await aWaitingUpdate();
    moment = { ...moment, hasDirtyFields: true };
    container.takeControl(next);
    await passTime(0);
    updates.refresh();
    await passTime(0);
    expect(reloads).toBe(1);
  });

  test('is looked for when the server seems to be newer, once a minute at most', async () => {
    const updates = await aPage({ hasWorker: true });
    await passTime(60_000);
    for (let answers = 0; answers < 5; answers += 1) updates.noteBuildMismatch();
    expect(container.registration.checks).toBe(1);
    await passTime(60_000);
    updates.noteBuildMismatch();
    expect(container.registration.checks).toBe(2);
  });

  test('is looked for once an hour, and when a machine wakes after longer than that', async () => {
    const updates = await aPage({ hasWorker: true });
    await passTime(HOUR - 1);
    expect(container.registration.checks).toBe(0);
    await passTime(1);
    expect(container.registration.checks).toBe(1);
    updates.noteVisible();
    expect(container.registration.checks).toBe(1);
    vi.setSystemTime(Date.now() + 2 * HOUR);
    updates.noteVisible();
    expect(container.registration.checks).toBe(2);
  });
});
