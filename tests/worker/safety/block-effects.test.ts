import { describe, expect, test } from 'vitest';
import { batch } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { aBlock, aLike, aMember, PASSWORD } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { mapItems, refusal } from '../chat/chat-fixture.ts';
import { safetyFixture } from './safety-fixture.ts';

const fixture = safetyFixture();
const GONE = { name: '', is_gone: true, main_image: null, age: null, city: null, is_online: false, did_like_profile: false };
const changed = { type: 'user.changed' };
const forget = ({ id }: { id: string }) => ({ kind: 'forget', profile: id });

describe('a conversation across a block', () => {
  test('leaves the list, the total and the unread numbers of the blocker, and comes back as it was', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation();
    const before = [(await fixture.as(noor).get('/api/chats.php')).body, await fixture.badge(noor)];
    expect(before[1]).toMatchObject({ unread_messages: 1 });
    await fixture.block(noor, bas);
    expect((await fixture.as(noor).get('/api/chats.php')).body).toEqual({ chats: [], total: 0, next: null });
    expect(await fixture.badge(noor)).toEqual({ unread_messages: 0, new_likes: 0, unseen_notifications: 0 });
    const thread = await fixture.read(noor, id);
    expect(thread.body).toMatchObject({ can_send: { ok: false, code: 'blocked' }, typing_pass: '', profile: { name: 'Bas' } });
    expect(refusal(await fixture.send(noor, id, 'Still?'))).toBe('403 blocked');
    expect(refusal(await fixture.like(noor, bas))).toBe('403 blocked');
    await fixture.unblock(noor, bas);
    expect([(await fixture.as(noor).get('/api/chats.php')).body, await fixture.badge(noor)]).toEqual(before);
    expect((await fixture.send(noor, id, 'There again')).status).toBe(201);
  });

  test('looks to the blocked member exactly like one with a member who has left', async () => {
    const [one, other] = [await fixture.aMatchedConversation(), await fixture.aMatchedConversation()];
    await fixture.block(one.noor, one.bas);
    await fixture.as(other.noor).delete('/api/user.php', { password: PASSWORD });
    const viewOf = async ({ noor, bas, id }: typeof one) => {
      const calls = [
        () => fixture.as(bas).get('/api/chats.php'),
        () => fixture.read(bas, id),
        () => fixture.send(bas, id, 'Hello?'),
        () => fixture.markRead(bas, id, 1),
        () => fixture.as(bas).get(`/api/chat.php?profile=${noor.id}`),
        () => fixture.as(bas).get(`/api/profile.php?id=${noor.id}`),
        () => fixture.like(bas, noor),
        () => fixture.unlike(bas, noor),
        () => fixture.as(bas).put('/api/likes.php', { profile: noor.id }),
        () => fixture.as(bas).get('/api/likes.php'),
        () => fixture.block(bas, noor),
        () => fixture.hide(bas, noor),
        () => fixture.report(bas, noor),
        () => fixture.as(bas).get('/api/user.php'),
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
    const thread = await fixture.read(one.bas, one.id);
    expect(thread.at('profile')).toMatchObject(GONE);
    expect(mapItems(thread.at('messages'), ({ text }) => text)).toEqual(['From Noor', 'From Bas']);
    await batch(fixture.db, eraseMember(fixture.db, other.noor.id, Date.now()));
    const rules = async ({ bas, id }: typeof one) => {
      const body = Object((await fixture.read(bas, id)).body);
      return ['price', 'can_send', 'first_messages', 'is_stranger', 'typing_pass', 'send_pass'].map((field) => body[field]);
    };
    expect(await rules(one)).toEqual(await rules(other));
  });

  test('revokes the passes of both, deletes the chat on the blocker’s devices, and has both reload, without naming anybody to the blocked member', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation();
    await fixture.clearEvents();
    await fixture.block(noor, bas);
    const revoked = { kind: 'pass.revoked', conversation: id };
    expect(await fixture.eventsFor(noor)).toEqual([revoked, { type: 'chat.deleted', conversation: id }, forget(bas), changed]);
    expect(await fixture.eventsFor(bas)).toEqual([revoked, forget(noor), changed]);
    await fixture.clearEvents();
    await fixture.unblock(noor, bas);
    expect([await fixture.eventsFor(noor), await fixture.eventsFor(bas)]).toEqual([[changed], [changed]]);
  });

  test('that does not exist is in no event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.block(noor, bas);
    expect([await fixture.eventsFor(noor), await fixture.eventsFor(bas)]).toEqual([
      [forget(bas), changed],
      [forget(noor), changed],
    ]);
  });
});

