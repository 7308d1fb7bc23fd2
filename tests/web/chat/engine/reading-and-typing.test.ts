import { describe, expect, it } from 'vitest';
import { aConversationOf, CONVERSATION, ME, OTHER, Refusal, readFrame, sentFrame, settled } from './chat-fixture.ts';

const MINUTE = 60_000;

describe('read marks', () => {
  it('are sent when the newest message is seen on a visible page', async () => {
    const { anOpenTab, server, followed } = aConversationOf(3);
    const { machine } = await anOpenTab();
    machine.setVisible(false);
    machine.seen();
    await settled();
    expect(server.marks).toEqual([]);
    machine.setVisible(true);
    machine.seen();
    machine.seen();
    await settled();
    expect(server.marks).toEqual([3]);
    expect(followed).toEqual(['reading', 'read, 0 unread']);
  });

  it('are sent when the tab becomes visible, if the newest message was in view before', async () => {
    const { anOpenTab, server } = aConversationOf(3);
    const { machine } = await anOpenTab();
    machine.setVisible(false);
    machine.setVisible(true);
    await settled();
    expect(server.marks).toEqual([]);
    machine.setVisible(false);
    machine.seen();
    machine.setVisible(true);
    await settled();
    expect(server.marks).toEqual([3]);
  });

  it('never go back, whatever comes late', async () => {
    const { anOpenTab, server } = aConversationOf(5);
    const { machine, room } = await anOpenTab();
    machine.seen();
    await settled();
    room.deliver(readFrame(ME, 2), readFrame(OTHER, 4), readFrame(OTHER, 1));
    machine.seen();
    await settled();
    expect(server.marks).toEqual([5]);
    expect(machine.getSnapshot().thread?.read_by_other_to).toBe(4);
    await machine.refresh();
    expect(machine.getSnapshot().thread?.read_by_other_to).toBe(4);
  });

  it('follow another device that has read further, and ignore a late event that says less', async () => {
    const { anOpenTab, server } = aConversationOf(5);
    const { machine, room } = await anOpenTab();
    room.deliver(readFrame(ME, 5), readFrame(ME, 2));
    machine.seen();
    await settled();
    expect(server.marks).toEqual([]);
  });

  it('need no call for my own messages', async () => {
    const { anOpenTab, server, clock } = aConversationOf(1);
    const { machine } = await anOpenTab();
    machine.seen();
    machine.send('mine');
    await clock.advance(MINUTE);
    machine.seen();
    await settled();
    expect(server.marks).toEqual([1]);
  });

  it('are sent again after a failure', async () => {
    const { anOpenTab, server, clock } = aConversationOf(1);
    const { machine } = await anOpenTab();
    server.markFaults = [new Refusal('offline'), new Refusal('unavailable')];
    machine.seen();
    await clock.advance(MINUTE);
    expect(server.marks).toEqual([1]);
  });

  it.each(['not_found', 'signed_out'] as const)('are not sent again after %s', async (code) => {
    const { anOpenTab, server, clock } = aConversationOf(1);
    const { machine } = await anOpenTab();
    server.markFaults = [new Refusal(code)];
    machine.seen();
    await clock.advance(MINUTE);
    expect(server.marks).toEqual([]);
  });
});

describe('the first unread message', () => {
  it('is known with the first answer after opening, and stays while later ones are read', async () => {
    const { aTab, server } = aConversationOf(5);
    server.readTo = 2;
    const tab = aTab();
    expect(tab.machine.getSnapshot()).toMatchObject({ isOpening: true, firstUnread: null });
    await tab.open();
    expect(tab.machine.getSnapshot()).toMatchObject({ isOpening: false, firstUnread: 3 });
    tab.machine.seen();
    tab.room.deliver(sentFrame(server.add(OTHER, 'm6')));
    expect(tab.machine.getSnapshot().firstUnread).toBe(3);
    tab.machine.close();
    server.readTo = 6;
    await tab.open();
    expect(tab.machine.getSnapshot().firstUnread).toBeNull();
  });
});

describe('typing and viewing', () => {
  it('shows that the other types, for six seconds or until the message comes', async () => {
    const { anOpenTab, server, clock } = aConversationOf(1);
    const { machine, room } = await anOpenTab();
    const typing = { type: 'typing', conversation: CONVERSATION } as const;
    room.deliver(typing);
    expect(machine.getSnapshot().isTyping).toBe(true);
    await clock.advance(6000);
    expect(machine.getSnapshot().isTyping).toBe(false);
    room.deliver(typing, sentFrame(server.add(OTHER, 'done')));
    expect(machine.getSnapshot().isTyping).toBe(false);
  });

  it('sends my typing every three seconds at most', async () => {
    const { anOpenTab, clock } = aConversationOf(1);
    const { machine, room } = await anOpenTab();
    for (let i = 0; i < 20; i += 1) {
      machine.typed();
      await clock.advance(500);
    }
    expect(room.said.filter(({ type }) => type === 'typing')).toHaveLength(4);
  });

  it('sends which conversation is in view, again after a reconnect, and when it no longer is', async () => {
    const { anOpenTab } = aConversationOf(1);
    const { machine, room } = await anOpenTab();
    const viewing = { type: 'viewing', conversation: CONVERSATION, typing_pass: 'pass' };
    expect(room.said).toEqual([viewing]);
    room.reconnect();
    machine.close();
    expect(room.said).toEqual([viewing, viewing, { type: 'viewing', conversation: null }]);
  });
});
