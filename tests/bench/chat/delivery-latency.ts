import { aConversation, aMember, newId } from '../../support/database/factories.ts';
import type { PeerSend } from '../peer/peer-description.ts';
import type { BareChat } from '../support/baseline-chat.ts';
import { type BenchSocket, openSocket } from '../support/event-socket.ts';
import { inTurns, timingsNamed } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { type BenchmarkPart, messageSender } from './fixture.ts';

/** A way for a message: what sends one with this id and waits for the answer, and the socket on which the id arrives. */
interface Delivery {
  readonly send: (id: string) => Promise<void>;
  readonly socket: BenchSocket;
}

async function deliver({ send, socket }: Delivery): Promise<void> {
  const id = newId();
  const arrives = socket.until((frame) => frame.includes(id));
  await Promise.all([arrives, send(id)]);
}

async function bareDelivery(bare: BareChat, lifetime: AsyncDisposableStack): Promise<Delivery> {
  const socket = await openSocket(`ws://${bare.partyHost}/parties/main/bare`, { Origin: bare.url });
  lifetime.defer(async () => socket.close());
  const send = async (id: string) => {
    const answer = await fetch(`${bare.url}/?room=bare`, { method: 'POST', body: id });
    assertCorrect(answer.status === 201, 'the relay answered');
  };
  return { send, socket };
}

async function compareWithBare(delivery: Delivery, bare: Delivery): Promise<ReportLine[]> {
  const timings = await inTurns(
    [
      { name: 'ours', run: () => deliver(delivery) },
      { name: 'bare', run: () => deliver(bare) },
    ],
    { blocks: 7, runs: 30, warmUp: 20 },
  );
  const [measured, limit] = [timingsNamed(timings, 'ours'), timingsNamed(timings, 'bare')];
  const spread = [Math.min(...measured.blocks), Math.max(...measured.blocks)] as const;
  return [
    { what: 'P6 send → recipient’s socket, p50', ours: measured.p50, limit: limit.p50, unit: 'ms', aim: 1.5, spread },
    { what: 'P6 the same, p99', ours: measured.p99, limit: limit.p99, unit: 'ms', aim: 2, spread: [measured.min, measured.max] },
  ];
}

/**
 * The time from the start of a charged send until its frame is on the recipient's socket, compared with a minimal chat
 * (docs/performance.md, "P6: from a send to the recipient's socket").
 */
export const deliveryLatency: BenchmarkPart = async ({ db, as, bare, socketOf }, lifetime) => {
  const [sender, recipient] = [await aMember(db, { credits: 100_000 }), await aMember(db)];
  const send = messageSender(as(sender), await aConversation(db, sender.id, recipient.id));
  return compareWithBare({ send, socket: await socketOf(recipient) }, await bareDelivery(bare, lifetime));
};

/** The same for another site. */
export async function peerDeliveryLatency({ request, socket: address }: PeerSend, bare: BareChat, lifetime: AsyncDisposableStack) {
  const socket = await openSocket(address.url, address.headers);
  lifetime.defer(async () => socket.close());
  for (const frame of address.first_frames) socket.send(frame);
  const send = async (id: string) => {
    const { method, headers, body } = request;
    const answer = await fetch(request.url, { method, headers, body: body.replaceAll('{id}', id) });
    // The body is read so that the connection is free for the next request.
    assertCorrect(answer.ok, `${request.url} answered ${answer.status}: ${await answer.text()}`);
  };
  return compareWithBare({ send, socket }, await bareDelivery(bare, lifetime));
}
