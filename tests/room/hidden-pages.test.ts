import { describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations';
import { CONVERSATION, ME, NOON, roomFixture } from './room-fixture.ts';

const watchedByTheirs = { kind: 'watch', room: 'their-room', conversation: CONVERSATION, is_on: true, until: NOON + HOUR } as const;
const presence = (is_online: boolean) => ({
  room: 'their-room',
  post: { kind: 'events', events: [{ type: 'presence.changed', profile: ME, is_online }] },
});
const isOnline = (room: ReturnType<typeof roomFixture>) => room.answer().is_online;
const note = (is_online: boolean, at: number) => ({ member: ME, is_online, at });

describe('a member without a visible page', () => {
  it.each<[string, number, (room: ReturnType<typeof roomFixture>) => void]>([
    ['the last visible tab was closed', 60_000, (room) => room.drop('phone')],
    ['it was hidden, and its socket stays', 60_000, (room) => room.sendFrame('phone', { type: 'seen', is_seen: false })],
    ['it was frozen, and its socket stays', 90_000, (room) => room.silence('phone')],
    [
      'its page reported this when it was closed',
      3_000,
      (room) => {
        room.post({ kind: 'hidden' });
        room.drop('phone');
      },
    ],
    [
      'its page reported this when it was hidden',
      3_000,
      (room) => {
        room.sendFrame('phone', { type: 'seen', is_seen: false });
        room.post({ kind: 'hidden' });
      },
    ],
  ])('is offline within 90 seconds, for watching rooms and for the Worker: %s', (_, after, hide) => {
    const room = roomFixture();
    room.connect('phone');
    room.connect('behind', { isSeen: false });
    room.post(watchedByTheirs);
    const hiddenAt = room.now();
    hide(room);
    room.advance(after - 1);
    expect([isOnline(room), room.posts.length, room.notes]).toEqual([true, 1, []]);
    room.advance(1);
    expect([isOnline(room), room.posts.slice(1)]).toEqual([false, [presence(false)]]);
    expect(room.notes).toMatchObject([note(false, expect.any(Number))]);
    expect(room.notes[0]?.at).toBeGreaterThanOrEqual(hiddenAt);
    expect(room.notes[0]?.at).toBeLessThanOrEqual(hiddenAt + 30_000);
    room.advance(HOUR);
    expect([room.posts.length, room.notes.length]).toEqual([2, 1]);
  });

  it('whose page froze while nobody looks is offline ten minutes after the last ping, and at once when somebody looks', () => {
    const room = roomFixture();
    room.connect('phone');
    room.silence('phone');
    room.advance(599_999);
    expect([isOnline(room), room.notes]).toEqual([true, []]);
    room.advance(1);
    expect([isOnline(room), room.notes]).toEqual([false, [note(false, NOON + 30_000)]]);

    const seen = roomFixture();
    seen.connect('phone');
    seen.silence('phone');
    seen.advance(90_000);
    seen.post(watchedByTheirs);
    expect([isOnline(seen), seen.posts]).toEqual([false, [presence(false)]]);
  });

  it('is offline 90 seconds after the last ping, although a dead connection is closed in between', () => {
    const room = roomFixture();
    room.connect('phone');
    room.silence('phone');
    room.advance(80_000);
    room.drop('phone');
    room.advance(9_999);
    expect(isOnline(room)).toBe(true);
    room.advance(1);
    expect(isOnline(room)).toBe(false);
  });

  it.each<[string, (room: ReturnType<typeof roomFixture>) => void]>([
    ['another device is visible', () => undefined],
    ['another tab is visible and reports nothing', (room) => room.post({ kind: 'hidden' })],
  ])('is online while %s', (_, report) => {
    const room = roomFixture();
    room.connect('phone');
    room.connect('laptop', { session: 'session-2' });
    report(room);
    room.drop('phone');
    room.advance(HOUR);
    expect([isOnline(room), room.notes]).toEqual([true, []]);
  });

  it('stays online while a page is replaced by another', () => {
    const room = roomFixture();
    room.connect('before');
    room.post({ kind: 'hidden' });
    room.drop('before');
    room.advance(2_999);
    room.connect('after');
    room.advance(HOUR);
    expect([isOnline(room), room.notes]).toEqual([true, []]);
  });

  it.each<[string, (room: ReturnType<typeof roomFixture>) => void]>([
    ['a page is opened', (room) => room.connect('laptop')],
    ['the tab becomes visible again', (room) => room.sendFrame('phone', { type: 'seen', is_seen: true })],
  ])('is online again, also for the Worker, when %s', (_, comeBack) => {
    const room = roomFixture();
    room.connect('phone');
    room.sendFrame('phone', { type: 'seen', is_seen: false });
    room.advance(60_000);
    comeBack(room);
    expect([isOnline(room), room.notes.at(-1)]).toEqual([true, note(true, room.now())]);
    room.advance(HOUR);
    expect(room.notes).toHaveLength(2);
  });

  it('is online again with the first ping of a silent device', () => {
    const room = roomFixture();
    room.connect('phone');
    room.silence('phone');
    room.advance(600_000);
    room.ping('phone');
    expect([isOnline(room), room.notes.at(-1)]).toEqual([true, note(true, room.now())]);
  });

  it('was marked as offline by the Worker if there was no device, and is online again with the first', () => {
    const room = roomFixture();
    room.post({ kind: 'hidden' });
    expect([isOnline(room), room.notes]).toEqual([false, []]);
    room.connect('phone');
    expect(room.notes).toEqual([note(true, room.now())]);
  });

  it('is reported to nobody while the room does not know the address of the site', () => {
    const room = roomFixture();
    room.connect('phone', { namesSite: false });
    room.sendFrame('phone', { type: 'seen', is_seen: false });
    room.advance(HOUR);
    expect([isOnline(room), room.notes]).toEqual([false, []]);
    room.connect('laptop');
    expect(room.notes).toEqual([note(true, room.now())]);
  });

  it('stays offline when tabs are opened in the background, of which nobody hears', () => {
    const room = roomFixture();
    room.connect('phone', { isSeen: false });
    room.post(watchedByTheirs);
    room.advance(HOUR / 2);
    room.connect('laptop', { isSeen: false });
    room.advance(HOUR / 2 - 1);
    expect([isOnline(room), room.posts, room.notes]).toEqual([false, [presence(false)], []]);
    room.sendFrame('phone', { type: 'seen', is_seen: true });
    expect([isOnline(room), room.posts.length]).toEqual([true, 2]);
  });
});
