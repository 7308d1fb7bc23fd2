import { describe, expect, it } from 'vitest';
import { badgeChanged, likeReceived, likeWithdrawn, messageSent } from './event-samples.ts';
import { roomFixture } from './room-fixture.ts';

describe('likes in quick succession', () => {
  it('send the first one, and one badge.changed with the last counts at the end of the second', () => {
    const room = roomFixture();
    room.connect('phone');
    for (let number = 1; number <= 50; number += 1) room.events(likeReceived(number));
    expect(room.typesOf('phone')).toEqual(['like.received']);
    room.advance(1000);
    expect(room.framesOf('phone')).toMatchObject([{ seq: 1 }, { type: 'badge.changed', seq: 2, new_likes: 50 }]);
    room.advance(10_000);
    expect(room.framesOf('phone')).toHaveLength(2);
  });

  it('of two seconds each send their first', () => {
    const room = roomFixture();
    room.connect('phone');
    room.events(likeReceived(1));
    room.advance(1000);
    room.events(likeReceived(2));
    room.advance(1000);
    expect(room.typesOf('phone')).toEqual(['like.received', 'like.received']);
  });

  it('become at most twenty frames when a thousand come in ten seconds', () => {
    const room = roomFixture();
    room.connect('phone');
    for (let number = 1; number <= 1000; number += 1) {
      room.events(likeReceived(number));
      room.advance(10);
    }
    room.advance(1000);
    expect(room.framesOf('phone').length).toBeLessThanOrEqual(20);
    expect(room.framesOf('phone').at(-1)).toMatchObject({ type: 'badge.changed', new_likes: 1000 });
  });

  it('send their counts before a message that comes between', () => {
    const room = roomFixture();
    room.connect('phone');
    room.events(likeReceived(1), likeReceived(2), messageSent(1));
    room.advance(1000);
    expect(room.typesOf('phone')).toEqual(['like.received', 'badge.changed', 'message.sent']);
  });

  it('and withdrawals in turn send the first one and then counts once a second', () => {
    const room = roomFixture();
    room.connect('phone');
    for (let flap = 0; flap < 50; flap += 1) {
      room.events(flap % 2 === 0 ? likeReceived(1) : likeWithdrawn(1));
      room.events(badgeChanged(flap % 2));
      room.advance(100);
    }
    room.advance(1000);
    expect(room.typesOf('phone')).toEqual(['like.received', ...Array.from({ length: 5 }, () => 'badge.changed')]);
    expect(room.framesOf('phone').at(-1)).toMatchObject({ new_likes: 1 });
  });

  it('do not change a later single withdrawal', () => {
    const room = roomFixture();
    room.connect('phone');
    room.events(likeReceived(1));
    room.advance(1500);
    room.events(likeWithdrawn(1));
    expect(room.typesOf('phone')).toEqual(['like.received', 'like.withdrawn']);
  });
});
