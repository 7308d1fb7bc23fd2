import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { earlyScript } from '../../../../web/build/early-input-script.ts';
import { trafficSourceOf } from '../../../../web/session/visit/traffic-source.ts';

vi.mock('../../../../web/session/settings.ts', () => ({ currentSettings: () => ({ asks_tracking_consent: false }) }));

const code = earlyScript();
const ORIGIN = 'https://vonk.test';

class FakeElement {
  ariaBusy: string | null = null;
  ariaPressed: string | null = null;
  readonly previousElementSibling = null;
  closest = () => this;
}
class FakeLink extends FakeElement {
  readonly href: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly target = '';
  constructor(address: string) {
    super();
    ({ href: this.href, origin: this.origin, pathname: this.pathname, search: this.search, hash: this.hash } = new URL(address, ORIGIN));
  }
}

/** A page at an address, `age` milliseconds after it was opened. `press` returns whether the browser itself handles the click. */
function pageAt(address: string, age = 0) {
  const listeners = new Map<string, ((event: unknown) => void)[]>();
  const timers: number[] = [];
  const window: { earlyPresses?: { waiting: FakeElement[]; holdLinks: () => void } } = {};
  const context = createContext({
    window,
    Element: FakeElement,
    HTMLAnchorElement: FakeLink,
    HTMLInputElement: class {},
    location: new URL(address, ORIGIN),
    document: { activeElement: null },
    performance: { now: () => age },
    setTimeout: (_: unknown, ms: number) => timers.push(ms),
    clearTimeout: () => undefined,
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  });
  runInContext(code, context);
  return {
    press: (target: FakeElement, overrides = {}) => {
      let isLeftToBrowser = true;
      const preventDefault = () => {
        isLeftToBrowser = false;
      };
      for (const listener of listeners.get('click') ?? []) listener({ target, button: 0, preventDefault, ...overrides });
      return isLeftToBrowser;
    },
    type: (target: FakeElement) => {
      for (const listener of listeners.get('input') ?? []) listener({ target });
    },
    waiting: () => window.earlyPresses?.waiting,
    holdLinks: () => window.earlyPresses?.holdLinks(),
    timers,
  };
}

test('the script, which is part of every page, has less than 950 bytes compressed', () => {
  expect(gzipSync(code).length).toBeLessThan(950);
});

describe('on a prerendered shell', () => {
  test('a link waits for the app once something was typed', () => {
    const page = pageAt('/login');
    page.type(new FakeElement());
    const link = new FakeLink('/reset-password');
    expect(page.press(link)).toBe(false);
    expect(page.waiting()).toEqual([link]);
  });

  test('a link is left to the browser', () => {
    const page = pageAt('/');
    expect(page.press(new FakeLink('/login'))).toBe(true);
    expect(page.waiting()).toEqual([]);
  });

  test('a link waits for the app once that is near, for six seconds since the page was opened', () => {
    const page = pageAt('/', 900);
    page.holdLinks();
    const link = new FakeLink('/signup');
    expect([page.press(link), link.ariaBusy]).toEqual([false, 'true']);
    expect(page.waiting()).toEqual([link]);
    expect(page.timers).toContain(5100);
    const late = pageAt('/', 6001);
    late.holdLinks();
    expect(late.press(new FakeLink('/signup'))).toBe(true);
  });

  test.each(['network', 'ref', 'sub', 'sub1', 'aff_sub', 'sub2', 'sub3'])(
    'a link waits for the app if the address has the parameter %s',
    (name) => {
      const address = `/?x=1&${name}=ads`;
      expect(trafficSourceOf(new URLSearchParams(address.slice(1)))).not.toBeNull();
      const page = pageAt(address);
      const link = new FakeLink('/login');
      expect([page.press(link), link.ariaBusy]).toEqual([false, 'true']);
      expect(page.waiting()).toEqual([link]);
    },
  );

  test('a link to the same page waits, one to a place in it does not', () => {
    const page = pageAt('/pages/faq');
    expect(page.press(new FakeLink('/pages/faq#login'))).toBe(true);
    expect(page.press(new FakeLink('/pages/faq'))).toBe(false);
  });

  test('a link to another site, and one for another tab, are left to the browser despite campaign parameters', () => {
    const page = pageAt('/?network=ads');
    expect(page.press(new FakeLink('https://elsewhere.test/'))).toBe(true);
    expect(page.press(new FakeLink('/login'), { ctrlKey: true })).toBe(true);
    expect(page.press(new FakeLink('/login'), { button: 1 })).toBe(true);
  });

  test('a button waits, once, and with it the link that is pressed after it', () => {
    const page = pageAt('/');
    const [button, link] = [new FakeElement(), new FakeLink('/login')];
    expect([page.press(button), page.press(button), page.press(link)]).toEqual([false, false, false]);
    expect(page.waiting()).toEqual([button, link]);
  });

  test('no link waits if the app is not there after six seconds', () => {
    expect(pageAt('/?network=ads', 6001).press(new FakeLink('/login'))).toBe(true);
  });

  test('a link waits up to twenty seconds if something was pressed or typed before it', () => {
    const pressed = pageAt('/members', 7000);
    pressed.press(new FakeElement());
    const typed = pageAt('/login', 7000);
    typed.type(new FakeElement());
    for (const page of [pressed, typed]) {
      expect(page.press(new FakeLink('/likes'))).toBe(false);
      expect(page.timers).toContain(13_000);
    }
    const late = pageAt('/members', 20_001);
    late.press(new FakeElement());
    expect(late.press(new FakeLink('/likes'))).toBe(true);
  });
});
