import { describe, expect, it } from 'vitest';
import { aWorld, CONVERSATION, ME, pendingTexts, Refusal, sentFrame, settled, texts } from './chat-fixture.ts';

const FAR = 10 * 60_000;

/** A world in which a page was closed before its message could be sent. */
async function aWorldWithUnsent(text: string) {
  const world = aWorld();
  const page = await world.anOpenTab();
  world.server.sendFaults = [new Refusal('offline')];
  page.machine.send(text);
  await settled();
  page.close();
  return world;
}

describe('two tabs', () => {
  it('send each message once, one at a time, under one lock', async () => {
    const { anOpenTab, server, locks, clock } = aWorld();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    for (let i = 1; i <= 10; i += 1) (i % 2 ? one : two).machine.send(`m${i}`);
    await clock.advance(FAR);
    expect(server.messages).toHaveLength(10);
    expect(server.sends).toHaveLength(10);
    expect(server.mostSendsAtOnce).toBe(1);
    expect(locks.mostHeld).toBe(1);
    await clock.advance(FAR);
    for (const { machine } of [one, two]) expect(pendingTexts(machine)).toEqual([]);
  });

  it('retry a lost answer without doubling it', async () => {
    const { anOpenTab, server, clock } = aWorld();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = ['lost after commit', 'lost after commit'];
    one.machine.send('from one');
    two.machine.send('from two');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text).toSorted()).toEqual(['from one', 'from two']);
    expect(server.credits).toBe(8);
    two.room.deliver(...server.messages.map(sentFrame));
    expect(texts(two.machine)).toHaveLength(2);
  });

  it('both show as sent what one of them sent for the other, without any event', async () => {
    const { anOpenTab, server, clock } = aWorld();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = [new Refusal('offline')];
    one.machine.send('hello');
    await settled();
    await settled();
    two.outbox.wake();
    await clock.advance(FAR);
    expect(server.sends).toHaveLength(2);
    for (const { machine } of [one, two]) expect([pendingTexts(machine), texts(machine)]).toEqual([[], ['hello']]);
  });

  it('keep in view what the other one sends, until an answer brings it', async () => {
    const { anOpenTab, server, clock } = aWorld();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = [new Refusal('offline')];
    one.machine.send('hello');
    await clock.advance(0);
    await two.outbox.unsent();
    const inView: number[] = [];
    two.machine.subscribe(() => inView.push(pendingTexts(two.machine).length + texts(two.machine).length));
    // The answer to the first request after it is lost, too.
    server.readFaults = [new Refusal('offline')];
    one.outbox.wake();
    await clock.advance(0);
    await two.outbox.unsent();
    await clock.advance(FAR);
    expect([pendingTexts(two.machine), texts(two.machine)]).toEqual([[], ['hello']]);
    expect(new Set(inView)).toEqual(new Set([1]));
  });

  it('no longer show what a member has given up in the other', async () => {
    const { anOpenTab, server, store, clock } = aWorld();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = [new Refusal('offline'), new Refusal('offline')];
    one.machine.send('hello');
    await clock.advance(0);
    await two.outbox.unsent();
    const [{ client_id } = { client_id: '' }] = (await store.read(CONVERSATION)).entries;
    one.machine.discard(client_id);
    await settled();
    await two.outbox.unsent();
    await clock.advance(FAR);
    expect([pendingTexts(two.machine), texts(two.machine), server.messages]).toEqual([[], [], []]);
  });

  it('lose nothing when one of them closes in a pause between two tries', async () => {
    const { anOpenTab, server, clock } = aWorld();
    const [one, two] = [await anOpenTab(), await anOpenTab()];
    server.sendFaults = [new Refusal('offline')];
    one.machine.send('hello');
    await settled();
    one.close();
    two.outbox.wake();
    await clock.advance(FAR);
    expect(server.messages.map(({ sender_id, text }) => [sender_id, text])).toEqual([[ME, 'hello']]);
  });

  it('do not wait for one that holds the lock and does nothing: each sends its own, and a message once', async () => {
    const { anOpenTab, server, locks, clock } = await aWorldWithUnsent('from one');
    locks.isHeldElsewhere = true;
    const two = await anOpenTab();
    two.machine.send('from two');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['from two']);
    locks.isHeldElsewhere = false;
    two.outbox.wake();
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text).toSorted()).toEqual(['from one', 'from two']);
    expect(server.credits).toBe(8);
  });

  it('send nothing of another page before it is known whether that one does; one’s own goes out at once', async () => {
    const { anOpenTab, server, locks, clock } = await aWorldWithUnsent('from one');
    const { promise, resolve: answer } = Promise.withResolvers<boolean>();
    locks.isHeldElsewhere = promise;
    const two = await anOpenTab();
    await clock.advance(FAR);
    two.machine.send('from two');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['from two']);
    answer(false);
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['from two', 'from one']);
    expect(server.sends).toHaveLength(3);
  });

  it('lose nothing to a store that is late', async () => {
    const { anOpenTab, server, store, clock } = aWorld();
    const { machine, outbox } = await anOpenTab();
    server.sendFaults = [new Refusal('offline')];
    machine.send('first');
    await settled();
    await settled();
    store.isLate = true;
    machine.send('second');
    await clock.advance(FAR);
    expect(server.messages.map(({ text }) => text)).toEqual(['first', 'second']);
    expect(await outbox.unsent()).toEqual([]);
  });
});
