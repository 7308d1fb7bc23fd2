import { describe, expect, test } from 'vitest';
import { outbox } from '#db/schema/index';
import { aMatch, aMember, newId } from '../support/database/factories.ts';
import { checkDevices, checkInvariants } from '../support/database/invariants.ts';
import type { Fate } from '../support/servers/fault-proxy.ts';
import { SEED, sampleOf } from '../support/timing/seeded-sample.ts';
import { faultWorld } from './support/fault-fixture.ts';
import { CALLS, type Scene } from './support/interruptible-calls.ts';
import { openDevice } from './support/room-device.ts';

const world = faultWorld();
const MESSAGES = 8;

/** Creates two members who match, and messages of the first that were sent while the rooms could not be reached. */
async function unheard(): Promise<Scene> {
  const [noor, bas] = await Promise.all([aMember(world.db), aMember(world.db)]);
  await aMatch(world.db, noor.id, bas.id);
  const conversation = String((await world.as(noor).get(`/api/chat.php?profile=${bas.id}`)).at('id'));
  await world.proxies.rooms.goAway();
  for (let n = 1; n <= MESSAGES; n += 1) {
    const message = { client_id: newId(), text: `Number ${n}` };
    expect((await world.as(noor).post('/api/chat.php', { conversation: { id: conversation }, message })).status).toBe(201);
  }
  return { noor, bas, conversation, clientId: newId() };
}

const waiting = async () => (await world.db.select().from(outbox)).length;
const devicesOf = ({ noor, bas }: Scene) => Promise.all([openDevice(world, noor), openDevice(world, bas)]);

/** Expects that both devices show all messages once and in order, after a sweep that empties the event outbox. */
async function holdsDelivered(devices: Awaited<ReturnType<typeof devicesOf>>): Promise<void> {
  await world.sweep();
  const breaches = () =>
    checkDevices(
      world.db,
      devices.map((device) => device.watched()),
    );
  await expect.poll(breaches).toEqual([]);
  expect(await checkInvariants(world.db)).toEqual([]);
  await Promise.all(devices.map((device) => device.leave()));
}

describe(`with the seed ${SEED}`, () => {
  test('events of unreachable rooms stay in the outbox after a sweep, and two concurrent sweeps deliver them', async () => {
    const scene = await unheard();
    await world.becomeDue();
    await world.worker.scheduled();
    expect(await waiting()).toBe(2 * MESSAGES);
    await world.proxies.rooms.comeBack();
    const devices = await devicesOf(scene);
    await world.becomeDue();
    expect(await Promise.all([world.worker.scheduled(), world.worker.scheduled()])).toEqual(['ok', 'ok']);
    expect(await waiting()).toBe(0);
    await holdsDelivered(devices);
    for (const device of devices) expect(device.frames()).toHaveLength(MESSAGES);
  });

  const CUTS: { what: string; service: 'database' | 'rooms'; at: RegExp; fate: Fate }[] = [
    { what: 'before it has claimed any event', service: 'database', at: /update \\"outbox\\"/, fate: 'before' },
    { what: 'after it has claimed events, without the answer', service: 'database', at: /update \\"outbox\\"/, fate: 'answered' },
    { what: 'before a room has received its events', service: 'rooms', at: /message\.sent/, fate: 'before' },
    { what: 'in the middle of the events for a room', service: 'rooms', at: /message\.sent/, fate: 'inside' },
    { what: 'after a room has received its events, without the answer', service: 'rooms', at: /message\.sent/, fate: 'answered' },
    {
      what: 'before the delivered events are deleted',
      service: 'database',
      at: /delete from \\"outbox\\" where \\"outbox\\"\.\\"id\\"/,
      fate: 'before',
    },
    {
      what: 'after the delivered events were deleted, without the answer',
      service: 'database',
      at: /delete from \\"outbox\\" where \\"outbox\\"\.\\"id\\"/,
      fate: 'answered',
    },
  ];
  test.each(sampleOf('sweeps', CUTS, 2))('a sweep that is cut $what loses no event and shows none twice', async ({ service, at, fate }) => {
    const scene = await unheard();
    await world.proxies.rooms.comeBack();
    const devices = await devicesOf(scene);
    const hit = Promise.withResolvers<void>();
    world.judge(service, ({ body }) => {
      if (!at.test(body)) return 'pass';
      world.passAll(service);
      hit.resolve();
      return fate;
    });
    await world.becomeDue();
    await Promise.all([world.worker.scheduled().catch(String), hit.promise]);
    await holdsDelivered(devices);
  });

  const SILENCES = ['a send', 'a block'].map((name) => ({ name, call: CALLS.find((one) => one.name === name) }));
  test.each(sampleOf('silences', SILENCES, 1))(
    '$name is answered at once although the rooms never answer, and its events are delivered later',
    async ({ call }) => {
      if (!call) throw new Error('no such call');
      const scene = await call.prepare(world);
      await world.sweep();
      world.judge('rooms', ({ method }) => (method === 'POST' ? 'swallow' : 'pass'));
      expect((await call.act(world.as(scene.noor), scene)).status).toBe(call.first);
      expect(await waiting()).toBeGreaterThan(0);
      world.passAll('rooms');
      await holdsDelivered(await devicesOf(scene));
      await call.holds(world, scene);
    },
  );
});
