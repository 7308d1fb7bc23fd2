import { describe, expect, it } from 'vitest';
import { CONVERSATION, createChatFixture, ME, pendingTexts, Refusal, send, sentFrame, settled, texts } from './chat-fixture.ts';

const FAR = 10 * 60_000;

/** A fixture in which a page was closed before its message could be sent. */
async function createFixtureWithUnsent(text: string) {
  const fixture = createChatFixture();
  const page = await fixture.anOpenTab();
  fixture.server.sendFaults = [new Refusal('offline')];
  send(page.machine, text);
  await settled();
  page.close();
  return fixture;
}

describe('two tabs', () => {
  it('store and charge each message once, and send all but their first under one lock', async () => {
    const { anOpenTab, server, locks, clock } = createChatFixture();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    for (let i = 1; i <= 10; i += 1) send((i % 2 ? one : two).machine, `m${i}`);
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text).toSorted()).toEqual(Array.from({ length: 10 }, (_, i) => `m${i + 1}`).toSorted());
    expect(server.credits).toBe(0);
    // The first message of each tab leaves at once; the tab that has the lock may find it in the store and send it, too.
    expect(server.sends.length).toBeLessThanOrEqual(12);
    expect(server.mostSendsAtOnce).toBeLessThanOrEqual(2);
    expect(locks.mostHeld).toBe(1);
    await clock.advance(FAR);
    for (const { machine } of [one, two]) expect(pendingTexts(machine)).toEqual([]);
  });

  it('retry a lost answer without doubling it', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = ['lost after commit', 'lost after commit'];
    send(one.machine, 'from one');
    send(two.machine, 'from two');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text).toSorted()).toEqual(['from one', 'from two']);
    expect(server.credits).toBe(8);
    two.room.deliver(...server.messages.map(sentFrame));
    expect(texts(two.machine)).toHaveLength(2);
  });

  it('both show as sent what one of them sent for the other, without any event', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = [new Refusal('offline')];
    send(one.machine, 'hello');
    await settled();
    await settled();
    two.sendQueue.wake();
    await clock.advance(FAR);
    expect(server.sends).toHaveLength(2);
    for (const { machine } of [one, two]) expect([pendingTexts(machine), texts(machine)]).toEqual([[], ['hello']]);
  });

  it('show what the other one sends, until an answer contains it', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = [new Refusal('offline')];
    send(one.machine, 'hello');
    await clock.advance(0);
    await two.sendQueue.readPending();
    const inView: number[] = [];
    two.machine.subscribe(() => inView.push(pendingTexts(two.machine).length + texts(two.machine).length));
    // The answer to the first request after it is lost, too.
    server.readFaults = [new Refusal('offline')];
    one.sendQueue.wake();
    await clock.advance(0);
    await two.sendQueue.readPending();
    await clock.advance(FAR);
    expect([pendingTexts(two.machine), texts(two.machine)]).toEqual([[], ['hello']]);
    expect(new Set(inView)).toEqual(new Set([1]));
  });

  it('no longer show what a member has discarded in the other', async () => {
    const { anOpenTab, server, store, clock } = createChatFixture();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = [new Refusal('offline'), new Refusal('offline')];
    send(one.machine, 'hello');
    await clock.advance(0);
    await two.sendQueue.readPending();
    const [{ client_id } = { client_id: '' }] = (await store.read(CONVERSATION)).entries;
    one.machine.discard(client_id);
    await settled();
    await two.sendQueue.readPending();
    await clock.advance(FAR);
    expect([pendingTexts(two.machine), texts(two.machine), server.messages]).toEqual([[], [], []]);
  });

  it('lose nothing when one of them closes in a pause between two tries', async () => {
    const { anOpenTab, server, clock } = createChatFixture();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = [new Refusal('offline')];
    send(one.machine, 'hello');
    await settled();
    one.close();
    two.sendQueue.wake();
    await clock.advance(FAR);
    expect(server.messages.map(({ sender_id, text }) => [sender_id, text])).toEqual([[ME, 'hello']]);
  });

  it('do not wait for one that holds the lock and does nothing, but leave its messages alone', async () => {
    const { anOpenTab, server, locks, clock } = await createFixtureWithUnsent('from one');
    locks.isHeldElsewhere = true;
    const two = await anOpenTab();
    send(two.machine, 'from two');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['from two']);
    locks.isHeldElsewhere = false;
    two.sendQueue.wake();
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text).toSorted()).toEqual(['from one', 'from two']);
    expect(server.credits).toBe(8);
  });

  it('send a message of another page only when it is known that no other tab does, and their own at once', async () => {
    const { anOpenTab, server, locks, clock } = await createFixtureWithUnsent('from one');
    const { promise, resolve: answer } = Promise.withResolvers<boolean>();
    locks.isHeldElsewhere = promise;
    const two = await anOpenTab();
    await clock.advance(FAR);
    send(two.machine, 'from two');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['from two']);
    answer(false);
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['from two', 'from one']);
    expect(server.sends).toHaveLength(3);
  });

  it('lose nothing to a store that is late', async () => {
    const { anOpenTab, server, store, clock } = createChatFixture();
    const { machine, sendQueue } = await anOpenTab();
    server.sendFaults = [new Refusal('offline')];
    send(machine, 'first');
    await settled();
    await settled();
    store.isLate = true;
    send(machine, 'second');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['first', 'second']);
    expect(await sendQueue.readPending()).toEqual([]);
  });
});
