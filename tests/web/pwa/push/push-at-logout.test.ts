import { describe, expect, test } from 'vitest';
import { idOf } from '../../fixtures.ts';
import { aWorld, KEY } from './push-fixture.ts';

describe('a session that ends while it is turned on', () => {
  const OTHER = idOf('other');

  for (const act of ['turnOn', 'sync'] as const) {
    test(`leaves nothing to whoever comes next (${act})`, async () => {
      for (const late of [0, 1]) {
        const { world, leave, ...push } = aWorld({ permission: 'granted' });
        if (act === 'sync') {
          await push.turnOn();
          world.boundTo = null;
        }
        world.saved = [];
        let calls = 0;
        world.meanwhile = async () => {
          if (calls++ !== late) return;
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

  test('and is told anew in its next one where it had merely run out', async () => {
    const { world, forget, ...push } = aWorld({ permission: 'granted', boundTo: KEY });
    world.meanwhile = async () => forget();
    await push.sync();
    world.meanwhile = async () => undefined;
    world.isTakenOff = true;
    await push.sync();
    expect([world.boundTo, world.saved.length]).toEqual([KEY, 2]);
  });
});
