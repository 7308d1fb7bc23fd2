import { describe, expect, test } from 'vitest';
import { eraseMember } from '#db/queries/account/erasure';
import { aBlock, aLike, aMember, PASSWORD } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { each, refusal } from '../chat/chat-fixture.ts';
import { aSafetyWorld } from './safety-fixture.ts';

const world = aSafetyWorld();
const GONE = { name: '', is_gone: true, main_image: null, age: null, city: null, is_online: false, did_like_profile: false };
const changed = { type: 'user.changed' };
const forget = ({ id }: { id: string }) => ({ kind: 'forget', profile: id });

describe('a conversation across a block', () => {
  test('leaves the list, the total and the unread numbers of the blocker, and comes back as it was', async () => {
    const { noor, bas, id } = await world.talk();
    const before = [(await world.as(noor).get('/api/chats.php')).body, await world.badge(noor)];
    expect(before[1]).toMatchObject({ unread_messages: 1 });
    await world.block(noor, bas);
    expect((await world.as(noor).get('/api/chats.php')).body).toEqual({ chats: [], total: 0, next: null });
    expect(await world.badge(noor)).toEqual({ unread_messages: 0, new_likes: 0 });
    const thread = await world.read(noor, id);
    expect(thread.body).toMatchObject({ can_send: { ok: false, code: 'blocked' }, typing_pass: '', profile: { name: 'Bas' } });
    expect(refusal(await world.send(noor, id, 'Still?'))).toBe('403 blocked');
    expect(refusal(await world.like(noor, bas))).toBe('403 blocked');
    await world.unblock(noor, bas);
    expect([(await world.as(noor).get('/api/chats.php')).body, await world.badge(noor)]).toEqual(before);
    expect((await world.send(noor, id, 'There again')).status).toBe(201);
  });

  test('looks to the blocked member exactly like one with a member who has left', async () => {
    const [one, other] = [await world.talk(), await world.talk()];
    await world.block(one.noor, one.bas);
    await world.as(other.noor).delete('/api/user.php', { password: PASSWORD });
    const viewOf = async ({ noor, bas, id }: typeof one) => {
      const calls = [
        () => world.as(bas).get('/api/chats.php'),
        () => world.read(bas, id),
        () => world.send(bas, id, 'Hello?'),
        () => world.mark(bas, id, 1),
        () => world.as(bas).get(`/api/chat.php?profile=${noor.id}`),
        () => world.as(bas).get(`/api/profile.php?id=${noor.id}`),
        () => world.like(bas, noor),
        () => world.unlike(bas, noor),
        () => world.as(bas).put('/api/likes.php', { profile: noor.id }),
        () => world.as(bas).get('/api/likes.php'),
        () => world.block(bas, noor),
        () => world.hide(bas, noor),
        () => world.report(bas, noor),
        () => world.as(bas).get('/api/user.php'),
      ];
      const answers: ApiAnswer[] = [];
      for (const ask of calls) answers.push(await ask());
      const ids = new Map([noor.id, bas.id, id, bas.email].map((known, i) => [known, `known ${i}`]));
      const text = JSON.stringify(answers.map(({ status, body }) => [status, body]));
      return [...ids]
        .reduce((plain, [known, word]) => plain.replaceAll(known, word), text)
        .replaceAll(/"(id|client_id)":"[\w-]{22}"/g, '')
        .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'then');
    };
    const [viewOfBlocker, viewOfDeleted] = [await viewOf(one), await viewOf(other)];
    expect(viewOfBlocker).toBe(viewOfDeleted);
    expect(viewOfBlocker).toContain('"code":"gone"');
    const thread = await world.read(one.bas, one.id);
    expect(thread.at('profile')).toMatchObject(GONE);
    expect(each(thread.at('messages'), ({ text }) => text)).toEqual(['From Noor', 'From Bas']);
    await world.db.batch(eraseMember(world.db, other.noor.id, Date.now()));
    const rules = async ({ bas, id }: typeof one) => {
      const body = Object((await world.read(bas, id)).body);
      return ['price', 'can_send', 'first_messages', 'is_stranger', 'typing_pass', 'send_pass'].map((field) => body[field]);
    };
    expect(await rules(one)).toEqual(await rules(other));
  });

  test('revokes the passes of both, deletes the chat on the blocker’s devices, and has both reload, without naming anybody to the blocked member', async () => {
    const { noor, bas, id } = await world.talk();
    await world.forgetNews();
    await world.block(noor, bas);
    const revoked = { kind: 'pass.revoked', conversation: id };
    expect(await world.newsFor(noor)).toEqual([revoked, { type: 'chat.deleted', conversation: id }, forget(bas), changed]);
    expect(await world.newsFor(bas)).toEqual([revoked, forget(noor), changed]);
    await world.forgetNews();
    await world.unblock(noor, bas);
    expect([await world.newsFor(noor), await world.newsFor(bas)]).toEqual([[changed], [changed]]);
  });

  test('that does not exist is in no event', async () => {
    const [noor, bas] = await world.two();
    await world.block(noor, bas);
    expect([await world.newsFor(noor), await world.newsFor(bas)]).toEqual([
      [forget(bas), changed],
      [forget(noor), changed],
    ]);
  });
});

