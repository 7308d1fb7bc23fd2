import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { badgeChanged } from './event-samples.ts';
import { CONVERSATION, roomFixture } from './room-fixture.ts';

const watch = (is_on: boolean, until: number) => ({ kind: 'watch', room: 'their-room', conversation: CONVERSATION, is_on, until }) as const;

describe('a room stays in memory', () => {
  it('not for an open page, whose silence an alarm notices', () => {
    const room = roomFixture();
    room.connect('phone');
    expect(room.nextWakeIn()).toEqual({ inMemory: Infinity, byAlarm: 600_000 });
    room.advance(599_999);
    expect(room.nextWakeIn().inMemory).toBe(Infinity);
  });

  it('while another room shows its presence, for at most an hour after that has asked', () => {
    const room = roomFixture();
    room.connect('phone');
    room.post(watch(true, room.now() + HOUR));
    expect(room.nextWakeIn()).toEqual({ inMemory: 90_000, byAlarm: Infinity });
    room.post(watch(false, 0));
    expect(room.nextWakeIn().inMemory).toBe(Infinity);
    room.post(watch(true, room.now() + HOUR));
    room.advance(HOUR - 1);
    expect(room.nextWakeIn().inMemory).toBe(1);
    room.advance(1);
    expect(room.nextWakeIn().inMemory).toBe(Infinity);
  });

  it('until it has sent a badge count that it holds back', () => {
    const room = roomFixture();
    room.connect('phone', { isSeen: false });
    room.events(badgeChanged(1), badgeChanged(2));
    expect(room.nextWakeIn()).toEqual({ inMemory: 1000, byAlarm: 7 * DAY });
    room.advance(1000);
    expect(room.nextWakeIn()).toEqual({ inMemory: Infinity, byAlarm: 7 * DAY - 1000 });
  });

  it('not for stored events, and has no alarm once they are deleted', () => {
    const room = roomFixture();
    room.events({ type: 'user.changed' });
    room.advance(DAY);
    room.events({ type: 'user.changed' });
    expect(room.nextWakeIn()).toEqual({ inMemory: Infinity, byAlarm: 6 * DAY });
    room.advance(6 * DAY);
    expect([room.storedEventCount(), room.nextWakeIn().byAlarm]).toEqual([1, 7 * DAY]);
    room.advance(7 * DAY);
    expect([room.storedEventCount(), room.nextWakeIn()]).toEqual([0, { inMemory: Infinity, byAlarm: Infinity }]);
  });
});
