import { describe, expect, it } from 'vitest';
import { card, creditsAre, likeNumber, userChanged } from './event-samples.ts';
import { playRoom } from './room-fixture.ts';

const DAY = 24 * 3600_000;

const roomWith = (events: number) => {
  const room = playRoom();
  for (let number = 1; number <= events; number += 1) room.events(creditsAre(number));
  return room;
};

describe('a device that comes for the first time', () => {
  it.each([
    ['nothing when all of it happened before it began to read', 1000, []],
    ['resync when something happened since', 1001, ['resync']],
    ['nothing when it does not say since when', Number.NaN, []],
    ['nothing for a time to come', -1, []],
  ])('gets %s', (_, ago, types) => {
    const room = roomWith(3);
    room.pass(1000);
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
    room.connect('just', { since: 30 });
    room.connect('late', { since: 29 });
    expect(room.framesOf('just')).toHaveLength(200);
    expect(room.typesOf('late')).toEqual(['resync']);
    expect(room.keptEvents()).toBe(200);
  });

  it('goes on with live events after the replay without a gap', () => {
    const room = roomWith(3);
    room.connect('phone', { since: 1 });
    room.events(userChanged);
    expect(room.framesOf('phone').map((frame) => 'seq' in frame && frame.seq)).toEqual([2, 3, 4]);
  });

  it('is not replayed what nobody keeps', () => {
    const room = roomWith(1);
    room.events({ type: 'typing', conversation: 'conversation-of-two-01' }, { type: 'resync' });
    room.connect('phone', { since: 1 });
    expect(room.framesOf('phone')).toEqual([]);
  });
});

describe('a member whom a room is to forget', () => {
  const roomOfLikes = () => {
    const room = playRoom();
    for (const number of [1, 2, 1]) {
      room.events(likeNumber(number));
      room.pass(2000);
    }
    room.events({ type: 'match.made', profile: card('liker-0000000000000001') });
    room.events(creditsAre(9));
    room.post({ kind: 'forget', profile: 'liker-0000000000000001' });
    return room;
  };

  it('is on no card that comes later: who missed one resyncs instead', () => {
    const room = roomOfLikes();
    expect(room.keptEvents()).toBe(2);
    for (const since of [0, 1, 2, 3]) {
      room.connect(`since ${since}`, { since });
      expect(room.typesOf(`since ${since}`)).toEqual(['resync']);
    }
  });

  it('takes nothing from who has seen it all, nor from what comes after', () => {
    const room = roomOfLikes();
    room.connect('phone', { since: 4 });
    room.events(likeNumber(3));
    expect(room.framesOf('phone')).toMatchObject([
      { type: 'credits.changed', seq: 5 },
      { type: 'like.received', seq: 6 },
    ]);
  });
});

describe('a kept event', () => {
  it('is there for a week and gone after two, whenever it came', () => {
    for (const begin of [0, 1, 3, 6.9, 7, 10, 13.9]) {
      const room = roomWith(1);
      room.pass(begin * DAY);
      room.events(userChanged);
      room.pass(7 * DAY - 1);
      room.connect('soon', { since: 1 });
      expect(room.typesOf('soon')).toEqual(['user.changed']);
      room.drop('soon');
      room.pass(7 * DAY + 1);
      expect(room.keptEvents()).toBe(0);
      room.connect('late', { since: 1 });
      expect(room.typesOf('late')).toEqual(['resync']);
    }
  });

  it('never gets older in a room that is told something every day', () => {
    const room = playRoom();
    for (let day = 1; day <= 40; day += 1) {
      room.events(creditsAre(day));
      room.pass(DAY);
      expect(room.keptEvents()).toBeLessThanOrEqual(14);
    }
    room.connect('phone', { since: 38 });
    expect(room.framesOf('phone')).toHaveLength(2);
  });

  it('that is too old is brought to nobody, even where it was not looked through in time', () => {
    const room = roomWith(2);
    room.sleep(14 * DAY - 1);
    room.connect('just', { since: 0 });
    expect(room.framesOf('just')).toHaveLength(2);
    room.sleep(1);
    room.connect('late', { since: 0 });
    expect(room.typesOf('late')).toEqual(['resync']);
  });
});
