import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contract/durations';
import { createConversationOf, OTHER, Refusal, settled, texts } from './chat-fixture.ts';

const offlineFaults = (times: number) => Array.from({ length: times }, () => new Refusal('offline'));

describe('a read that fails while the room stays connected', () => {
  it('is repeated until what was missed is there', async () => {
    const { anOpenTab, server, clock } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    server.add(OTHER, 'missed');
    server.readFaults = offlineFaults(3);
    room.deliver({ type: 'resync' });
    await clock.advance(MINUTE);
    expect(texts(machine)).toContain('missed');
  });

  it('is repeated ever less often, and soon again once there was an answer', async () => {
    const { anOpenTab, server, clock } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    const before = server.reads.length;
    server.readFaults = offlineFaults(99);
    room.deliver({ type: 'resync' });
    await clock.advance(10 * MINUTE);
    const asked = server.reads.length - before;
    expect(asked).toBeGreaterThan(10);
    expect(asked).toBeLessThan(20);
    server.readFaults = [];
    await clock.advance(MINUTE);
    server.add(OTHER, 'missed');
    server.readFaults = offlineFaults(1);
    room.deliver({ type: 'resync' });
    await clock.advance(3000);
    expect(texts(machine)).toContain('missed');
  });

  it('is not repeated before the time the server names, nor once the session is over', async () => {
    const { anOpenTab, server, clock } = createConversationOf(2);
    const { room } = await anOpenTab();
    const before = server.reads.length;
    server.readFaults = [new Refusal('unavailable', 30), new Refusal('signed_out')];
    room.deliver({ type: 'resync' });
    await clock.advance(29_000);
    expect(server.reads).toHaveLength(before + 1);
    await clock.advance(10 * MINUTE);
    expect(server.reads).toHaveLength(before + 2);
  });

  it('is not repeated once the thread is closed', async () => {
    const { anOpenTab, server, clock } = createConversationOf(2);
    const { room, close } = await anOpenTab();
    server.readFaults = offlineFaults(99);
    room.deliver({ type: 'resync' });
    await settled();
    close();
    const reads = server.reads.length;
    await clock.advance(50 * MINUTE);
    expect(server.reads).toHaveLength(reads);
  });
});
