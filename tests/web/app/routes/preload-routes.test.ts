import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadRoutes } from '../../../../web/app/routes/preload-routes.ts';

interface PendingPreload {
  readonly name: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}
const fixture = vi.hoisted(() => ({ asked: [] as PendingPreload[] }));
vi.mock('../../../../web/app/routes/routes.tsx', () => ({
  preloadScreen: (name: string) =>
    new Promise<void>((come, fail) => {
      fixture.asked.push({ name, resolve: come, reject: fail });
    }),
}));

/** A link that is the target of a pointer event. */
class Link {
  readonly origin: string;
  readonly pathname: string;
  readonly isDownload: boolean;

  constructor(href: string, isDownload = false) {
    const { origin, pathname } = new URL(href, 'https://vonk.example');
    this.origin = origin;
    this.pathname = pathname;
    this.isDownload = isDownload;
  }

  closest = () => this;
  hasAttribute = () => this.isDownload;
}

let pointAt: (link: Link) => void = () => undefined;
beforeEach(() => {
  fixture.asked = [];
  vi.stubGlobal('Element', Link);
  vi.stubGlobal('location', { origin: 'https://vonk.example' });
  vi.stubGlobal('document', {
    addEventListener: (_: string, listener: (event: { target: Link }) => void) => {
      pointAt = (target) => listener({ target });
    },
  });
  preloadRoutes();
});
afterEach(async () => {
  for (const { resolve } of fixture.asked) resolve();
  await Promise.resolve();
  vi.unstubAllGlobals();
});

const pointAtAll = (...paths: string[]) => {
  for (const path of paths) pointAt(new Link(path));
};
const names = () => fixture.asked.map(({ name }) => name);

test('at most four screens are preloaded at the same time, and each that has loaded or failed makes room for another', async () => {
  pointAtAll('/likes', '/chats', '/profile', '/credits', '/premium', '/home');
  expect(names()).toEqual(['likes', 'chats', 'profile', 'credits']);
  fixture.asked[1]?.resolve();
  fixture.asked[2]?.reject(new Error('gone'));
  await vi.waitFor(() => {
    pointAtAll('/premium', '/home', '/pricing');
    expect(names().slice(4)).toEqual(['premium', 'home']);
  });
});

test('links to another site, to no page or to a download preload nothing', () => {
  pointAt(new Link('https://elsewhere.example/likes'));
  pointAt(new Link('/nowhere'));
  pointAt(new Link('/likes', true));
  expect(names()).toEqual([]);
});
