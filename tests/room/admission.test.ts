import { describe, expect, it } from 'vitest';
import { userChanged } from './event-samples.ts';
import { roomFixture } from './room-fixture.ts';

describe('a ticket', () => {
  it('admits one socket', () => {
    const room = roomFixture();
    room.connect('first', { ticket: 'stolen' });
    room.connect('second', { ticket: 'stolen', since: 0 });
    room.events(userChanged);
    expect(room.closed).toEqual([{ id: 'second', code: 4401 }]);
    expect(room.typesOf('first')).toEqual(['user.changed']);
    expect(room.framesOf('second')).toEqual([]);
  });

  it('of an ended session admits no socket', () => {
    const room = roomFixture();
    room.events({ type: 'session.ended', session: 'session-1' });
    room.connect('late', { session: 'session-1' });
    room.connect('other', { session: 'session-2' });
    expect(room.closed).toEqual([{ id: 'late', code: 4401 }]);
    expect(room.answer().sockets).toBe(1);
  });
});

it('a room admits a hundred sockets', () => {
  const room = roomFixture();
  for (let i = 0; i <= 100; i += 1) room.connect(`tab-${i}`);
  expect([room.closed, room.answer().sockets]).toEqual([[{ id: 'tab-100', code: 1013 }], 100]);
});

describe('the end of a session', () => {
  it('is sent to its own sockets, which are then closed, and to no other', () => {
    const room = roomFixture();
    room.connect('tab-1', { session: 'ended' });
    room.connect('tab-2', { session: 'ended' });
    room.connect('phone', { session: 'other' });
    room.events({ type: 'session.ended', session: 'ended' }, userChanged);
    expect(room.typesOf('tab-1')).toEqual(['session.ended']);
    expect(room.typesOf('tab-2')).toEqual(['session.ended']);
    expect(room.typesOf('phone')).toEqual(['user.changed']);
    expect(room.closed).toEqual([
      { id: 'tab-1', code: 4403 },
      { id: 'tab-2', code: 4403 },
    ]);
  });
});

describe('a purge', () => {
  it('deletes all events and closes all sockets', () => {
    const room = roomFixture();
    room.connect('phone');
    room.events(userChanged, userChanged);
    room.post({ kind: 'purge' });
    expect(room.closed).toEqual([{ id: 'phone', code: 4403 }]);
    expect(room.storedEventCount()).toBe(0);
    expect(room.answer()).toEqual({ sockets: 0, viewing: [], is_online: false });
    room.connect('again', { since: 2 });
    expect(room.typesOf('again')).toEqual(['resync']);
  });
});

describe('the answer to a post', () => {
  it('contains the number of sockets and the conversations they show', () => {
    const room = roomFixture();
    room.connect('phone');
    room.connect('laptop');
    room.sendFrame('phone', { type: 'viewing', conversation: 'conversation-of-two-01' });
    room.sendFrame('laptop', { type: 'viewing', conversation: 'conversation-of-two-01' });
    expect(room.answer()).toEqual({ sockets: 2, viewing: ['conversation-of-two-01'], is_online: true });
    room.sendFrame('phone', { type: 'viewing', conversation: null });
    room.drop('laptop');
    expect(room.answer()).toEqual({ sockets: 1, viewing: [], is_online: true });
  });

  it('leaves out a socket that has been silent for three heartbeats, so that push takes over', () => {
    const room = roomFixture();
    room.connect('frozen');
    room.silence('frozen');
    room.advance(89_999);
    expect(room.answer().sockets).toBe(1);
    room.advance(1);
    expect(room.answer().sockets).toBe(0);
  });
});
