import { describe, expect, test } from 'vitest';
import { eventOutbox } from '#db/schema/index';
import { aMatch, aMember, newId } from '../support/database/factories.ts';
import { checkDevices, checkInvariants } from '../support/database/invariants.ts';
import type { RequestOutcome } from '../support/servers/fault-proxy.ts';
import { SEED, sampleOf } from '../support/timing/seeded-sample.ts';
import { faultFixture } from './support/fault-fixture.ts';
import { CALLS, type CallScene } from './support/interruptible-calls.ts';
import { openDevice } from './support/room-device.ts';

const fixture = faultFixture();
const MESSAGES = 8;

/** Creates two members who match, and messages of the first that were sent while the rooms could not be reached. */
async function sceneWithUndelivered(): Promise<CallScene> {
  const [noor, bas] = await Promise.all([aMember(fixture.db), aMember(fixture.db)]);
  await aMatch(fixture.db, noor.id, bas.id);
  const conversation = String((await fixture.as(noor).get(`/api/chat.php?profile=${bas.id}`)).at('id'));
  await fixture.proxies.rooms.disconnect();
  for (let n = 1; n <= MESSAGES; n += 1) {
    const message = { client_id: newId(), text: `Number ${n}` };
    expect((await fixture.as(noor).post('/api/chat.php', { conversation: { id: conversation }, message })).status).toBe(201);
  }
  return { noor, bas, conversation, clientId: newId() };
}

const outboxSize = async () => (await fixture.db.select().from(eventOutbox)).length;
const devicesOf = ({ noor, bas }: CallScene) => Promise.all([openDevice(fixture, noor), openDevice(fixture, bas)]);

/** Expects that both devices show all messages once and in order, after a sweep that empties the event outbox. */
async function expectDelivered(devices: Awaited<ReturnType<typeof devicesOf>>): Promise<void> {
  await fixture.sweep();
  const breaches = () =>
    checkDevices(
      fixture.db,
      devices.map((device) => device.observed()),
    );
  await expect.poll(breaches).toEqual([]);
  expect(await checkInvariants(fixture.db)).toEqual([]);
  await Promise.all(devices.map((device) => device.leave()));
}

describe(`with the seed ${SEED}`, () => {
  test('events of unreachable rooms stay in the outbox after a sweep, and two concurrent sweeps deliver them', async () => {
    const scene = await sceneWithUndelivered();
    await fixture.makeEventsDue();
    await fixture.worker.scheduled();
    expect(await outboxSize()).toBe(2 * MESSAGES);
    await fixture.proxies.rooms.reconnect();
    const devices = await devicesOf(scene);
    await fixture.makeEventsDue();
    expect(await Promise.all([fixture.worker.scheduled(), fixture.worker.scheduled()])).toEqual(['ok', 'ok']);
    expect(await outboxSize()).toBe(0);
    await expectDelivered(devices);
    for (const device of devices) expect(device.frames()).toHaveLength(MESSAGES);
  });

  const CUTS: { what: string; service: 'database' | 'rooms'; at: RegExp; outcome: RequestOutcome }[] = [
    { what: 'before it has claimed any event', service: 'database', at: /update \\"event_outbox\\"/, outcome: 'before' },
    { what: 'after it has claimed events, without the answer', service: 'database', at: /update \\"event_outbox\\"/, outcome: 'answered' },
    { what: 'before a room has received its events', service: 'rooms', at: /message\.sent/, outcome: 'before' },
    { what: 'in the middle of the events for a room', service: 'rooms', at: /message\.sent/, outcome: 'inside' },
    { what: 'after a room has received its events, without the answer', service: 'rooms', at: /message\.sent/, outcome: 'answered' },
    {
      what: 'before the delivered events are deleted',
      service: 'database',
      at: /delete from \\"event_outbox\\" where \\"event_outbox\\"\.\\"id\\"/,
      outcome: 'before',
    },
    {
      what: 'after the delivered events were deleted, without the answer',
      service: 'database',
      at: /delete from \\"event_outbox\\" where \\"event_outbox\\"\.\\"id\\"/,
      outcome: 'answered',
    },
  ];
  test.each(sampleOf('sweeps', CUTS, 2))(
    'a sweep that is cut $what loses no event and shows none twice',
    async ({ service, at, outcome }) => {
      const scene = await sceneWithUndelivered();
      await fixture.proxies.rooms.reconnect();
      const devices = await devicesOf(scene);
      const hit = Promise.withResolvers<void>();
      fixture.setDecision(service, ({ body }) => {
        if (!at.test(body)) return 'pass';
        fixture.passAll(service);
        hit.resolve();
        return outcome;
      });
      await fixture.makeEventsDue();
      await Promise.all([fixture.worker.scheduled().catch(String), hit.promise]);
      await expectDelivered(devices);
    },
  );

  const SILENCES = ['a send', 'a block'].map((name) => ({ name, call: CALLS.find((one) => one.name === name) }));
  test.each(sampleOf('silences', SILENCES, 1))(
    '$name is answered at once although the rooms never answer, and its events are delivered later',
    async ({ call }) => {
      if (!call) throw new Error('no such call');
      const scene = await call.prepare(fixture);
      await fixture.sweep();
      fixture.setDecision('rooms', ({ method }) => (method === 'POST' ? 'swallow' : 'pass'));
      expect((await call.run(fixture.as(scene.noor), scene)).status).toBe(call.firstStatus);
      expect(await outboxSize()).toBeGreaterThan(0);
      fixture.passAll('rooms');
      await expectDelivered(await devicesOf(scene));
      await call.expectDoneOnce(fixture, scene);
    },
  );
});