describe('the read mark across a block', () => {
  test('of the blocker stays where the other last saw it, whatever they read', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation();
    await fixture.block(noor, bas);
    await fixture.clearEvents();
    expect((await fixture.read(noor, id)).at('messages.1.text')).toBe('From Bas');
    expect((await fixture.markRead(noor, id, 2)).body).toEqual({
      read_to: 0,
      unread: { conversation: 1, total: 0, unseen_notifications: 0 },
    });
    expect((await fixture.read(bas, id)).at('read_by_other_to')).toBe(0);
    await fixture.unblock(noor, bas);
    expect((await fixture.markRead(noor, id, 2)).body).toEqual({
      read_to: 2,
      unread: { conversation: 0, total: 0, unseen_notifications: 1 },
    });
    expect((await fixture.read(bas, id)).at('read_by_other_to')).toBe(2);
  });

  test('of the blocked member moves for them alone', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation();
    await fixture.block(noor, bas);
    await fixture.clearEvents();
    expect((await fixture.markRead(bas, id, 1)).at('read_to')).toBe(1);
    expect(await fixture.eventsFor(noor)).toEqual([]);
    expect(await fixture.eventsFor(bas)).toMatchObject([{ type: 'messages.read', to: 1 }]);
  });
});

describe('likes across a block', () => {
  test('leave both lists, totals and badges, and come back', async () => {
    const { noor, bas } = await fixture.aMatchedConversation();
    const lists = async () => [(await fixture.as(noor).get('/api/likes.php')).body, (await fixture.as(bas).get('/api/likes.php')).body];
    const before = await lists();
    await fixture.block(noor, bas);
    const none = { profiles: [], liked_by: [], totals: { profiles: 0, liked_by: 0, matches: 0, new_likes: 0 }, next: null };
    expect(await lists()).toEqual([none, none]);
    expect(await fixture.badge(bas)).toMatchObject({ new_likes: 0 });
    await fixture.unblock(noor, bas);
    expect(await lists()).toEqual(before);
  });

  test('taken back by the blocker send the blocked member no event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await aLike(fixture.db, noor.id, bas.id);
    await fixture.block(noor, bas);
    await fixture.clearEvents();
    expect((await fixture.unlike(noor, bas)).status).toBe(200);
    expect(await fixture.eventsFor(bas)).toEqual([]);
  });
});

test('a block deletes the undelivered events between the two, and no others', async () => {
  const { noor, bas } = await fixture.aMatchedConversation();
  const eva = await aMember(fixture.db);
  await fixture.clearEvents();
  await fixture.like(eva, noor);
  await fixture.unlike(bas, noor);
  await fixture.like(bas, noor);
  await fixture.send(bas, await fixture.open(bas, noor), 'Once more');
  await fixture.block(noor, bas);
  // `badge.changed` holds counts alone, so that it may stay.
  const types = (news: unknown[]) => news.map((one) => Object(one).type ?? Object(one).kind).filter((type) => type !== 'badge.changed');
  expect(types(await fixture.eventsFor(noor))).toEqual(['like.received', 'pass.revoked', 'chat.deleted', 'forget', 'user.changed']);
  expect(JSON.stringify(await fixture.eventsFor(noor))).not.toContain('Once more');
  expect(types(await fixture.eventsFor(bas))).toEqual(['pass.revoked', 'forget', 'user.changed']);
});

test('a block that is repeated leaves what its members’ own devices have not got yet', async () => {
  const { noor, bas, id } = await fixture.aMatchedConversation();
  await fixture.block(noor, bas);
  await fixture.clearEvents();
  await fixture.markRead(bas, id, 1);
  expect((await fixture.block(noor, bas)).status).toBe(204);
  expect(await fixture.eventsFor(bas)).toMatchObject([{ type: 'messages.read', to: 1 }]);
});

test('blocks of both sides are lifted one by one', async () => {
  const { noor, bas, id } = await fixture.aMatchedConversation();
  await fixture.block(noor, bas);
  await aBlock(fixture.db, bas.id, noor.id);
  expect((await fixture.unblock(noor, bas)).status).toBe(204);
  expect((await fixture.read(noor, id)).at('can_send')).toEqual({ ok: false, code: 'gone' });
  await fixture.unblock(bas, noor);
  expect((await fixture.read(noor, id)).at('can_send')).toEqual({ ok: true, code: null });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
