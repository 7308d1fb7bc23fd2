import { describe, expect, test } from 'vitest';
import { idOf } from '../../fixtures.ts';
import { aWorld, KEY } from './push-fixture.ts';

describe('a session that ends while push is being turned on', () => {
  const OTHER = idOf('other');

  for (const act of ['turnOn', 'sync'] as const) {
    test(`leaves no subscription to the next member (${act})`, async () => {
      for (const endsAtCall of [0, 1]) {
        const { fixture, leave, ...push } = aWorld({ permission: 'granted' });
        if (act === 'sync') {
          await push.turnOn();
          fixture.boundTo = null;
        }
        fixture.saved = [];
        let calls = 0;
        fixture.meanwhile = async () => {
          if (calls++ !== endsAtCall) return;
          fixture.member = null;
          await leave();
          fixture.member = OTHER;
        };
        await push[act]();
        fixture.meanwhile = async () => undefined;
        const before = fixture.saved.length;
        await push.sync();
        expect([fixture.boundTo, fixture.saved.slice(before)]).toEqual([null, []]);
      }
    });
  }

  test('has its subscription sent again in the next session if it has merely expired', async () => {
    const { fixture, forget, ...push } = aWorld({ permission: 'granted', boundTo: KEY });
    fixture.meanwhile = async () => forget();
    await push.sync();
    fixture.meanwhile = async () => undefined;
    fixture.isTakenOff = true;
    await push.sync();
    expect([fixture.boundTo, fixture.saved.length]).toEqual([KEY, 2]);
  });
});
