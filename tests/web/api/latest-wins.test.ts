import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LatestWinsState, sendLatest } from '../../../web/api/latest-wins.ts';

/** A server that stores what it is sent, refuses some requests and loses some answers, and counts the requests under way. */
function aServer(stored: boolean) {
  const server = { stored, sent: 0, underWay: 0, most: 0 };
  const send = async (wanted: boolean, outcome: 'stored' | 'refused' | 'lost') => {
    server.sent += 1;
    server.underWay += 1;
    server.most = Math.max(server.most, server.underWay);
    await Promise.resolve();
    server.underWay -= 1;
    if (outcome !== 'refused') server.stored = wanted;
    if (outcome !== 'stored') throw new Error(outcome);
  };
  return { server, send };
}

const outcome = fc.constantFrom('stored' as const, 'stored' as const, 'refused' as const, 'lost' as const);

describe('the value wanted last', () => {
  test('is stored by the server if nothing fails at the end, with one request at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.record({ press: fc.boolean(), outcome }), { minLength: 1, maxLength: 50 }),
        async (start, presses) => {
          const { server, send } = aServer(start);
          const [first, ...later] = presses.map(({ press }) => press);
          const intent: LatestWinsState<boolean> = { confirmed: start, wanted: first ?? start };
          const outcomes = presses.map((each) => each.outcome);
          let failed = false;
          await sendLatest(intent, async (wanted) => {
            const given = outcomes.shift() ?? 'stored';
            const next = later.shift();
            const sending = send(wanted, given);
            if (next !== undefined) intent.wanted = next;
            await sending;
          }).catch(() => {
            failed = true;
          });
          expect(server.most).toBeLessThanOrEqual(1);
          if (!failed) expect([server.stored, intent.confirmed]).toEqual([intent.wanted, intent.wanted]);
        },
      ),
    );
  });

  test('fifty presses while one request is under way cost one more at most', async () => {
    const { server, send } = aServer(false);
    const intent: LatestWinsState<boolean> = { confirmed: false, wanted: true };
    await sendLatest(intent, async (wanted) => {
      const sending = send(wanted, 'stored');
      if (server.sent === 1) for (let press = 0; press < 49; press += 1) intent.wanted = !intent.wanted;
      await sending;
    });
    expect([server.stored, intent.confirmed, server.sent]).toEqual([false, false, 2]);
  });

  test('that is refused leaves the confirmed value', async () => {
    const { send } = aServer(false);
    const intent: LatestWinsState<boolean> = { confirmed: false, wanted: true };
    await expect(sendLatest(intent, (wanted) => send(wanted, 'refused'))).rejects.toThrow('refused');
    expect(intent.confirmed).toBe(false);
  });
});
