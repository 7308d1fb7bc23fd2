import { expect, test } from 'vitest';
import type { Fault, PaymentServer } from '../../support/servers/payment-server.ts';
import { IS_FULL, SEED, sampleOf } from '../../support/timing/seeded-sample.ts';
import type { providerWorld } from '../../worker/credits/payment-provider-fixture.ts';

export type PayingWorld<T extends PaymentServer> = ReturnType<typeof providerWorld<T>>;

/** Something that a site asks its payment provider for, in several requests of which any may fail. */
export interface PayingCall<S> {
  readonly name: string;
  /** How many requests it makes when nothing happens to it. */
  readonly requests: number;
  prepare(): Promise<S>;
  /** Ends once the site has asked all that it is to ask. */
  act(scene: S): Promise<unknown>;
  /** What a provider, a member and the reconciler do by themselves sooner or later. */
  again(scene: S): Promise<unknown>;
  /** That it was done, once. */
  holds(scene: S): Promise<void>;
}

/** Those that end by the clock take five seconds each, and are left to the full run. */
const FAULTS: readonly Fault[] = ['lost', 500, 503, 429, ...(IS_FULL ? (['stops', 'hangs'] as const) : [])];

/** Befalls each request of each call in turn, and holds the site to having done it once in the end. */
export function befallAll<S, T extends PaymentServer>(world: PayingWorld<T>, calls: readonly PayingCall<S>[], count: number): void {
  const cases = calls.flatMap((call) =>
    Array.from({ length: call.requests }, (_, i) => i + 1).flatMap((n) =>
      FAULTS.map((fault) => ({ call, name: call.name, n, of: call.requests, fault })),
    ),
  );
  const sampled = sampleOf(`paying ${cases.length}`, cases, count);

  test.each(sampleOf(`paying counts ${cases.length}`, calls, 1))('$name makes the requests that are cut below', async (call) => {
    const scene = await call.prepare();
    const before = world.server.asked.length;
    await call.act(scene);
    expect(world.server.asked.slice(before).map(({ method, url }) => `${method} ${url.pathname}`)).toHaveLength(call.requests);
    await call.holds(scene);
    expect(await world.breaches()).toEqual([]);
  });

  test.each(sampled)(`$name whose request $n of $of meets its provider $fault is done once (seed ${SEED})`, async ({ call, n, fault }) => {
    const scene = await call.prepare();
    Object.assign(world.server, { faultAt: world.server.asked.length + n, fault });
    await call.act(scene);
    Object.assign(world.server, { faultAt: null, fault: null });
    expect(await world.breaches()).toEqual([]);
    await call.again(scene);
    await call.again(scene);
    await call.holds(scene);
    expect(await world.breaches()).toEqual([]);
  });
}
