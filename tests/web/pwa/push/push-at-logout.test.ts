import { describe, expect, test } from 'vitest';
import { idOf } from '../../fixtures.ts';
import { createPushFixture, KEY } from './push-fixture.ts';

describe('a session that ends while push is being turned on', () => {
  const OTHER = idOf('other');

  for (const act of ['turnOn', 'sync'] as const) {
    test(`leaves no subscription to the next member (${act})`, async () => {
      for (const endsAtCall of [0, 1]) {
        const { fixture, leave, ...push } = createPushFixture({ permission: 'granted' });
        if (act === 'sync') {
          await push.turnOn();
          fixture.subscribedForKey = null;
        }
        fixture.saved = [];
        let calls = 0;
        fixture.duringRequest = async () => {
          if (calls++ !== endsAtCall) return;
          fixture.member = null;
          await leave();
          fixture.member = OTHER;
        };
        await push[act]();
        fixture.duringRequest = async () => undefined;
        const before = fixture.saved.length;
        await push.sync();
        expect([fixture.subscribedForKey, fixture.saved.slice(before)]).toEqual([null, []]);
      }
    });
  }

  test('has its subscription sent again in the next session if it has merely expired', async () => {
    const { fixture, forget, ...push } = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
    fixture.duringRequest = async () => forget();
    await push.sync();
    fixture.duringRequest = async () => undefined;
    fixture.isRemovedElsewhere = true;
    await push.sync();
    expect([fixture.subscribedForKey, fixture.saved.length]).toEqual([KEY, 2]);
  });
});
