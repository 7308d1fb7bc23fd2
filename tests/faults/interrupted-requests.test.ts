import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Message } from '#contract/chat';
import { outbox } from '#db/schema/index';
import { checkAcknowledged, checkDevices, checkInvariants } from '../support/database/invariants.ts';
import type { ApiAnswer } from '../support/product/api-client.ts';
import { CUTS } from '../support/servers/fault-proxy.ts';
import { SEED, sampleOf } from '../support/timing/seeded-sample.ts';
import { faultWorld } from './support/fault-fixture.ts';
import { befallNth, countOf } from './support/inject-fault.ts';
import { CALLS, type FaultyCall } from './support/interruptible-calls.ts';
import { openDevice } from './support/room-device.ts';

const world = faultWorld();

const SERVICES = ['site', 'database', 'rooms'] as const;
const CASES = CALLS.flatMap((call) =>
  SERVICES.flatMap((service) =>
    Array.from({ length: call.requests[service] }, (_, i) => i + 1).flatMap((n) =>
      CUTS.map((how) => ({ call, name: call.name, service, n, how })),
    ),
  ),
);
const [sends, others] = [CASES.filter(({ name }) => name === 'a send'), CASES.filter(({ name }) => name !== 'a send')];
const isUp = (answer: ApiAnswer | null): answer is ApiAnswer => answer !== null && answer.status !== 503;

/** The messages that the answers have acknowledged. */
const acknowledgedBy = (answers: readonly ApiAnswer[]) =>
  answers.flatMap((answer) => (answer.at('message.id') === undefined ? [] : [v.parse(Message, answer.at('message'))]));

/** Expects that at most one answer is the first one, that all others are repetitions, and that all contain the same message. */
function holdAnswers({ first, again }: FaultyCall, answers: readonly ApiAnswer[]): void {
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== first && status !== again)).toEqual([]);
  if (first !== again && first === 201) expect(statuses.filter((status) => status === first).length).toBeLessThan(2);
  expect(new Set(acknowledgedBy(answers).map((message) => JSON.stringify(message))).size).toBeLessThan(2);
}

describe(`with the seed ${SEED}`, () => {
  test.each(sampleOf('counts', CALLS, 1))('$name makes exactly the requests that are cut below', async (call) => {
    const scene = await call.prepare(world);
    await world.sweep();
    const [database, rooms] = [await countOf(world, 'database', scene), await countOf(world, 'rooms', scene)];
    expect((await call.act(world.as(scene.noor), scene)).status).toBe(call.first);
    await expect.poll(() => world.db.select().from(outbox)).toEqual([]);
    expect({ site: 1, database: database(), rooms: rooms() }).toEqual(call.requests);
  });

  test.each([...sampleOf('sends', sends, 5), ...sampleOf('others', others, 3)])(
    '$name whose request $n to the $service is cut ($how) and that two tabs repeat at once is executed once',
    async ({ call, service, n, how }) => {
      const scene = await call.prepare(world);
      const { noor, bas } = scene;
      const [laptop, phone, recipient] = await Promise.all([openDevice(world, noor), openDevice(world, noor), openDevice(world, bas)]);
      await phone.leave();
      const { hit } = await befallNth(world, service, n, how, scene);
      const [first] = await Promise.all([call.act(world.acrossCuts(noor), scene).catch(() => null), hit]);
      const again = await Promise.all([call.act(world.as(noor), scene), call.act(world.as(noor), scene)]);
      const answers = [first, ...again].filter(isUp);
      expect(again.filter(isUp)).toHaveLength(2);
      holdAnswers(call, answers);
      await world.sweep();
      await phone.comeBack();
      const devices = [laptop, phone, recipient];
      const problems = async () => [
        ...devices.flatMap((device) => {
          const wanted = device === recipient ? call.toBas : call.toNoor;
          return wanted.filter((type) => !device.frames().some((frame) => frame.type === type || frame.type === 'resync'));
        }),
        ...(await checkDevices(
          world.db,
          devices.map((device) => device.watched()),
        )),
      ];
      await expect.poll(problems).toEqual([]);
      await call.holds(world, scene);
      expect(await checkAcknowledged(world.db, acknowledgedBy(answers))).toEqual([]);
      expect(await checkInvariants(world.db)).toEqual([]);
      await Promise.all(devices.map((device) => device.leave()));
    },
  );
});
