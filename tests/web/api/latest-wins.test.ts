import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Intent, settle } from '../../../web/api/latest-wins.ts';

/** A server that keeps what it is sent, answers when told to, and loses some answers. */
function aServer(kept: boolean) {
  const server = { kept, sent: 0, atOnce: 0, most: 0 };
  const send = async (wanted: boolean, fate: 'kept' | 'refused' | 'lost') => {
    server.sent += 1;
    server.atOnce += 1;
    server.most = Math.max(server.most, server.atOnce);
    await Promise.resolve();
    server.atOnce -= 1;
    if (fate !== 'refused') server.kept = wanted;
    if (fate !== 'kept') throw new Error(fate);
  };
  return { server, send };
}

const fate = fc.constantFrom('kept' as const, 'kept' as const, 'refused' as const, 'lost' as const);

describe('the last intent', () => {
  test('is what the server stands at, whatever was pressed and whatever failed on the way, one request at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.record({ press: fc.boolean(), fate }), { minLength: 1, maxLength: 50 }),
        async (start, presses) => {
          const { server, send } = aServer(start);
          const [first, ...later] = presses.map(({ press }) => press);
          const intent: Intent<boolean> = { confirmed: start, wanted: first ?? start };
          const fates = presses.map((each) => each.fate);
          let failed = false;
          await settle(intent, async (wanted) => {
            const given = fates.shift() ?? 'kept';
            const next = later.shift();
            const sending = send(wanted, given);
            if (next !== undefined) intent.wanted = next;
            await sending;
          }).catch(() => {
            failed = true;
          });
          expect(server.most).toBeLessThanOrEqual(1);
          if (!failed) expect([server.kept, intent.confirmed]).toEqual([intent.wanted, intent.wanted]);
        },
      ),
    );
  });

  test('fifty presses while one request is under way cost one more at most', async () => {
    const { server, send } = aServer(false);
    const intent: Intent<boolean> = { confirmed: false, wanted: true };
    await settle(intent, async (wanted) => {
      const sending = send(wanted, 'kept');
      if (server.sent === 1) for (let press = 0; press < 49; press += 1) intent.wanted = !intent.wanted;
      await sending;
    });
    expect([server.kept, intent.confirmed, server.sent]).toEqual([false, false, 2]);
  });

  test('that is refused leaves what was confirmed', async () => {
    const { send } = aServer(false);
    const intent: Intent<boolean> = { confirmed: false, wanted: true };
    await expect(settle(intent, (wanted) => send(wanted, 'refused'))).rejects.toThrow('refused');
    expect(intent.confirmed).toBe(false);
  });
});
