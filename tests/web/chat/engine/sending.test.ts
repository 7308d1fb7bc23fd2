import { describe, expect, it, vi } from 'vitest';
import { SEND_ERRORS } from '#contract/chat';
import { CONVERSATION, createChatFixture, pendingTexts, Refusal, send, sentFrame, settled, texts } from './chat-fixture.ts';
import type { SharedStore } from './fake-ports.ts';

const FAR = 10 * 60_000;

/** Has the changes of a store wait until the returned function is called. */
function delayUpdates(store: SharedStore): () => void {
  const { promise: isDue, resolve } = Promise.withResolvers<void>();
  const { update } = store;
  store.update = async (...change) => {
    await isDue;
    await update.apply(store, change);
  };
  return resolve;
}

describe('sending', () => {
  it('shows a bubble at once and replaces it by the acknowledged message', async () => {
    const { anOpenTab, followed } = createChatFixture();
    const { machine } = await anOpenTab();
    send(machine, 'hello');
    expect(pendingTexts(machine)).toEqual(['hello (queued)']);
    await settled();
    await settled();
    expect(pendingTexts(machine)).toEqual([]);
    expect(texts(machine)).toEqual(['hello']);
    expect(followed).toContain('sent hello, 9 left');
  });

  it('sends in the order of typing, one at a time, each with the latest pass', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    for (const text of ['one', 'two', 'three', 'four']) send(machine, text);
    await clock.advance(0);
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four']);
    expect(server.mostSendsAtOnce).toBe(1);
    expect(server.receivedPasses).toEqual(['send pass', 'send pass 1', 'send pass 2', 'send pass 3']);
    expect(texts(machine)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('sends a single message while it is being stored, without the lock and without reading the store', async () => {
    const { anOpenTab, server, store, locks } = createChatFixture();
    const { machine } = await anOpenTab();
    await settled();
    const finishStoring = delayUpdates(store);
    const reads = vi.spyOn(store, 'read');
    const locked = vi.spyOn(locks, 'run');
    send(machine, 'hello');
    for (let i = 0; i < 5; i += 1) await settled();
    expect([server.messages.length, reads.mock.calls, locked.mock.calls]).toEqual([1, [], []]);
    expect(texts(machine)).toEqual(['hello']);
    finishStoring();
    for (let i = 0; i < 5; i += 1) await settled();
    expect([server.sends.length, reads.mock.calls, locked.mock.calls]).toEqual([1, [], []]);
    expect([pendingTexts(machine), (await store.read(CONVERSATION)).entries]).toEqual([[], []]);
  });

  it('sends a message that failed before it was stored again, and those behind it in order', async () => {
    const { anOpenTab, server, store, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    await settled();
    const finishStoring = delayUpdates(store);
    server.sendFaults = [new Refusal('offline')];
    send(machine, 'one');
    send(machine, 'two');
    for (let i = 0; i < 5; i += 1) await settled();
    expect(server.messages).toEqual([]);
    finishStoring();
    await clock.advance(FAR);
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(pendingTexts(machine)).toEqual([]);
  });

  it('marks a message as failed that is refused before it was stored, and sends the next one', async () => {
    const { anOpenTab, server, store, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    await settled();
    const finishStoring = delayUpdates(store);
    server.sendFaults = [new Refusal('not_enough_credits')];
    send(machine, 'one');
    for (let i = 0; i < 5; i += 1) await settled();
    expect(pendingTexts(machine)).toEqual(['one (failed)']);
    finishStoring();
    for (let i = 0; i < 5; i += 1) await settled();
    send(machine, 'two');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['two']);
    expect(server.sends).toHaveLength(2);
    expect(pendingTexts(machine)).toEqual(['one (failed)']);
  });

  it('sends what an earlier page left before a message that is written while the store is read', async () => {
    const { anOpenTab, store, server, clock } = createChatFixture();
    const earlier = await anOpenTab();
    server.sendFaults = [new Refusal('offline')];
    send(earlier.machine, 'left behind');
    await settled();
    earlier.close();
    const { promise: isDue, resolve: finishReading } = Promise.withResolvers<void>();
    const { conversations } = store;
    store.conversations = async () => {
      await isDue;
      return conversations.call(store);
    };
    const { machine } = await anOpenTab();
    send(machine, 'new');
    for (let i = 0; i < 5; i += 1) await settled();
    finishReading();
    await clock.advance(FAR);
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['left behind', 'new']);
  });

  it('keeps the order when the device’s clock jumps back between two messages', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    server.sendFaults = [new Refusal('offline')];
    send(machine, 'one');
    await clock.advance(-60_000);
    send(machine, 'two');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('repeats a send with the same id while the network or the server is unreachable', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    server.sendFaults = [new Refusal('offline'), new Refusal('unavailable', 2), new Refusal('busy', 2), new Refusal('internal')];
    send(machine, 'hello');
    await clock.advance(FAR);
    expect(server.sends).toHaveLength(5);
    expect(new Set(server.sends.map(({ client_id }) => client_id)).size).toBe(1);
    expect(texts(machine)).toEqual(['hello']);
  });

  it('waits longer after each failure, and not at all once the connection is back', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine, room } = await anOpenTab();
    server.sendFaults = Array.from({ length: 50 }, () => new Refusal('offline'));
    send(machine, 'hello');
    await clock.advance(120_000);
    expect(server.sends.length).toBeLessThan(10);
    server.sendFaults = [];
    room.reconnect();
    await settled();
    await settled();
    expect(texts(machine)).toEqual(['hello']);
  });

  it('makes one message when the answer is lost after the commit', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    server.sendFaults = ['lost after commit'];
    send(machine, 'hello');
    await clock.advance(FAR);
    expect(server.messages).toHaveLength(1);
    expect(server.credits).toBe(9);
    expect(texts(machine)).toEqual(['hello']);
    expect(pendingTexts(machine)).toEqual([]);
  });

  it('does not repeat a send whose lost answer is made up by an event', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine, room } = await anOpenTab();
    server.sendFaults = ['lost after commit'];
    send(machine, 'hello');
    await settled();
    await settled();
    const [message] = server.messages;
    if (message) room.deliver(sentFrame(message));
    expect(pendingTexts(machine)).toEqual([]);
    await clock.advance(FAR);
    expect(server.sends).toHaveLength(1);
  });

  it.each([...SEND_ERRORS, 'invalid'] as const)('keeps the text of a message refused with %s, and sends what follows', async (code) => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    server.sendFaults = [new Refusal(code)];
    send(machine, 'first');
    send(machine, 'second');
    await clock.advance(FAR);
    expect(machine.getSnapshot().pending).toMatchObject([{ text: 'first', state: 'failed', reason: code }]);
    expect(texts(machine)).toEqual(['second']);
  });

  it('sends by itself what was refused with too_many, after the time to wait and in order', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    server.sendFaults = [Object.assign(new Refusal('too_many'), { retryAfter: 40 })];
    send(machine, 'first');
    send(machine, 'second');
    await clock.advance(39_000);
    expect([texts(machine), pendingTexts(machine)]).toEqual([[], ['first (queued)', 'second (queued)']]);
    await clock.advance(FAR);
    expect([texts(machine), pendingTexts(machine)]).toEqual([['first', 'second'], []]);
  });

  it('sends a failed message again under its id, or discards it', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    server.sendFaults = [new Refusal('not_enough_credits'), new Refusal('blocked')];
    send(machine, 'again');
    send(machine, 'never mind');
    await clock.advance(FAR);
    const [again, discarded] = machine.getSnapshot().pending;
    machine.retry(again?.client_id ?? '');
    machine.discard(discarded?.client_id ?? '');
    await clock.advance(FAR);
    expect(texts(machine)).toEqual(['again']);
    expect(pendingTexts(machine)).toEqual([]);
    expect(server.sends.filter(({ text }) => text === 'again').map(({ client_id }) => client_id)).toEqual([
      again?.client_id,
      again?.client_id,
    ]);
    expect(server.sends.filter(({ text }) => text === 'never mind')).toHaveLength(1);
  });

  it('takes a fresh id where the old one belongs to another text', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    server.sendFaults = [new Refusal('client_id_reused')];
    send(machine, 'hello');
    await clock.advance(FAR);
    machine.retry(machine.getSnapshot().pending[0]?.client_id ?? '');
    await clock.advance(FAR);
    expect(new Set(server.sends.map(({ client_id }) => client_id)).size).toBe(2);
    expect(texts(machine)).toEqual(['hello']);
  });

  it('gives up on a message that breaks the server every time, and goes on with the next', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    server.sendFaults = Array.from({ length: 5 }, () => new Refusal('internal'));
    send(machine, 'poison');
    send(machine, 'fine');
    await clock.advance(FAR);
    expect(machine.getSnapshot().pending).toMatchObject([{ text: 'poison', state: 'failed', reason: 'internal' }]);
    expect(texts(machine)).toEqual(['fine']);
  });

  it('gives up on a message after five faults of the server, however often it could not be reached', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine } = await anOpenTab();
    const unreachable = Array.from({ length: 6 }, () => new Refusal('offline'));
    server.sendFaults = [...unreachable, ...Array.from({ length: 4 }, () => new Refusal('internal')), new Refusal('unavailable')];
    send(machine, 'hello');
    await clock.advance(6 * FAR);
    expect(texts(machine)).toEqual(['hello']);
    server.sendFaults = [...unreachable, ...Array.from({ length: 5 }, () => new Refusal('internal'))];
    send(machine, 'poison');
    await clock.advance(6 * FAR);
    expect(machine.getSnapshot().pending).toMatchObject([{ text: 'poison', state: 'failed', reason: 'internal' }]);
  });

  it('returns what is unsent: queued and failed messages', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const { machine, sendQueue } = await anOpenTab();
    const states = async () => (await sendQueue.readPending()).map(({ state }) => state);
    server.sendFaults = [new Refusal('offline'), new Refusal('not_enough_credits')];
    send(machine, 'hello');
    await settled();
    expect(await states()).toEqual(['queued']);
    await clock.advance(FAR);
    expect(await states()).toEqual(['failed']);
  });

  it('says that credits are too few as soon as the last ones are spent', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    server.credits = 1;
    const { machine } = await anOpenTab();
    send(machine, 'hello');
    await clock.advance(FAR);
    expect(machine.getSnapshot().thread?.can_send).toEqual({ ok: false, code: 'not_enough_credits' });
  });
});

