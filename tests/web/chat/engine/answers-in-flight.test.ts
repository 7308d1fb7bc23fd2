import { describe, expect, it } from 'vitest';
import type { Conversation } from '#contract/chat';
import { createConversationOf, ME, OTHER, readFrame, sentFrame, settled } from './chat-fixture.ts';
import type { FakeServer } from './fake-server.ts';

/** Calls `act` with each answer of a read before the page gets what it returns. The returned function ends that. */
function interceptReads(server: FakeServer, act: (answer: Conversation) => Conversation): () => void {
  const read = server.read.bind(server);
  server.read = async (input) => act(await read(input));
  return () => {
    server.read = read;
  };
}

describe('a thread', () => {
  it('is read again if an event changes it while an answer is under way', async () => {
    const { anOpenTab, server } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    const asked = server.reads.length;
    const end = interceptReads(server, (answer) => {
      end();
      server.firstMessages = null;
      room.deliver(sentFrame(server.add(ME, 'from my phone')));
      return answer;
    });
    server.firstMessages = { left: 1, resets_at: null };
    await machine.refresh();
    expect([machine.getSnapshot().thread?.first_messages, server.reads.length - asked]).toEqual([null, 2]);
  });

  it('is not read again for presence: an event during the read overrides its answer', async () => {
    const { anOpenTab, server } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    const asked = server.reads.length;
    const end = interceptReads(server, (answer) => {
      if (server.reads.length < asked + 5) room.deliver({ type: 'presence.changed', profile: OTHER, is_online: false });
      return answer;
    });
    await machine.refresh();
    expect([machine.getSnapshot().thread?.profile.is_online, server.reads.length - asked]).toEqual([false, 1]);
    end();
    await machine.refresh();
    expect(machine.getSnapshot().thread?.profile.is_online).toBe(true);
  });

  it('shows the other offline if the answer says so, even if an event during the read said otherwise', async () => {
    const { anOpenTab, server } = createConversationOf(2);
    const { machine, room } = await anOpenTab();
    interceptReads(server, (answer) => {
      room.deliver({ type: 'presence.changed', profile: OTHER, is_online: true });
      return { ...answer, profile: { ...answer.profile, is_online: false } };
    });
    await machine.refresh();
    expect(machine.getSnapshot().thread?.profile.is_online).toBe(false);
  });

  it('has no gap after a page of older messages that came when it had been closed', async () => {
    const { anOpenTab, server } = createConversationOf(180);
    const { machine, open, close } = await anOpenTab();
    machine.newestInView();
    await machine.loadOlder();
    await machine.loadOlder();
    const end = interceptReads(server, (answer) => {
      close();
      return answer;
    });
    await machine.loadOlder();
    end();
    await open();
    while (machine.getSnapshot().hasOlder) await machine.loadOlder();
    expect(machine.getSnapshot().messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 180 }, (_, i) => i + 1));
  });

  it('applies a read mark that came before the first answer, and is read only twice', async () => {
    const { aTab, server } = createConversationOf(2);
    const { machine, room, open } = aTab();
    interceptReads(server, (answer) => {
      server.readByOther = 2;
      if (server.reads.length < 5) room.deliver(readFrame(OTHER, 2));
      return answer;
    });
    await open();
    await settled();
    expect([machine.getSnapshot().thread?.read_by_other_to, server.reads.length]).toEqual([2, 2]);
  });
});
