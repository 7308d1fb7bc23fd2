import { describe, expect, test } from 'vitest';
import { idOf } from '../../fixtures.ts';
import { aWorld, KEY } from './push-fixture.ts';

describe('a session that ends while push is being turned on', () => {
  const OTHER = idOf('other');

  for (const act of ['turnOn', 'sync'] as const) {
    test(`leaves no subscription to the next member (${act})`, async () => {
      for (const endsAtCall of [0, 1]) {
        const { world, leave, ...push } = aWorld({ permission: 'granted' });
        if (act === 'sync') {
          await push.turnOn();
          world.boundTo = null;
        }
        world.saved = [];
        let calls = 0;
        world.meanwhile = async () => {
          if (calls++ !== endsAtCall) return;
          world.member = null;
          await leave();
          world.member = OTHER;
        };
        await push[act]();
        world.meanwhile = async () => undefined;
        const before = world.saved.length;
        await push.sync();
        expect([world.boundTo, world.saved.slice(before)]).toEqual([null, []]);
      }
    });
  }

  test('has its subscription sent again in the next session if it has merely expired', async () => {
    const { world, forget, ...push } = aWorld({ permission: 'granted', boundTo: KEY });
    world.meanwhile = async () => forget();
    await push.sync();
    world.meanwhile = async () => undefined;
    world.isTakenOff = true;
    await push.sync();
    expect([world.boundTo, world.saved.length]).toEqual([KEY, 2]);
  });
});
