import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadRoutes } from '../../../../web/app/routes/preload-routes.ts';

interface Asked {
  readonly name: string;
  readonly come: () => void;
  readonly fail: (error: Error) => void;
}
const site = vi.hoisted(() => ({ asked: [] as Asked[] }));
vi.mock('../../../../web/app/routes/routes.tsx', () => ({
  preloadScreen: (name: string) =>
    new Promise<void>((come, fail) => {
      site.asked.push({ name, come, fail });
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

let meet: (link: Link) => void = () => undefined;
beforeEach(() => {
  site.asked = [];
  vi.stubGlobal('Element', Link);
  vi.stubGlobal('location', { origin: 'https://vonk.example' });
  vi.stubGlobal('document', {
    addEventListener: (_: string, listener: (event: { target: Link }) => void) => {
      meet = (target) => listener({ target });
    },
  });
  preloadRoutes();
});
afterEach(async () => {
  for (const { come } of site.asked) come();
  await Promise.resolve();
  vi.unstubAllGlobals();
});

const meetAll = (...paths: string[]) => {
  for (const path of paths) meet(new Link(path));
};
const names = () => site.asked.map(({ name }) => name);

test('at most four screens are preloaded at the same time, and each that has loaded or failed makes room for another', async () => {
  meetAll('/likes', '/chats', '/profile', '/credits', '/premium', '/home');
  expect(names()).toEqual(['likes', 'chats', 'profile', 'credits']);
  site.asked[1]?.come();
  site.asked[2]?.fail(new Error('gone'));
  await vi.waitFor(() => {
    meetAll('/premium', '/home', '/pricing');
    expect(names().slice(4)).toEqual(['premium', 'home']);
  });
});

test('links to another site, to no page or to a download preload nothing', () => {
  meet(new Link('https://elsewhere.example/likes'));
  meet(new Link('/nowhere'));
  meet(new Link('/likes', true));
  expect(names()).toEqual([]);
});
