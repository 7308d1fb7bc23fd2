import { describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { aBlock, aMember } from '../../support/database/factories.ts';
import { itemsOf, notificationsFixture, summaryOf } from './notifications-fixture.ts';

const { site, list, likeAt, messageAt, eventAt } = notificationsFixture();
const iso = (time: number) => new Date(time).toISOString();
const some = (count: number) => Promise.all(Array.from({ length: count }, () => aMember(site.db)));

describe('what happened', () => {
  test('is listed newest first, each with its id, its card and its time', async () => {
    const noor = await aMember(site.db);
    const [liker, match, writer] = [
      await aMember(site.db),
      await aMember(site.db),
      await aMember(site.db, { name: 'Bas', isFictional: true }),
    ];
    await likeAt(liker, noor, 5_000);
    await likeAt(noor, match, 1_000);
    await likeAt(match, noor, 3_000);
    const conversation = await messageAt(writer, noor, 3_500);
    await messageAt(writer, noor, 4_000, conversation);
    const event = await eventAt(noor, 'new_device', 2_000);
    const answer = await list(noor);
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(answer.body).toMatchObject({
      items: [
        { id: liker.id, kind: 'like', event: null, profile: { id: liker.id }, count: 1, url: `/likes/m/${liker.id}`, at: iso(5_000) },
        {
          id: conversation,
          kind: 'message',
          profile: { name: 'Bas', is_fictional: true },
          count: 2,
          url: `/chats/${conversation}`,
          at: iso(4_000),
        },
        { id: match.id, kind: 'match', profile: { did_like_profile: true }, count: 1, url: `/likes/m/${match.id}`, at: iso(3_000) },
        { id: event, kind: 'account', event: 'new_device', profile: null, count: 1, url: '/profile/settings#devices', at: iso(2_000) },
      ],
      unread: 4,
      next: null,
      settings: {
        quiet_from: null,
        quiet_to: null,
        matrix: { message: { push: 'now', mail: 'now' }, offer: { push: 'never', mail: 'never' } },
      },
    });
  });

  test.each([
    ['theirs', 1_000, 2_000],
    ['mine', 2_000, 1_000],
    ['both at once', 1_500, 1_500],
  ])('a match stands in for the like, at the time of the later one: %s', async (_, mine, theirs) => {
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    await likeAt(noor, bas, mine);
    await likeAt(bas, noor, theirs);
    const answer = await list(noor);
    expect(itemsOf(answer).map(({ kind, at, is_read: isRead }) => [kind, at, isRead])).toEqual([
      ['match', iso(Math.max(mine, theirs)), false],
    ]);
    expect(answer.at('unread')).toBe(1);
  });

  test('is read if the message was read or the like was seen', async () => {
    const noor = await aMember(site.db);
    const [liker, match, writer] = await some(3);
    if (!liker || !match || !writer) throw new Error('nobody there');
    await likeAt(liker, noor, 3_000, false);
    await likeAt(noor, match, 1_000);
    await likeAt(match, noor, 2_000, false);
    const conversation = await messageAt(writer, noor, 1_000);
    expect((await site.as(noor).put('/api/chat.php', { conversation: { id: conversation }, read_to: 1 })).status).toBe(200);
    const answer = await list(noor);
    expect(summaryOf(answer)).toEqual([
      ['like', liker.id, 1, 'read'],
      ['match', match.id, 1, 'read'],
      ['message', writer.id, 1, 'read'],
    ]);
    expect(answer.at('unread')).toBe(0);
  });

  test('leaves out conversations that I have answered, deleted or blocked, and message requests', async () => {
    const noor = await aMember(site.db);
    const [answered, deleted, blocked, requester, mine] = await some(5);
    if (!answered || !deleted || !blocked || !requester || !mine) throw new Error('nobody there');
    const talk = await messageAt(answered, noor, 1_000);
    await site.db.$client.execute({
      sql: 'update participants set unread = 0, read_to = last_seq where conversation_id = ?',
      args: [talk],
    });
    await messageAt(noor, answered, 2_000, talk);
    const deletedId = await messageAt(deleted, noor, 1_000);
    expect((await site.as(noor).delete('/api/chat.php', { conversation: { id: deletedId } })).status).toBe(204);
    await messageAt(blocked, noor, 1_000);
    await aBlock(site.db, noor.id, blocked.id);
    const requestId = await messageAt(requester, noor, 1_000);
    const setIsRequest = (is: number) => ({
      sql: 'update participants set is_message_request = ? where conversation_id = ? and member_id = ?',
      args: [is, requestId, noor.id],
    });
    await site.db.$client.execute(setIsRequest(1));
    await messageAt(noor, mine, 1_000);
    const answer = await list(noor);
    expect([summaryOf(answer), answer.at('unread')]).toEqual([[], 0]);
    await site.db.$client.execute(setIsRequest(0));
    expect(summaryOf(await list(noor))).toEqual([['message', requester.id, 1, 'unread']]);
  });

  test('leaves out likes of members who are gone or across a block, and shows conversations with them as chats.php does', async () => {
    const noor = await aMember(site.db);
    const [deleted, banned, blocking, blocked, erased] = await some(5);
    if (!deleted || !banned || !blocking || !blocked || !erased) throw new Error('nobody there');
    for (const other of [deleted, banned, blocking, blocked]) {
      await likeAt(other, noor, 1_000);
      await likeAt(noor, other, 2_000);
    }
    await changeMember(site.db, deleted.id, { status: 'deleted' });
    await changeMember(site.db, banned.id, { status: 'banned' });
    await aBlock(site.db, blocking.id, noor.id);
    await aBlock(site.db, noor.id, blocked.id);
    expect((await list(noor)).body).toMatchObject({ items: [], unread: 0 });
    await messageAt(blocking, noor, 3_000);
    await messageAt(deleted, noor, 4_000);
    await messageAt(erased, noor, 5_000);
    await site.db.$client.execute({ sql: 'delete from members where id = ?', args: [erased.id] });
    const chats = (await site.as(noor).get('/api/chats.php')).at('chats') as { profile: unknown }[];
    const answer = await list(noor);
    expect(itemsOf(answer).map(({ profile }) => profile)).toEqual(chats.map(({ profile }) => profile));
    expect(itemsOf(answer).map(({ profile }) => [profile?.id, profile?.is_gone])).toEqual(
      [erased, deleted, blocking].map(({ id }) => [id, true]),
    );
    expect(answer.at('unread')).toBe(3);
  });

  test('is nobody else’s, and carries no address, birthday, balance or word of a message', async () => {
    const [noor, bas, eva] = await some(3);
    if (!noor || !bas || !eva) throw new Error('nobody there');
    await likeAt(bas, noor, 1_000);
    await messageAt(bas, noor, 2_000);
    expect(summaryOf(await list(eva))).toEqual([]);
    expect(summaryOf(await list(bas))).toEqual([]);
    expect(JSON.stringify((await list(noor)).body)).not.toMatch(/@example\.org|date_of_birth|secret|credits"/);
  });
});