describe('the read mark across a block', () => {
  test('of the blocker stays where the other last saw it, whatever they read', async () => {
    const { noor, bas, id } = await world.talk();
    await world.block(noor, bas);
    await world.forgetNews();
    expect((await world.read(noor, id)).at('messages.1.text')).toBe('From Bas');
    expect((await world.mark(noor, id, 2)).body).toEqual({ read_to: 0, unread: { conversation: 1, total: 0 } });
    expect((await world.read(bas, id)).at('read_by_other_to')).toBe(0);
    await world.unblock(noor, bas);
    expect((await world.mark(noor, id, 2)).body).toEqual({ read_to: 2, unread: { conversation: 0, total: 0 } });
    expect((await world.read(bas, id)).at('read_by_other_to')).toBe(2);
  });

  test('of the blocked member moves for them alone', async () => {
    const { noor, bas, id } = await world.talk();
    await world.block(noor, bas);
    await world.forgetNews();
    expect((await world.mark(bas, id, 1)).at('read_to')).toBe(1);
    expect(await world.newsFor(noor)).toEqual([]);
    expect(await world.newsFor(bas)).toMatchObject([{ type: 'messages.read', to: 1 }]);
  });
});

describe('likes across a block', () => {
  test('leave both lists, totals and badges, and come back', async () => {
    const { noor, bas } = await world.talk();
    const lists = async () => [(await world.as(noor).get('/api/likes.php')).body, (await world.as(bas).get('/api/likes.php')).body];
    const before = await lists();
    await world.block(noor, bas);
    const none = { profiles: [], liked_by: [], totals: { profiles: 0, liked_by: 0, matches: 0, new_likes: 0 }, next: null };
    expect(await lists()).toEqual([none, none]);
    expect(await world.badge(bas)).toMatchObject({ new_likes: 0 });
    await world.unblock(noor, bas);
    expect(await lists()).toEqual(before);
  });

  test('taken back by the blocker send the blocked member no event', async () => {
    const [noor, bas] = await world.two();
    await aLike(world.db, noor.id, bas.id);
    await world.block(noor, bas);
    await world.forgetNews();
    expect((await world.unlike(noor, bas)).status).toBe(200);
    expect(await world.newsFor(bas)).toEqual([]);
  });
});

test('a block deletes the undelivered events between the two, and no others', async () => {
  const { noor, bas } = await world.talk();
  const eva = await aMember(world.db);
  await world.forgetNews();
  await world.like(eva, noor);
  await world.unlike(bas, noor);
  await world.like(bas, noor);
  await world.send(bas, await world.open(bas, noor), 'Once more');
  await world.block(noor, bas);
  // `badge.changed` holds counts alone, so that it may stay.
  const types = (news: unknown[]) => news.map((one) => Object(one).type ?? Object(one).kind).filter((type) => type !== 'badge.changed');
  expect(types(await world.newsFor(noor))).toEqual(['like.received', 'pass.revoked', 'chat.deleted', 'forget', 'user.changed']);
  expect(JSON.stringify(await world.newsFor(noor))).not.toContain('Once more');
  expect(types(await world.newsFor(bas))).toEqual(['pass.revoked', 'forget', 'user.changed']);
});

test('blocks of both sides are lifted one by one', async () => {
  const { noor, bas, id } = await world.talk();
  await world.block(noor, bas);
  await aBlock(world.db, bas.id, noor.id);
  expect((await world.unblock(noor, bas)).status).toBe(204);
  expect((await world.read(noor, id)).at('can_send')).toEqual({ ok: false, code: 'gone' });
  await world.unblock(bas, noor);
  expect((await world.read(noor, id)).at('can_send')).toEqual({ ok: true, code: null });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(world.db)).toEqual([]);
});
