import { expect, test } from 'vitest';
import { noticesOf } from '../../../web/features/notifications/notices.ts';
import { aCard, aChat, aLike, idOf, likesOf, NOON } from '../shapes.ts';

const idsOf = (notices: readonly { id: string }[]) => notices.map(({ id }) => id);

const LATER = '2026-11-21T13:00:00.000Z';
const EARLIER = '2026-11-21T11:00:00.000Z';

test('unread chats and new likes are new, what was seen is earlier', () => {
  const chats = [aChat('a', 3), aChat('b', 5, { unread: 2 })];
  const { fresh, earlier } = noticesOf(chats, likesOf([aLike('ewa', { liked_at: EARLIER }), aLike('mei', { like_new: false })]));
  expect(idsOf(fresh)).toEqual([`message ${idOf('b')}`, `like ${idOf('ewa')}`]);
  expect(idsOf(earlier)).toEqual([`like ${idOf('mei')}`]);
  expect(fresh[0]).toMatchObject({ kind: 'message', count: 2, to: `/chats/${idOf('b')}` });
  expect(fresh[1]).toMatchObject({ kind: 'like', at: EARLIER, to: `/likes/m/${idOf('ewa')}` });
});

test('the newest stands first, whatever it is', () => {
  const likes = [aLike('mei', { liked_at: EARLIER }), aLike('ewa', { liked_at: LATER })];
  expect(idsOf(noticesOf([aChat('b', 5, { unread: 1 })], likesOf(likes)).fresh)).toEqual([
    `like ${idOf('ewa')}`,
    `message ${idOf('b')}`,
    `like ${idOf('mei')}`,
  ]);
});

test('a like that is returned is a match since the later of the two', () => {
  const mutual = aLike('ewa', { did_like_profile: true });
  const given = (at: string) => ({ ...likesOf([mutual]), profiles: [{ ...aCard('ewa'), liked_at: at }] });
  expect(noticesOf([], given(LATER)).fresh[0]).toMatchObject({ kind: 'match', at: LATER });
  expect(noticesOf([], given(EARLIER)).fresh[0]).toMatchObject({ kind: 'match', at: NOON });
  expect(noticesOf([], likesOf([mutual])).fresh[0]).toMatchObject({ kind: 'match', at: NOON });
});

test('a chat set aside and a member who is gone are not news', () => {
  const gone = likesOf([aLike('ewa', { is_gone: true }), aLike('mei', { is_gone: true, like_new: false })]);
  expect(noticesOf([aChat('a', 3, { unread: 1, isAside: true })], gone)).toEqual({ fresh: [], earlier: [] });
});

test('of what was seen the newest twenty are shown', () => {
  const seen = Array.from({ length: 30 }, (_, i) => aLike(`like${i}`, { like_new: false }));
  const { earlier } = noticesOf([], likesOf(seen));
  expect(earlier).toHaveLength(20);
  expect(earlier[0]?.id).toBe(`like ${idOf('like0')}`);
});
