import { aConversation, aMember, newId } from '../../support/database/factories.ts';
import { openSocket } from '../support/event-socket.ts';
import { inTurns, timingsNamed } from '../support/measure.ts';
import { assertCorrect } from '../support/report.ts';
import { type BenchmarkPart, messageSender } from './fixture.ts';

/**
 * The time from the start of a charged send until its frame is on the recipient's socket, compared with a minimal chat
 * (docs/performance.md, "P6: from a send to the recipient's socket").
 */
export const deliveryLatency: BenchmarkPart = async ({ db, as, url, bare, socketOf }, lifetime) => {
  const [sender, recipient] = [await aMember(db, { credits: 100_000 }), await aMember(db)];
  const send = messageSender(as(sender), await aConversation(db, sender.id, recipient.id));
  const ours = await socketOf(recipient);
  const theirs = await openSocket(`ws://${bare.partyHost}/parties/main/bare`, bare.url);
  lifetime.defer(async () => theirs.close());
  assertCorrect(url !== bare.url, 'two sites');

  const timings = await inTurns(
    [
      {
        name: 'ours',
        run: async () => {
          const client_id = newId();
          const arrives = ours.until((frame) => frame.includes(client_id));
          await Promise.all([arrives, send(client_id)]);
        },
      },
      {
        name: 'bare',
        run: async () => {
          const text = newId();
          const arrives = theirs.until((frame) => frame === text);
          const [, answer] = await Promise.all([arrives, fetch(`${bare.url}/?room=bare`, { method: 'POST', body: text })]);
          assertCorrect(answer.status === 201, 'the relay answered');
        },
      },
    ],
    { blocks: 7, runs: 30, warmUp: 20 },
  );
  const [measured, limit] = [timingsNamed(timings, 'ours'), timingsNamed(timings, 'bare')];
  const spread = [Math.min(...measured.blocks), Math.max(...measured.blocks)] as const;
  return [
    { what: 'P6 send → recipient’s socket, p50', ours: measured.p50, limit: limit.p50, unit: 'ms', aim: 1.5, spread },
    { what: 'P6 the same, p99', ours: measured.p99, limit: limit.p99, unit: 'ms', aim: 2, spread: [measured.min, measured.max] },
  ];
};
