import { describe, expect, it } from 'vitest';
import { creditsAre, userChanged } from './events.ts';
import { playRoom } from './play-room.ts';

const roomWith = (events: number) => {
  const room = playRoom();
  for (let number = 1; number <= events; number += 1) room.events(creditsAre(number));
  return room;
};

describe('a reconnecting device', () => {
  it('gets nothing when it names no seq', () => {
    const room = roomWith(3);
    room.connect('phone');
    expect(room.framesOf('phone')).toEqual([]);
  });

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
