import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contract/durations';
import { CONVERSATION, createConversationOf, ME, OTHER, Refusal, readFrame, send, sentFrame, settled } from './chat-fixture.ts';

describe('read marks', () => {
  it('are sent when the newest message is seen on a visible page', async () => {
    const { anOpenTab, server, followed } = createConversationOf(3);
    const { machine } = await anOpenTab();
    machine.setVisible(false);
    machine.newestInView();
    await settled();
    expect(server.marks).toEqual([]);
    machine.setVisible(true);
    machine.newestInView();
    machine.newestInView();
    await settled();
    expect(server.marks).toEqual([3]);
    expect(followed).toEqual(['reading', 'read, 0 unread']);
  });

  it('are sent when the tab becomes visible, if the newest message was in view before', async () => {
    const { anOpenTab, server } = createConversationOf(3);
    const { machine } = await anOpenTab();
    machine.setVisible(false);
    machine.setVisible(true);
    await settled();
    expect(server.marks).toEqual([]);
    machine.setVisible(false);
    machine.newestInView();
    machine.setVisible(true);
    await settled();
    expect(server.marks).toEqual([3]);
  });

  it('never go back, whatever comes late', async () => {
    const { anOpenTab, server } = createConversationOf(5);
    const { machine, room } = await anOpenTab();
    machine.newestInView();
    await settled();
    room.deliver(readFrame(ME, 2), readFrame(OTHER, 4), readFrame(OTHER, 1));
    machine.newestInView();
    await settled();
    expect(server.marks).toEqual([5]);
    expect(machine.getSnapshot().thread?.read_by_other_to).toBe(4);
    await machine.refresh();
    expect(machine.getSnapshot().thread?.read_by_other_to).toBe(4);
  });

  it('follow another device that has read further, and ignore a late event that says less', async () => {
    const { anOpenTab, server } = createConversationOf(5);
    const { machine, room } = await anOpenTab();
    room.deliver(readFrame(ME, 5), readFrame(ME, 2));
    machine.newestInView();
    await settled();
    expect(server.marks).toEqual([]);
  });

  it('need no call for my own messages', async () => {
    const { anOpenTab, server, clock } = createConversationOf(1);
    const { machine } = await anOpenTab();
    machine.newestInView();
    send(machine, 'mine');
    await clock.advance(MINUTE);
    machine.newestInView();
    await settled();
    expect(server.marks).toEqual([1]);
  });

  it('are sent again after a failure', async () => {
    const { anOpenTab, server, clock } = createConversationOf(1);
    const { machine } = await anOpenTab();
    server.markFaults = [new Refusal('offline'), new Refusal('unavailable')];
    machine.newestInView();
    await clock.advance(MINUTE);
    expect(server.marks).toEqual([1]);
  });

  it.each(['not_found', 'signed_out'] as const)('are not sent again after %s', async (code) => {
    const { anOpenTab, server, clock } = createConversationOf(1);
    const { machine } = await anOpenTab();
    server.markFaults = [new Refusal(code)];
    machine.newestInView();
    await clock.advance(MINUTE);
    expect(server.marks).toEqual([]);
  });
});

describe('the first unread message', () => {
  it('is known with the first answer after opening, and stays while later ones are read', async () => {
    const { aTab, server } = createConversationOf(5);
    server.readTo = 2;
    const tab = aTab();
    expect(tab.machine.getSnapshot()).toMatchObject({ isAwaitingAnswer: true, firstUnreadSeq: null });
    await tab.open();
    expect(tab.machine.getSnapshot()).toMatchObject({ isAwaitingAnswer: false, firstUnreadSeq: 3 });
    tab.machine.newestInView();
    tab.room.deliver(sentFrame(server.add(OTHER, 'm6')));
    expect(tab.machine.getSnapshot().firstUnreadSeq).toBe(3);
    tab.machine.close();
    server.readTo = 6;
    await tab.open();
    expect(tab.machine.getSnapshot().firstUnreadSeq).toBeNull();
  });

  it('stays known while the thread is closed, with up to two hundred messages from it on', async () => {
    const { anOpenTab, server } = createConversationOf(30);
    const { machine, open, close } = await anOpenTab();
    machine.newestInView();
    await settled();
    close();
    for (let i = 31; i <= 180; i += 1) server.add(OTHER, `m${i}`);
    await open();
    expect(machine.getSnapshot().firstUnreadSeq).toBe(31);
    close();
    await open();
    expect(machine.getSnapshot()).toMatchObject({ firstUnreadSeq: 31, messages: { length: 150 }, hasOlder: true });
    close();
    for (let i = 181; i <= 280; i += 1) server.add(OTHER, `m${i}`);
    await open();
    close();
    expect(machine.getSnapshot()).toMatchObject({ messages: { 0: { seq: 81 }, length: 200 }, hasOlder: true });
    await machine.loadOlder();
    expect(machine.getSnapshot().messages).toMatchObject(Array.from({ length: 250 }, (_, i) => ({ seq: i + 31 })));
  });
});

describe('typing and viewing', () => {
  it('shows that the other types, for six seconds or until the message comes', async () => {
    const { anOpenTab, server, clock } = createConversationOf(1);
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
    const { anOpenTab, clock } = createConversationOf(1);
    const { machine, room } = await anOpenTab();
    for (let i = 0; i < 20; i += 1) {
      machine.signalTyping();
      await clock.advance(500);
    }
    expect(room.sentFrames.filter(({ type }) => type === 'typing')).toHaveLength(4);
  });

  it('sends which conversation is in view, again after a reconnect, and when it no longer is', async () => {
    const { anOpenTab } = createConversationOf(1);
    const { machine, room } = await anOpenTab();
    const viewing = { type: 'viewing', conversation: CONVERSATION, typing_pass: 'pass' };
    expect(room.sentFrames).toEqual([viewing]);
    room.reconnect();
    machine.close();
    expect(room.sentFrames).toEqual([viewing, viewing, { type: 'viewing', conversation: null }]);
  });
});
