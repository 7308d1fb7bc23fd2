import type { Page } from 'playwright-core';
import { until } from './visit.ts';
import { untilNoRequestPending } from './waits.ts';

/** How events reach pages: over sockets, or by polling alone. */
export interface DeliveryChannel {
  readonly name: string;
  /** Must be called before the page is opened. */
  prepare(page: Page): Promise<void>;
  /** Advances time until events have been delivered. */
  untilDelivered(page: Page): Promise<void>;
  /** Waits until the page has used this channel. */
  untilUsed(page: Page): Promise<void>;
}

const sockets = new WeakMap<Page, { opened: number; refused: number }>();
const pagesThatReported = new WeakSet<Page>();
const countOf = (page: Page) => sockets.get(page) ?? { opened: 0, refused: 0 };

/** Counts the sockets of a page that is not open yet. */
async function countSockets(page: Page): Promise<void> {
  page.on('websocket', (socket) => {
    const before = countOf(page);
    socket.once('framereceived', () => sockets.set(page, { ...countOf(page), opened: before.opened + 1 }));
    socket.once('framesent', () => pagesThatReported.add(page));
  });
}

/** Opens a thread and waits until the page has reported it to its room and makes no requests: it receives all later events. */
export async function openThreadConnected(page: Page, path: string): Promise<void> {
  await countSockets(page);
  await page.goto(path);
  await until(() => pagesThatReported.has(page)).toBe(true);
  await untilNoRequestPending(page);
}

/** Opens a page and waits until its socket exists and it makes no requests: it receives all later events. */
export async function openWithSocket(page: Page, path: string): Promise<void> {
  const socket = page.waitForEvent('websocket');
  await page.goto(path);
  await socket;
  await untilNoRequestPending(page);
}

const WITH_SOCKETS: DeliveryChannel = {
  name: 'with sockets',
  prepare: countSockets,
  untilDelivered: async () => {},
  // What the page shows may have come with its first calls, before the first frame.
  untilUsed: (page) => until(() => countOf(page).opened).toBeGreaterThan(0),
};

/** Longer than the interval of a minute between polls; the page's clock is advanced by it. */
const AFTER_NEXT_POLL = '01:01';

const WITHOUT_SOCKETS: DeliveryChannel = {
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
  untilDelivered: (page) => page.clock.fastForward(AFTER_NEXT_POLL),
  untilUsed: (page) => until(() => countOf(page).refused).toBeGreaterThan(0),
};

export const DELIVERY_CHANNELS: readonly DeliveryChannel[] = [WITH_SOCKETS, WITHOUT_SOCKETS];
