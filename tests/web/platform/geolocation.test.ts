import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR } from '#contract/durations';
import { type Coordinates, createLocator, LOCATE_MS, type LocatorPorts, type Place } from '../../../web/platform/geolocation.ts';

const UTRECHT: Place = { country: 'NL', countryregion: 'NL-UT', city: 'Utrecht' };
const NOWHERE = { country: null, countryregion: null, city: null };

/** A browser whose prompt the test answers by hand. */
function fakeBrowser(overrides: Partial<LocatorPorts> = {}) {
  const stored = new Map<string, string>();
  const prompts: { allow: (latitude: number, longitude: number) => void; refuse: () => void }[] = [];
  const lookups: Coordinates[] = [];
  const logged: unknown[] = [];
  const permission = { state: 'prompt' as PermissionState, onchange: null as (() => void) | null };
  const getCurrentPosition = (done: PositionCallback, failed?: PositionErrorCallback | null) => {
    prompts.push({
      allow: (latitude, longitude) => done({ coords: { latitude, longitude } } as GeolocationPosition),
      refuse: () => failed?.({ code: 1, message: 'denied' } as GeolocationPositionError),
    });
  };
  const ports: LocatorPorts = {
    geolocation: { getCurrentPosition },
    permissions: { query: async () => permission as unknown as PermissionStatus },
    storage: {
      readItem: (key) => stored.get(key) ?? null,
      writeItem: (key, text) => (text === null ? stored.delete(key) : stored.set(key, text) === stored),
    },
    nameTown: async (at) => {
      lookups.push(at);
      return UTRECHT;
    },
    now: Date.now,
    log: (error) => void logged.push(error),
    ...overrides,
  };
  const setPermission = (state: PermissionState) => {
    permission.state = state;
    permission.onchange?.();
  };
  return { locator: createLocator(ports), ports, stored, prompts, lookups, logged, setPermission };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the permission', () => {
  test('is unsupported without geolocation, and locating then gives null without a prompt', async () => {
    const { locator, lookups } = fakeBrowser({ geolocation: undefined });
    locator.followPermission();
    await settle();
    expect(locator.state.get().permission).toBe('unsupported');
    expect(await locator.locate()).toBeNull();
    expect(lookups).toEqual([]);
  });

  test('is unknown before the browser tells it, without a permissions API, and if the query fails', async () => {
    const { locator } = fakeBrowser();
    expect(locator.state.get().permission).toBe('unknown');
    const withoutApi = fakeBrowser({ permissions: undefined }).locator;
    const failing = fakeBrowser({ permissions: { query: () => Promise.reject(new TypeError('no such name')) } });
    for (const each of [withoutApi, failing.locator]) {
      each.followPermission();
      await settle();
      expect(each.state.get().permission).toBe('unknown');
    }
    expect(failing.logged).toHaveLength(1);
  });

  test("is the browser's and follows its changes", async () => {
    const { locator, setPermission } = fakeBrowser();
    locator.followPermission();
    locator.followPermission();
    await settle();
    expect(locator.state.get().permission).toBe('prompt');
    setPermission('granted');
    expect(locator.state.get().permission).toBe('granted');
    setPermission('denied');
    expect(locator.state.get().permission).toBe('denied');
  });
});

