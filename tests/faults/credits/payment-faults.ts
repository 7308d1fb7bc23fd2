import { expect, test } from 'vitest';
import type { Fault, PaymentServer } from '../../support/servers/payment-server.ts';
import { IS_FULL, SEED, sampleOf } from '../../support/timing/seeded-sample.ts';
import type { providerWorld } from '../../worker/credits/payment-provider-fixture.ts';

export type PayingWorld<T extends PaymentServer> = ReturnType<typeof providerWorld<T>>;

/** An operation of the site that makes several requests to its payment provider, of which any may fail. */
export interface PayingCall<S> {
  readonly name: string;
  /** The number of requests without a fault. */
  readonly requests: number;
  prepare(): Promise<S>;
  /** Runs the operation; resolves when the site has made all requests. */
  act(scene: S): Promise<unknown>;
  /** Repeats the operation, as provider, member or reconciler do later by themselves. */
  again(scene: S): Promise<unknown>;
  /** Expects that the operation has been executed once. */
  holds(scene: S): Promise<void>;
}

/** Faults that end by a timeout take five seconds each and are tested in the full run only. */
const FAULTS: readonly Fault[] = ['lost', 500, 503, 429, ...(IS_FULL ? (['stops', 'hangs'] as const) : [])];

/** Defines tests that put a fault on each request of each call, and expect that the call is executed once in the end. */
export function befallAll<S, T extends PaymentServer>(fixture: PayingWorld<T>, calls: readonly PayingCall<S>[], count: number): void {
  const cases = calls.flatMap((call) =>
    Array.from({ length: call.requests }, (_, i) => i + 1).flatMap((n) =>
      FAULTS.map((fault) => ({ call, name: call.name, n, of: call.requests, fault })),
    ),
  );
  const sampled = sampleOf(`paying ${cases.length}`, cases, count);

  test.each(sampleOf(`paying counts ${cases.length}`, calls, 1))('$name makes exactly the requests that fail below', async (call) => {
    const scene = await call.prepare();
    const before = fixture.server.asked.length;
    await call.act(scene);
    expect(fixture.server.asked.slice(before).map(({ method, url }) => `${method} ${url.pathname}`)).toHaveLength(call.requests);
    await call.holds(scene);
    expect(await fixture.breaches()).toEqual([]);
  });

  test.each(sampled)(`$name whose request $n of $of has the fault $fault is executed once (seed ${SEED})`, async ({ call, n, fault }) => {
    const scene = await call.prepare();
    Object.assign(fixture.server, { faultAt: fixture.server.asked.length + n, fault });
    await call.act(scene);
    Object.assign(fixture.server, { faultAt: null, fault: null });
    expect(await fixture.breaches()).toEqual([]);
    await call.again(scene);
    await call.again(scene);
    await call.holds(scene);
    expect(await fixture.breaches()).toEqual([]);
  });
}
