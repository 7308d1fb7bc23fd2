import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './visit.ts';
import { untilUnasked } from './waits.ts';

/** How news reaches the pages of two members. */
export interface Way {
  readonly name: string;
  /** Before the page is opened. */
  prepare(page: Page): Promise<void>;
  /** Lets the time pass that news may take. */
  pass(page: Page): Promise<void>;
  /** At the end: that it was this way indeed. */
  assert(page: Page): void;
}

const sockets = new WeakMap<Page, { opened: number; refused: number }>();
const speaking = new WeakSet<Page>();
const countOf = (page: Page) => sockets.get(page) ?? { opened: 0, refused: 0 };

/** Counts the sockets of a page, from before it opens. */
async function noteSockets(page: Page): Promise<void> {
  page.on('websocket', (socket) => {
    const before = countOf(page);
    socket.once('framereceived', () => sockets.set(page, { ...countOf(page), opened: before.opened + 1 }));
    socket.once('framesent', () => speaking.add(page));
  });
}

/** Opens a thread until its socket has said what the page looks at, and nothing is asked for: what happens from here on it hears. */
export async function openConnected(page: Page, path: string): Promise<void> {
  await noteSockets(page);
  await page.goto(path);
  await until(() => speaking.has(page)).toBe(true);
  await untilUnasked(page);
}

/** Opens a page until it has gone to its room and asks for nothing: what happens from here on it hears. */
export async function openListening(page: Page, path: string): Promise<void> {
  const socket = page.waitForEvent('websocket');
  await page.goto(path);
  await socket;
  await untilUnasked(page);
}

const WITH_SOCKETS: Way = {
  name: 'with sockets',
  prepare: noteSockets,
  pass: async () => {},
  assert: (page) => expect(countOf(page).opened).toBeGreaterThan(0),
};

/** A poll is due after a minute; the page's clock is moved on instead of waiting. */
const POLLED_WITHIN = '01:01';

const WITHOUT_SOCKETS: Way = {
  name: 'with every socket blocked',
  prepare: async (page) => {
    await page.clock.install();
    await page.context().routeWebSocket(
      () => true,
      (socket) => {
        const { opened, refused } = countOf(page);
        sockets.set(page, { opened, refused: refused + 1 });
        return socket.close({ code: 1013 });
      },
    );
  },
  pass: (page) => page.clock.fastForward(POLLED_WITHIN),
  assert: (page) => {
    expect(countOf(page).refused).toBeGreaterThan(0);
  },
};

export const WAYS: readonly Way[] = [WITH_SOCKETS, WITHOUT_SOCKETS];