describe('locating', () => {
  test('gives the town of the position; isLocating is true meanwhile', async () => {
    const { locator, prompts, lookups } = fakeBrowser();
    const found = locator.locate();
    await settle();
    expect(locator.state.get()).toMatchObject({ isLocating: true, place: null });
    prompts[0]?.allow(52.09, 5.12);
    expect(await found).toEqual(UTRECHT);
    expect(locator.state.get()).toMatchObject({ isLocating: false, place: UTRECHT });
    expect(lookups).toEqual([{ latitude: 52.09, longitude: 5.12 }]);
  });

  test('prompts once for calls at the same time', async () => {
    const { locator, prompts } = fakeBrowser();
    const both = [locator.locate(), locator.locate()];
    await settle();
    prompts[0]?.allow(52, 5);
    expect(await Promise.all(both)).toEqual([UTRECHT, UTRECHT]);
    expect(prompts).toHaveLength(1);
  });

  test('stores the town for an hour and prompts again after it', async () => {
    const { locator, ports, prompts } = fakeBrowser();
    const found = locator.locate();
    await settle();
    prompts[0]?.allow(52, 5);
    await found;
    const reloaded = createLocator(ports);
    await vi.advanceTimersByTimeAsync(HOUR - 1);
    expect(await reloaded.locate()).toEqual(UTRECHT);
    expect(reloaded.state.get().place).toEqual(UTRECHT);
    expect(prompts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    void reloaded.locate();
    await settle();
    expect(prompts).toHaveLength(2);
  });

  test('stores the town alone, never coordinates', async () => {
    const { locator, prompts, stored } = fakeBrowser();
    const found = locator.locate();
    await settle();
    prompts[0]?.allow(52.0907, 5.1214);
    await found;
    expect([...stored.values()].map((value) => JSON.parse(value))).toEqual([{ place: UTRECHT, until: Date.now() + HOUR }]);
  });

  test('gives null where no town is near, and stores nothing', async () => {
    const { locator, prompts, stored, logged } = fakeBrowser({ nameTown: async () => NOWHERE });
    const found = locator.locate();
    await settle();
    prompts[0]?.allow(0, -140);
    expect(await found).toBeNull();
    expect([stored.size, logged]).toEqual([0, []]);
  });

  test('gives null and only logs when the member refuses, and prompts again at the next call', async () => {
    const { locator, prompts, logged } = fakeBrowser();
    const refused = locator.locate();
    await settle();
    prompts[0]?.refuse();
    expect(await refused).toBeNull();
    expect(locator.state.get()).toMatchObject({ place: null, isLocating: false });
    expect(logged).toHaveLength(1);
    const again = locator.locate();
    await settle();
    prompts[1]?.allow(52, 5);
    expect(await again).toEqual(UTRECHT);
  });

  test('gives null and only logs when the server fails', async () => {
    const { locator, prompts, logged } = fakeBrowser({ nameTown: () => Promise.reject(new Error('offline')) });
    const found = locator.locate();
    await settle();
    prompts[0]?.allow(52, 5);
    expect(await found).toBeNull();
    expect(logged).toEqual([new Error('offline')]);
  });

  test('gives up on a prompt that nobody answers, and a late answer changes nothing', async () => {
    const { locator, prompts, stored } = fakeBrowser();
    const found = locator.locate();
    await vi.advanceTimersByTimeAsync(LOCATE_MS);
    expect(await found).toBeNull();
    prompts[0]?.allow(52, 5);
    await settle();
    expect(locator.state.get()).toMatchObject({ place: null, isLocating: false });
    expect(stored.size).toBe(0);
  });

  test('works with blocked storage, and ignores a stored value of another form', async () => {
    const blocked = fakeBrowser({ storage: { readItem: () => undefined, writeItem: () => false } });
    const found = blocked.locator.locate();
    await settle();
    blocked.prompts[0]?.allow(52, 5);
    expect(await found).toEqual(UTRECHT);

    for (const text of ['{"place":{"country":"XX"},"until":9e15}', '{"place":']) {
      const { locator, stored, prompts } = fakeBrowser();
      stored.set('place', text);
      void locator.locate();
      await settle();
      expect([prompts.length, stored.size]).toEqual([1, 0]);
    }
  });

  test('deletes the stored town when forget() is called', async () => {
    const { locator, prompts, stored } = fakeBrowser();
    const found = locator.locate();
    await settle();
    prompts[0]?.allow(52, 5);
    await found;
    locator.forget();
    expect([stored.size, locator.state.get().place]).toEqual([0, null]);
  });
});
