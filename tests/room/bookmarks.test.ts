import { expect, it } from 'vitest';
import { MINUTE } from '#contract/durations';
import type { RoomPost } from '#contract/realtime';
import { creditsChanged, likeReceived, userChanged } from './event-samples.ts';
import { roomFixture } from './room-fixture.ts';

type Events = Extract<RoomPost, { kind: 'events' }>['events'];
const postOf = (bookmark: string, ...events: Events): RoomPost => ({ kind: 'events', events, bookmark });
const bookmarksOf = (room: ReturnType<typeof roomFixture>, id: string) => room.framesOf(id).map(({ bookmark }) => bookmark);

it('the bookmark of a post comes with its events, live and replayed', () => {
  const room = roomFixture();
  room.connect('tablet');
  room.post(postOf('12', creditsChanged(1), userChanged));
  room.connect('phone', { since: 0 });
  expect(bookmarksOf(room, 'tablet')).toEqual(['12', '12']);
  expect(bookmarksOf(room, 'phone')).toEqual(['12', '12']);
});

it('events without a bookmark have none', () => {
  const room = roomFixture();
  room.connect('phone');
  room.events(creditsChanged(1), { type: 'resync' });
  expect(room.framesOf('phone').map((frame) => 'bookmark' in frame)).toEqual([false, false]);
});

it('a device that has to ask anew gets the highest bookmark of the room', () => {
  const room = roomFixture();
  room.post(postOf('12', creditsChanged(1)));
  room.post(postOf('15', creditsChanged(2)));
  room.connect('phone', { since: 7 });
  expect(room.framesOf('phone')).toEqual([{ type: 'resync', bookmark: '15' }]);
});

it('the end of a session and a resync carry it, typing does not', () => {
  const room = roomFixture();
  room.connect('phone', { session: 'session-9' });
  room.post(postOf('12', { type: 'resync' }));
  room.events({ type: 'typing', conversation: 'conversation-of-two-01' });
  room.post(postOf('13', { type: 'session.ended', session: 'session-9' }));
  expect(bookmarksOf(room, 'phone')).toEqual(['12', undefined, '13']);
});

it('a badge count that was held back is as new as the last event', () => {
  const room = roomFixture();
  room.connect('phone');
  room.post(postOf('12', likeReceived(1)));
  room.post(postOf('14', likeReceived(2)));
  room.advance(2000);
  expect(room.framesOf('phone')).toMatchObject([
    { type: 'like.received', bookmark: '12' },
    { type: 'badge.changed', bookmark: '14' },
  ]);
});

it.each([
  ['within a minute counts as that of a post that was overtaken', MINUTE - 1, '99'],
  ['after a minute counts as that of a database that was restored', MINUTE, '3'],
])('a lower bookmark %s', (_, later, expected) => {
  const room = roomFixture();
  room.connect('phone');
  room.post(postOf('99', creditsChanged(1)));
  room.advance(later);
  room.post(postOf('3', creditsChanged(2)));
  expect(bookmarksOf(room, 'phone')).toEqual(['99', expected]);
});

it('an emptied room has none any more', () => {
  const room = roomFixture();
  room.post(postOf('12', creditsChanged(1)));
  room.post({ kind: 'purge' });
  room.connect('phone', { since: 4 });
  expect(room.framesOf('phone')).toEqual([{ type: 'resync' }]);
});
