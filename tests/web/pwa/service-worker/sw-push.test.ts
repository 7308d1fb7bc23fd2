import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ME } from '../../fixtures.ts';

const KEY = 'BPublicKey';
const world = vi.hoisted(() => ({ member: null as string | null }));
vi.mock('../../../../web/offline/stored-member.ts', () => ({ keptMember: async () => world.member }));
vi.mock('../../../../web/pwa/stored-locale.ts', () => ({ keptLocale: async () => 'en' }));

/** A page of the site as its service worker sees it. */
interface Page {
  readonly url: string;
  readonly focused?: boolean;
  readonly visibilityState?: 'visible' | 'hidden';
  /** It answers that it shows the requested address by itself. */
  readonly isAlive?: boolean;
  /** The service worker does not control it, so that it cannot navigate it. */
  readonly isLost?: boolean;
}

const listeners = new Map<string, (event: object) => void>();
let pages: readonly Page[] = [];
let did: string[] = [];
let sent: unknown[] = [];
let settings: () => Response = () => new Response(JSON.stringify({ push_pub: KEY }));

const windowOf = (page: Page) => {
  const client = {
    url: `https://vonk.example${page.url}`,
    focused: page.focused ?? false,
    visibilityState: page.visibilityState ?? 'hidden',
    focus: async () => {
      did.push(`focus ${page.url}`);
      return client;
    },
    navigate: async (to: string) => {
      if (page.isLost) throw new TypeError('not controlled');
      did.push(`navigate ${page.url} to ${to}`);
    },
    postMessage: (message: { type: string; url?: string }, ports: readonly MessagePort[] = []) => {
      did.push(`post to ${page.url} ${message.type}`);
      if (page.isAlive) ports[0]?.postMessage('shown');
    },
  };
  return client;
};

/** Dispatches an event of the service worker and waits for all it does. */
async function happen(type: string, event: object): Promise<void> {
  const pending: unknown[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => void pending.push(work) });
  await Promise.all(pending);
}
const click = (url: string) => happen('notificationclick', { notification: { close: () => void did.push('close'), data: { url } } });
const push = (note: unknown) => happen('push', { data: { json: () => note } });
const renew = (event: object = {}) => happen('pushsubscriptionchange', event);

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    location: { origin: 'https://vonk.example' },
    clients: { matchAll: async () => pages.map(windowOf), openWindow: async (url: string) => void did.push(`open ${url}`) },
    registration: {
      showNotification: async (title: string, { body }: NotificationOptions) => void did.push(`show ${title}: ${body}`),
      pushManager: {
        subscribe: async (options: unknown) => {
          did.push(`subscribe ${JSON.stringify(options)}`);
          return { endpoint: 'https://push.example/made' };
        },
      },
    },
  });
  // Imported without types: those of a service worker contradict those of a page.
  await vi.importActual('../../../../web/pwa/service-worker/sw-push.ts');
});
beforeEach(() => {
  vi.stubGlobal('caches', { match: async () => undefined });
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void did.push(`badge ${count}`),
    clearAppBadge: async () => void did.push('no badge'),
  });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!init) return settings();
    sent.push([init.method, address, JSON.parse(String(init.body))]);
    return new Response(null, { status: 204 });
  });
  Object.assign(world, { member: ME });
  [pages, did, sent] = [[], [], []];
  settings = () => new Response(JSON.stringify({ push_pub: KEY }));
});
afterEach(() => vi.useRealTimers());

describe('a subscription that the push service has ended', () => {
  const MADE = { subscription: { endpoint: 'https://push.example/made' } };

  test('is replaced by one for the key of the site, which is sent to the server', async () => {
    await renew({ oldSubscription: null, newSubscription: null });
    expect(did).toEqual([`subscribe ${JSON.stringify({ userVisibleOnly: true, applicationServerKey: KEY })}`]);
    expect(sent).toEqual([['POST', '/api/user.php?push=1', MADE]]);
  });

  test('is replaced by the one that the browser itself has made', async () => {
    await renew({ newSubscription: { endpoint: 'https://push.example/other' } });
    expect([did, sent]).toEqual([[], [['POST', '/api/user.php?push=1', { subscription: { endpoint: 'https://push.example/other' } }]]]);
  });

  test.each([
    ['nobody is signed in', () => Object.assign(world, { member: null })],
    ['the site pushes no more', () => Object.assign(globalThis, { fetch: async () => new Response(JSON.stringify({ push_pub: '' })) })],
  ])('is not replaced where %s', async (_, prepare) => {
    prepare();
    await renew();
    expect([did, sent]).toEqual([[], []]);
  });

  test('is left to the next page if the site cannot be reached', async () => {
    settings = () => {
      throw new TypeError('no network');
    };
    await expect(renew()).rejects.toThrow('no network');
    expect([did, sent]).toEqual([[], []]);
  });
});

describe('a notification that is pressed', () => {
  test('opens a page where there is none', async () => {
    await click('/chats/one');
    expect(did).toEqual(['close', 'open /chats/one']);
  });

  test.each<[string, readonly Page[], string]>([
    [
      'that shows it',
      [
        { url: '/home', focused: true, isAlive: true },
        { url: '/chats/one', isAlive: true },
      ],
      '/chats/one',
    ],
    [
      'that is in front',
      [
        { url: '/home', visibilityState: 'visible', isAlive: true },
        { url: '/likes', focused: true, isAlive: true },
      ],
      '/likes',
    ],
    [
      'that can be seen',
      [
        { url: '/home', isAlive: true },
        { url: '/likes', visibilityState: 'visible', isAlive: true },
      ],
      '/likes',
    ],
    [
      'that was there last',
      [
        { url: '/home', isAlive: true },
        { url: '/likes', isAlive: true },
      ],
      '/home',
    ],
  ])('brings the page %s to the front, which opens the address by itself', async (_, open, chosen) => {
    pages = open;
    await click('/chats/one');
    expect(did).toEqual(['close', `focus ${chosen}`, `post to ${chosen} open`]);
  });

  test('navigates a page that does not answer, and opens a new one if it cannot', async () => {
    vi.useFakeTimers();
    for (const isLost of [false, true]) {
      [pages, did] = [[{ url: '/home', isLost }], []];
      const done = click('/chats/one');
      await vi.advanceTimersByTimeAsync(1000);
      await done;
      expect(did).toEqual(['close', 'focus /home', 'post to /home open', isLost ? 'open /chats/one' : 'navigate /home to /chats/one']);
    }
  });
});

describe('a push', () => {
  const note = { type: 'like', member: ME, unread: 0, title: 'Vonk', body: 'Somebody likes you.', url: '/likes', tag: 'likes' };

  test('is shown, sets or clears the badge, and is posted to every page', async () => {
    pages = [{ url: '/home' }, { url: '/likes' }];
    await push({ ...note, unread: 2 });
    await push(note);
    const each = ['post to /home push', 'post to /likes push'];
    expect(did).toEqual(['show Vonk: Somebody likes you.', 'badge 2', ...each, 'show Vonk: Somebody likes you.', 'no badge', ...each]);
  });

  test('is shown where the browser has no badges and blocks its caches', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('caches', { match: async () => Promise.reject(new DOMException('blocked', 'SecurityError')) });
    await push(note);
    expect(did).toEqual(['show Vonk: Somebody likes you.']);
  });
});
