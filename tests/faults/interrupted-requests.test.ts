import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Message } from '#contract/chat';
import { eventOutbox } from '#db/schema/index';
import { checkAcknowledgedMessages, checkDevices, checkInvariants } from '../support/database/invariants.ts';
import type { ApiAnswer } from '../support/product/api-client.ts';
import { CUT_POINTS } from '../support/servers/fault-proxy.ts';
import { SEED, sampleOf } from '../support/timing/seeded-sample.ts';
import { faultFixture } from './support/fault-fixture.ts';
import { countRequests, injectFault } from './support/inject-fault.ts';
import { CALLS, type InterruptibleCall } from './support/interruptible-calls.ts';
import { openDevice } from './support/room-device.ts';

const fixture = faultFixture();

const SERVICES = ['site', 'database', 'rooms'] as const;
const CASES = CALLS.flatMap((call) =>
  SERVICES.flatMap((service) =>
    Array.from({ length: call.requests[service] }, (_, i) => i + 1).flatMap((n) =>
      CUT_POINTS.map((how) => ({ call, name: call.name, service, n, how })),
    ),
  ),
);
const [sends, others] = [CASES.filter(({ name }) => name === 'a send'), CASES.filter(({ name }) => name !== 'a send')];
const isAvailable = (answer: ApiAnswer | null): answer is ApiAnswer => answer !== null && answer.status !== 503;

/** The messages that the answers have acknowledged. */
const acknowledgedBy = (answers: readonly ApiAnswer[]) =>
  answers.flatMap((answer) => (answer.at('message.id') === undefined ? [] : [v.parse(Message, answer.at('message'))]));

/** Expects that at most one answer is the first one, that all others are repetitions, and that all contain the same message. */
function expectConsistentAnswers({ firstStatus, repeatedStatus }: InterruptibleCall, answers: readonly ApiAnswer[]): void {
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== firstStatus && status !== repeatedStatus)).toEqual([]);
  if (firstStatus !== repeatedStatus && firstStatus === 201)
    expect(statuses.filter((status) => status === firstStatus).length).toBeLessThan(2);
  expect(new Set(acknowledgedBy(answers).map((message) => JSON.stringify(message))).size).toBeLessThan(2);
}

describe(`with the seed ${SEED}`, () => {
  test.each(sampleOf('counts', CALLS, 1))('$name makes exactly the requests that are cut below', async (call) => {
    const scene = await call.prepare(fixture);
    await fixture.sweep();
    const [database, rooms] = [await countRequests(fixture, 'database', scene), await countRequests(fixture, 'rooms', scene)];
    expect((await call.run(fixture.as(scene.noor), scene)).status).toBe(call.firstStatus);
    // Some are made after the answer, and after the events of the call are delivered.
    const made = async () => [await fixture.db.select().from(eventOutbox), { site: 1, database: database(), rooms: rooms() }];
    await expect.poll(made).toEqual([[], call.requests]);
  });

  test.each([...sampleOf('sends', sends, 5), ...sampleOf('others', others, 3)])(
    '$name whose request $n to the $service is cut ($how) and that two tabs repeat at once is executed once',
    async ({ call, service, n, how }) => {
      const scene = await call.prepare(fixture);
      const { noor, bas } = scene;
      const [laptop, phone, recipient] = await Promise.all([
        openDevice(fixture, noor),
        openDevice(fixture, noor),
        openDevice(fixture, bas),
      ]);
      await phone.leave();
      const { hit } = await injectFault(fixture, service, n, how, scene);
      const [first] = await Promise.all([call.run(fixture.viaProxy(noor), scene).catch(() => null), hit]);
      const again = await Promise.all([call.run(fixture.as(noor), scene), call.run(fixture.as(noor), scene)]);
      const answers = [first, ...again].filter(isAvailable);
      expect(again.filter(isAvailable)).toHaveLength(2);
      expectConsistentAnswers(call, answers);
      await fixture.sweep();
      await phone.reconnect();
      const devices = [laptop, phone, recipient];
      const problems = async () => [
        ...devices.flatMap((device) => {
          const wanted = device === recipient ? call.framesForBas : call.framesForNoor;
          return wanted.filter((type) => !device.frames().some((frame) => frame.type === type || frame.type === 'resync'));
        }),
        ...(await checkDevices(
          fixture.db,
          devices.map((device) => device.observed()),
        )),
      ];
      await expect.poll(problems).toEqual([]);
      await call.expectDoneOnce(fixture, scene);
      expect(await checkAcknowledgedMessages(fixture.db, acknowledgedBy(answers))).toEqual([]);
      expect(await checkInvariants(fixture.db)).toEqual([]);
      await Promise.all(devices.map((device) => device.leave()));
    },
  );
});
