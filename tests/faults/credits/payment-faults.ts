import { expect, test } from 'vitest';
import type { PaymentFault, PaymentServer } from '../../support/servers/payment-server.ts';
import { RUNS_ALL_FAULTS, SEED, sampleOf } from '../../support/timing/seeded-sample.ts';
import type { paymentProviderFixture } from '../../worker/credits/payment-provider-fixture.ts';

export type PayingFixture = ReturnType<typeof paymentProviderFixture<PaymentServer>>;

/** An operation of the site that makes several requests to its payment provider, of which any may fail. */
export interface PaymentCall<S> {
  readonly name: string;
  /** The number of requests without a fault. */
  readonly requests: number;
  prepare(): Promise<S>;
  /** Runs the operation; resolves when the site has made all requests. */
  run(scene: S): Promise<unknown>;
  /** Repeats the operation, as provider, member or reconciler do later by themselves. */
  repeat(scene: S): Promise<unknown>;
  /** Expects that the operation has been executed once. */
  expectDoneOnce(scene: S): Promise<void>;
}

/** Faults that end by a timeout take five seconds each and are tested in the full run only. */
const FAULTS: readonly PaymentFault[] = ['lost', 'malformed', 500, 503, 429, ...(RUNS_ALL_FAULTS ? (['stops', 'hangs'] as const) : [])];

/** Defines tests that put a fault on each request of each call, and expect that the call is executed once in the end. */
export function testFaults<S>(fixture: PayingFixture, calls: readonly PaymentCall<S>[], count: number): void {
  const cases = calls.flatMap((call) =>
    Array.from({ length: call.requests }, (_, i) => i + 1).flatMap((n) =>
      FAULTS.map((fault) => ({ call, name: call.name, n, of: call.requests, fault })),
    ),
  );
  const sampled = sampleOf(`paying ${cases.length}`, cases, count);

  test.each(sampleOf(`paying counts ${cases.length}`, calls, 1))('$name makes exactly the requests that fail below', async (call) => {
    const scene = await call.prepare();
    const before = fixture.server.requests.length;
    await call.run(scene);
    expect(fixture.server.requests.slice(before).map(({ method, url }) => `${method} ${url.pathname}`)).toHaveLength(call.requests);
    await call.expectDoneOnce(scene);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test.each(sampled)(`$name whose request $n of $of has the fault $fault is executed once (seed ${SEED})`, async ({ call, n, fault }) => {
    const scene = await call.prepare();
    Object.assign(fixture.server, { faultAt: fixture.server.requests.length + n, fault });
    await call.run(scene);
    Object.assign(fixture.server, { faultAt: null, fault: null });
    expect(await fixture.brokenInvariants()).toEqual([]);
    await call.repeat(scene);
    await call.repeat(scene);
    await call.expectDoneOnce(scene);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });
}
