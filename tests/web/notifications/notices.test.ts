import { expect, test } from 'vitest';
import { noticesOf } from '../../../web/features/notifications/notices.ts';
import { aChat, aLike, idOf } from '../shapes.ts';

const idsOf = (notices: readonly { id: string }[]) => notices.map(({ id }) => id);

test('unread chats come first, then new likes; what was seen is earlier', () => {
  const chats = [aChat('a', 3), aChat('b', 5, { unread: 2 })];
  const { fresh, earlier } = noticesOf(chats, [aLike('ewa'), aLike('mei', { like_new: false })]);
  expect(idsOf(fresh)).toEqual([`message ${idOf('b')}`, `like ${idOf('ewa')}`]);
  expect(idsOf(earlier)).toEqual([`like ${idOf('mei')}`]);
  expect(fresh[0]).toMatchObject({ kind: 'message', count: 2, to: `/chats/${idOf('b')}` });
  expect(fresh[1]).toMatchObject({ kind: 'like', at: null, to: `/likes/m/${idOf('ewa')}` });
});

test('a like that is returned is a match', () => {
  expect(noticesOf([], [aLike('ewa', { did_like_profile: true })]).fresh[0]?.kind).toBe('match');
});

test('a chat set aside and a member who is gone are not news', () => {
  const gone = [aLike('ewa', { is_gone: true }), aLike('mei', { is_gone: true, like_new: false })];
  expect(noticesOf([aChat('a', 3, { unread: 1, isAside: true })], gone)).toEqual({ fresh: [], earlier: [] });
});

test('of what was seen the newest twenty are shown', () => {
  const seen = Array.from({ length: 30 }, (_, i) => aLike(`like${i}`, { like_new: false }));
  const { earlier } = noticesOf([], seen);
  expect(earlier).toHaveLength(20);
  expect(earlier[0]?.id).toBe(`like ${idOf('like0')}`);
});
