import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ME } from '../../fixtures.ts';

const KEY = 'BPublicKey';
const fixture = vi.hoisted(() => ({ member: null as string | null }));
vi.mock('../../../../web/offline/stored-answers.ts', () => ({ storedMember: async () => fixture.member }));
vi.mock('../../../../web/pwa/stored-locale.ts', () => ({ storedLocale: async () => 'en' }));

/** A page of the site as its service worker sees it. */
interface Page {
  readonly url: string;
  readonly focused?: boolean;
  readonly visibilityState?: 'visible' | 'hidden';
  /** It answers that it shows the requested address by itself. */
  readonly answers?: boolean;
  /** The service worker does not control it, so that it cannot navigate it. */
  readonly isUncontrolled?: boolean;
}

const listeners = new Map<string, (event: object) => void>();
let pages: readonly Page[] = [];
let actions: string[] = [];
let requests: unknown[] = [];
let settings: () => Response = () => new Response(JSON.stringify({ push_pub: KEY }));

const windowOf = (page: Page) => {
  const client = {
    url: `https://vonk.example${page.url}`,
    focused: page.focused ?? false,
    visibilityState: page.visibilityState ?? 'hidden',
    focus: async () => {
      actions.push(`focus ${page.url}`);
      return client;
    },
    navigate: async (to: string) => {
      if (page.isUncontrolled) throw new TypeError('not controlled');
      actions.push(`navigate ${page.url} to ${to}`);
    },
    postMessage: (message: { type: string; url?: string }, ports: readonly MessagePort[] = []) => {
      actions.push(`post to ${page.url} ${message.type}`);
      if (page.answers) ports[0]?.postMessage('shown');
    },
  };
  return client;
};

/** Dispatches an event of the service worker and waits for all it does. */
async function dispatch(type: string, event: object): Promise<void> {
  const pending: unknown[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => void pending.push(work) });
  await Promise.all(pending);
}
const click = (url: string) => dispatch('notificationclick', { notification: { close: () => void actions.push('close'), data: { url } } });
const push = (note: unknown) => dispatch('push', { data: { json: () => note } });
const renewSubscription = (event: object = {}) => dispatch('pushsubscriptionchange', event);

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    location: { origin: 'https://vonk.example' },
    clients: { matchAll: async () => pages.map(windowOf), openWindow: async (url: string) => void actions.push(`open ${url}`) },
    registration: {
      showNotification: async (title: string, { body }: NotificationOptions) => void actions.push(`show ${title}: ${body}`),
      pushManager: {
        subscribe: async (options: unknown) => {
          actions.push(`subscribe ${JSON.stringify(options)}`);
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
    setAppBadge: async (count: number) => void actions.push(`badge ${count}`),
    clearAppBadge: async () => void actions.push('no badge'),
  });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!init) return settings();
    requests.push([init.method, address, JSON.parse(String(init.body))]);
    return new Response(null, { status: 204 });
  });
  Object.assign(fixture, { member: ME });
  [pages, actions, requests] = [[], [], []];
  settings = () => new Response(JSON.stringify({ push_pub: KEY }));
});
afterEach(() => vi.useRealTimers());

describe('a subscription that the push service has ended', () => {
  const MADE = { subscription: { endpoint: 'https://push.example/made' } };

  test('is replaced by one for the key of the site, which is sent to the server', async () => {
    await renewSubscription({ oldSubscription: null, newSubscription: null });
    expect(actions).toEqual([`subscribe ${JSON.stringify({ userVisibleOnly: true, applicationServerKey: KEY })}`]);
    expect(requests).toEqual([['POST', '/api/user.php?push=1', MADE]]);
  });

  test('is replaced by the one that the browser itself has made', async () => {
    await renewSubscription({ newSubscription: { endpoint: 'https://push.example/other' } });
    expect([actions, requests]).toEqual([
      [],
      [['POST', '/api/user.php?push=1', { subscription: { endpoint: 'https://push.example/other' } }]],
    ]);
  });

  test.each([
    ['nobody is signed in', () => Object.assign(fixture, { member: null })],
    ['the site pushes no more', () => Object.assign(globalThis, { fetch: async () => new Response(JSON.stringify({ push_pub: '' })) })],
  ])('is not replaced where %s', async (_, prepare) => {
    prepare();
    await renewSubscription();
    expect([actions, requests]).toEqual([[], []]);
  });

  test('is left to the next page if the site cannot be reached', async () => {
    settings = () => {
      throw new TypeError('no network');
    };
    await expect(renewSubscription()).rejects.toThrow('no network');
    expect([actions, requests]).toEqual([[], []]);
  });
});

describe('a notification that is pressed', () => {
  test('opens a page where there is none', async () => {
    await click('/chats/one');
    expect(actions).toEqual(['close', 'open /chats/one']);
  });

  test.each<[string, readonly Page[], string]>([
    [
      'that shows it',
      [
        { url: '/home', focused: true, answers: true },
        { url: '/chats/one', answers: true },
      ],
      '/chats/one',
    ],
    [
      'that is in front',
      [
        { url: '/home', visibilityState: 'visible', answers: true },
        { url: '/likes', focused: true, answers: true },
      ],
      '/likes',
    ],
    [
      'that can be seen',
      [
        { url: '/home', answers: true },
        { url: '/likes', visibilityState: 'visible', answers: true },
      ],
      '/likes',
    ],
    [
      'that was there last',
      [
        { url: '/home', answers: true },
        { url: '/likes', answers: true },
      ],
      '/home',
    ],
  ])('brings the page %s to the front, which opens the address by itself', async (_, open, chosen) => {
    pages = open;
    await click('/chats/one');
    expect(actions).toEqual(['close', `focus ${chosen}`, `post to ${chosen} open`]);
  });

  test('navigates a page that does not answer, and opens a new one if it cannot', async () => {
    vi.useFakeTimers();
    for (const isLost of [false, true]) {
      [pages, actions] = [[{ url: '/home', isUncontrolled: isLost }], []];
      const done = click('/chats/one');
      await vi.advanceTimersByTimeAsync(1000);
      await done;
      expect(actions).toEqual(['close', 'focus /home', 'post to /home open', isLost ? 'open /chats/one' : 'navigate /home to /chats/one']);
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
    expect(actions).toEqual(['show Vonk: Somebody likes you.', 'badge 2', ...each, 'show Vonk: Somebody likes you.', 'no badge', ...each]);
  });

  test('is shown where the browser has no badges and blocks its caches', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('caches', { match: async () => Promise.reject(new DOMException('blocked', 'SecurityError')) });
    await push(note);
    expect(actions).toEqual(['show Vonk: Somebody likes you.']);
  });
});
