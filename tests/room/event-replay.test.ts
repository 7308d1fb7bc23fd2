import { describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations';
import { card, creditsChanged, likeReceived, messageChanged, messageSent, userChanged } from './event-samples.ts';
import { roomFixture } from './room-fixture.ts';

const roomWith = (events: number) => {
  const room = roomFixture();
  for (let number = 1; number <= events; number += 1) room.events(creditsChanged(number));
  return room;
};

describe('a device that connects for the first time', () => {
  it.each([
    ['nothing if all events are older than its first call', 1000, []],
    ['resync if there are later events', 1001, ['resync']],
    ['nothing without the time of its first call', Number.NaN, []],
    ['nothing for a time in the future', -1, []],
  ])('gets %s', (_, ago, types) => {
    const room = roomWith(3);
    room.advance(1000);
    room.connect('phone', { ago });
    expect(room.typesOf('phone')).toEqual(types);
  });
});

describe('a reconnecting device', () => {
  it('gets what it missed, once and in order', () => {
    const room = roomWith(5);
    room.connect('phone', { since: 2 });
    expect(room.framesOf('phone')).toMatchObject([3, 4, 5].map((seq) => ({ type: 'credits.changed', seq, credits: seq })));
  });

  it.each([
    ['has missed nothing', 5, 5, []],
    ['has seen a seq this room has not reached', 5, 6, ['resync']],
    ['names no whole number', 5, Number.NaN, ['resync']],
    ['names a negative seq', 5, -1, ['resync']],
    ['names a fraction', 5, 3.5, ['resync']],
  ])('that %s', (_, events, since, types) => {
    const room = roomWith(events);
    room.connect('phone', { since });
    expect(room.typesOf('phone')).toEqual(types);
  });

  it('gets all of the last 200, and resync when one more is missing', () => {
    const room = roomWith(230);
    room.connect('complete', { since: 30 });
    room.connect('incomplete', { since: 29 });
    expect(room.framesOf('complete')).toHaveLength(200);
    expect(room.typesOf('incomplete')).toEqual(['resync']);
    expect(room.storedEventCount()).toBe(200);
  });

  it('goes on with live events after the replay without a gap', () => {
    const room = roomWith(3);
    room.connect('phone', { since: 1 });
    room.events(userChanged);
    expect(room.framesOf('phone').map((frame) => 'seq' in frame && frame.seq)).toEqual([2, 3, 4]);
  });

  it('does not get events that are not stored', () => {
    const room = roomWith(1);
    room.events({ type: 'typing', conversation: 'conversation-of-two-01' }, { type: 'resync' });
    room.connect('phone', { since: 1 });
    expect(room.framesOf('phone')).toEqual([]);
  });
});

describe('a member whom a room must forget', () => {
  const roomOfLikes = () => {
    const room = roomFixture();
    for (const number of [1, 2, 1]) {
      room.events(likeReceived(number));
      room.advance(2000);
    }
    room.events({ type: 'match.made', profile: card('liker-0000000000000001') });
    room.events(creditsChanged(9));
    room.post({ kind: 'forget', profile: 'liker-0000000000000001' });
    return room;
  };

  it('is in no replayed event: devices that missed one get resync instead', () => {
    const room = roomOfLikes();
    expect(room.storedEventCount()).toBe(2);
    for (const since of [0, 1, 2, 3]) {
      room.connect(`since ${since}`, { since });
      expect(room.typesOf(`since ${since}`)).toEqual(['resync']);
    }
  });

  it('changes nothing for devices that have all events, nor for later events', () => {
    const room = roomOfLikes();
    room.connect('phone', { since: 4 });
    room.events(likeReceived(3));
    expect(room.framesOf('phone')).toMatchObject([
      { type: 'credits.changed', seq: 5 },
      { type: 'like.received', seq: 6 },
    ]);
  });
});

describe('a message whose text was removed', () => {
  const roomOfAMessage = () => {
    const room = roomFixture();
    room.events(creditsChanged(1), messageSent(1), creditsChanged(2));
    return room;
  };

  it('is replayed without it, in its place, and devices are told', () => {
    const room = roomOfAMessage();
    room.connect('laptop', { since: 3 });
    room.events(messageChanged('Removed.'));
    expect(room.framesOf('laptop')).toMatchObject([{ type: 'message.changed', seq: 4, message: { text: 'Removed.' } }]);
    room.connect('phone', { since: 0 });
    expect(room.framesOf('phone')).toMatchObject([
      { type: 'credits.changed', seq: 1 },
      { type: 'message.sent', seq: 2, message: { seq: 1, text: 'Removed.' } },
      { type: 'credits.changed', seq: 3 },
      { type: 'message.changed', seq: 4, message: { text: 'Removed.' } },
    ]);
    expect(JSON.stringify(room.framesOf('phone'))).not.toContain('Hoi');
  });

  it('is replayed with it once it is restored, and other messages stay as they are', () => {
    const room = roomOfAMessage();
    const other = 'another-message-of-01x';
    room.events(messageSent(2, other), messageChanged('Removed.'));
    room.connect('tablet', { since: 3 });
    expect(room.framesOf('tablet')[0]).toMatchObject({ type: 'message.sent', message: { id: other, text: 'Hoi' } });
    room.events(messageChanged('Removed.', other), messageChanged('Hoi'));
    room.connect('phone', { since: 1 });
    expect(room.framesOf('phone')).toMatchObject([
      { type: 'message.sent', message: { text: 'Hoi' } },
      { type: 'credits.changed' },
      { type: 'message.sent', message: { id: other, text: 'Removed.' } },
      { type: 'message.changed', message: { id: 'message-number-1-of-01', text: 'Hoi' } },
      { type: 'message.changed', message: { id: other, text: 'Removed.' } },
      { type: 'message.changed', message: { id: 'message-number-1-of-01', text: 'Hoi' } },
    ]);
  });
});

describe('a stored event', () => {
  it('is stored for at least one and at most two weeks', () => {
    for (const begin of [0, 1, 3, 6.9, 7, 10, 13.9]) {
      const room = roomWith(1);
      room.advance(begin * DAY);
      room.events(userChanged);
      room.advance(7 * DAY - 1);
      room.connect('soon', { since: 1 });
      expect(room.typesOf('soon')).toEqual(['user.changed']);
      room.drop('soon');
      room.advance(7 * DAY + 1);
      expect(room.storedEventCount()).toBe(0);
      room.connect('late', { since: 1 });
      expect(room.typesOf('late')).toEqual(['resync']);
    }
  });

  it('is deleted after two weeks also in a room with daily events', () => {
    const room = roomFixture();
    for (let day = 1; day <= 40; day += 1) {
      room.events(creditsChanged(day));
      room.advance(DAY);
      expect(room.storedEventCount()).toBeLessThanOrEqual(14);
    }
    room.connect('phone', { since: 38 });
    expect(room.framesOf('phone')).toHaveLength(2);
  });

  it('that is too old is not replayed, even before it is deleted', () => {
    const room = roomWith(2);
    room.skipTime(14 * DAY - 1);
    room.connect('just', { since: 0 });
    expect(room.framesOf('just')).toHaveLength(2);
    room.skipTime(1);
    room.connect('late', { since: 0 });
    expect(room.typesOf('late')).toEqual(['resync']);
  });
});
