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

/** Two who match, and messages of the one that no room was there to take. */
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

/** Everything came to both, once on the screen and in its order, and nothing waits any longer. */
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
  test('what was sent while the rooms were away waits through a sweep, and two at once deliver it', async () => {
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
    { what: 'before it has taken any', service: 'database', at: /update \\"outbox\\"/, fate: 'before' },
    { what: 'after it has taken some, unknown to it', service: 'database', at: /update \\"outbox\\"/, fate: 'answered' },
    { what: 'before a room has got its events', service: 'rooms', at: /message\.sent/, fate: 'before' },
    { what: 'in the middle of the events for a room', service: 'rooms', at: /message\.sent/, fate: 'inside' },
    { what: 'after a room has got its events, unknown to it', service: 'rooms', at: /message\.sent/, fate: 'answered' },
    {
      what: 'before what it delivered is taken out',
      service: 'database',
      at: /delete from \\"outbox\\" where \\"outbox\\"\.\\"id\\"/,
      fate: 'before',
    },
    {
      what: 'after what it delivered was taken out, unknown to it',
      service: 'database',
      at: /delete from \\"outbox\\" where \\"outbox\\"\.\\"id\\"/,
      fate: 'answered',
    },
  ];
  test.each(sampleOf('sweeps', CUTS, 2))('a sweep that is cut $what loses and doubles nothing', async ({ service, at, fate }) => {
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
    '$name is answered at once though the rooms never answer, and is told later',
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
