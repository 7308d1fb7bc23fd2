import { describe, expect, it } from 'vitest';
import type { ConversationMachine } from '../../../../web/features/chat/engine/conversation-machine.ts';
import { CONVERSATION, createChatFixture, pendingTexts, Refusal, send, settled, texts } from './chat-fixture.ts';

const FAR = 10 * 60_000;
const OFFLINE = Array.from({ length: 99 }, () => new Refusal('offline'));

const buttonPrice = (machine: ConversationMachine) => machine.getSnapshot().thread?.price;
const pendingOf = (machine: ConversationMachine) => machine.getSnapshot().pending;
const firstId = (machine: ConversationMachine) => pendingOf(machine)[0]?.client_id ?? '';

const aPricedThread = async () => {
  const fixture = createChatFixture();
  return { ...fixture, ...(await fixture.anOpenTab()) };
};

describe('a message that costs more than its button said', () => {
  it('is not sent, charges nothing, and shows the new price, also on the button of the composer', async () => {
    const { machine, server } = await aPricedThread();
    server.price = 4;
    server.readFaults = OFFLINE;
    send(machine, 'hello');
    for (let i = 0; i < 5; i += 1) await settled();
    expect(pendingOf(machine)).toMatchObject([
      { text: 'hello', state: 'failed', reason: 'price_changed', expects: { credits: 1 }, new_price: { credits: 4 } },
    ]);
    expect(buttonPrice(machine)).toEqual({ credits: 4, reason: 'priced' });
    expect([server.credits, server.messages]).toEqual([10, []]);
  });

  it('is sent under its id for the new price once the member agrees', async () => {
    const { machine, server, clock } = await aPricedThread();
    server.price = 4;
    send(machine, 'hello');
    await clock.advance(FAR);
    machine.retry(firstId(machine));
    await clock.advance(FAR);
    expect([texts(machine), pendingTexts(machine), server.credits]).toEqual([['hello'], [], 6]);
    expect([server.expected, new Set(server.sends.map(({ client_id }) => client_id)).size]).toEqual([[1, 4], 1]);
  });

  it('asks again if the price rises once more', async () => {
    const { machine, server, clock } = await aPricedThread();
    server.price = 4;
    send(machine, 'hello');
    await clock.advance(FAR);
    server.price = 5;
    machine.retry(firstId(machine));
    await clock.advance(FAR);
    expect(pendingOf(machine)).toMatchObject([{ state: 'failed', new_price: { credits: 5 } }]);
    expect([server.expected, server.credits]).toEqual([[1, 4], 10]);
  });

  it('is discarded without a charge', async () => {
    const { machine, server, clock } = await aPricedThread();
    server.price = 4;
    send(machine, 'hello');
    await clock.advance(FAR);
    machine.discard(firstId(machine));
    await clock.advance(FAR);
    expect([pendingTexts(machine), server.sends.length, server.credits]).toEqual([[], 1, 10]);
  });

  it('asks for each message that was queued at the old price', async () => {
    const { machine, room, server, clock } = await aPricedThread();
    server.sendFaults = OFFLINE;
    send(machine, 'one');
    send(machine, 'two');
    await clock.advance(FAR);
    server.sendFaults = [];
    server.price = 4;
    room.reconnect();
    await clock.advance(FAR);
    expect(pendingTexts(machine)).toEqual(['one (failed)', 'two (failed)']);
    expect(server.credits).toBe(10);
  });

  it('asks on the next page, too, whose button shows the new price already', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    server.price = 0;
    const before = await anOpenTab();
    server.sendFaults = OFFLINE;
    send(before.machine, 'hello');
    await clock.advance(1000);
    before.close();
    server.sendFaults = [];
    server.price = 1;
    const { machine } = await anOpenTab();
    await clock.advance(FAR);
    expect(buttonPrice(machine)).toEqual({ credits: 1, reason: 'priced' });
    expect(pendingOf(machine)).toMatchObject([{ expects: { credits: 0 }, new_price: { credits: 1 } }]);
    expect([server.expected.at(-1), server.messages]).toEqual([0, []]);
  });

  it('asks for what is sent by the thread that was stored for a start without a connection', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    server.price = 0;
    const before = await anOpenTab();
    await clock.advance(FAR);
    before.close();
    server.price = 1;
    server.readFaults = OFFLINE;
    const { machine } = await anOpenTab();
    send(machine, 'hello');
    await clock.advance(FAR);
    expect(pendingOf(machine)).toMatchObject([{ reason: 'price_changed', new_price: { credits: 1 } }]);
  });
});

it('a cheaper message is sent without a question and charged at the lower price', async () => {
  const { machine, server, clock } = await aPricedThread();
  server.price = 0;
  send(machine, 'hello');
  await clock.advance(FAR);
  expect([texts(machine), server.expected, server.credits]).toEqual([['hello'], [1], 10]);
});

it('a message that was refused for another reason is tried again at the price of its first send', async () => {
  const { machine, server, clock } = await aPricedThread();
  server.sendFaults = [new Refusal('not_enough_credits')];
  send(machine, 'hello');
  await clock.advance(FAR);
  server.price = 4;
  machine.retry(firstId(machine));
  await clock.advance(FAR);
  expect(pendingOf(machine)).toMatchObject([{ reason: 'price_changed', new_price: { credits: 4 } }]);
  expect(server.expected).toEqual([1, 1]);
});

it('a message that an older page stored without a price is sent for what it costs', async () => {
  const { anOpenTab, store, server, clock } = createChatFixture();
  const written = { client_id: 'older', conversation_id: CONVERSATION, text: 'hello', created_at: '2026-11-21T09:00:00.000Z' };
  const entry = { ...written, about: null, expects: null, state: 'queued' as const, reason: null, ends_at: null, new_price: null };
  await store.update(CONVERSATION, () => [entry]);
  server.price = 4;
  await anOpenTab();
  await clock.advance(FAR);
  expect([server.expected, server.credits]).toEqual([[undefined], 6]);
});