describe('a page that ends and another that begins', () => {
  it('sends what an earlier page left, under the same ids and in the same order', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const before = await anOpenTab();
    server.sendFaults = Array.from({ length: 99 }, () => new Refusal('offline'));
    for (let i = 1; i <= 50; i += 1) send(before.machine, `m${i}`);
    await clock.advance(1000);
    before.close();
    await clock.advance(FAR);
    server.sendFaults = [];
    const after = await anOpenTab();
    expect(after.machine.getSnapshot().pending).not.toHaveLength(0);
    await clock.advance(FAR);
    expect(texts(after.machine)).toEqual(Array.from({ length: 50 }, (_, i) => `m${i + 1}`));
    expect(server.sends[0]?.client_id).toBe(server.messages[0]?.client_id);
  });

  it('still shows a failed message after a reload', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const before = await anOpenTab();
    server.sendFaults = [new Refusal('not_enough_credits')];
    send(before.machine, 'hello');
    await clock.advance(FAR);
    before.close();
    const after = await anOpenTab();
    expect(after.machine.getSnapshot().pending).toMatchObject([{ text: 'hello', state: 'failed', reason: 'not_enough_credits' }]);
  });

  it('still knows when the limit ends that refused a message, until the message is tried again', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const before = await anOpenTab();
    const ends_at = '2026-11-22T09:00:00.000Z';
    server.sendFaults = [new Refusal('same_text', null, { ends_at })];
    send(before.machine, 'hello');
    await clock.advance(FAR);
    before.close();
    const after = await anOpenTab();
    const [failed] = after.machine.getSnapshot().pending;
    expect(failed).toMatchObject({ state: 'failed', reason: 'same_text', ends_at });
    server.sendFaults = [new Refusal('blocked')];
    after.machine.retry(failed?.client_id ?? '');
    await clock.advance(FAR);
    expect(after.machine.getSnapshot().pending).toMatchObject([{ state: 'failed', reason: 'blocked', ends_at: null }]);
  });
});
