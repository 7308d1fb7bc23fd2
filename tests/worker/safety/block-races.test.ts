import { expect, test } from 'vitest';
import { likes, messages, participants } from '#db/schema/index';
import { aMatch, aMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { safetyFixture } from './safety-fixture.ts';

const fixture = safetyFixture();
const ROUNDS = 12;
const AT_ONCE = 4;

/** The undelivered events of two members that name one to the other. */
const eventsBetween = async (...ids: [string, string]) => {
  const news = (await Promise.all(ids.map((id) => fixture.eventsFor({ id })))).flat();
  return news.filter((one) => !['user.changed', 'chat.deleted'].includes(Object(one).type) && Object(one).kind === undefined);
};

test('a like that races a block is given before it or refused, and leaves no event either way', async () => {
  const outcomes = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [noor, bas] = await fixture.twoMembers();
    const [blockFirst, likeFirst] = round % 2 ? [noor, bas] : [bas, noor];
    const [, ...given] = await Promise.all([
      fixture.block(blockFirst, likeFirst),
      ...Array.from({ length: AT_ONCE }, () => fixture.like(noor, bas)),
      ...Array.from({ length: AT_ONCE }, () => fixture.like(bas, noor)),
    ]);
    for (const { status } of given) outcomes.add(status);
    expect(await eventsBetween(noor.id, bas.id)).toEqual([]);
    for (const member of [noor, bas]) {
      expect((await fixture.as(member).get('/api/likes.php')).at('totals')).toEqual({ profiles: 0, liked_by: 0, matches: 0, new_likes: 0 });
      expect(await fixture.badge(member)).toEqual({ unread_messages: 0, new_likes: 0, unseen_notifications: 0 });
    }
    // A like is stored exactly if one of its calls answered 200.
    const stored = (await fixture.db.select().from(likes)).filter(({ likerId }) => likerId === noor.id || likerId === bas.id);
    const wasGiven = [given.slice(0, AT_ONCE), given.slice(AT_ONCE)].map((answers) => answers.some(({ status }) => status === 200));
    expect([noor, bas].map(({ id }) => stored.some(({ likerId }) => likerId === id))).toEqual(wasGiven);
  }
  expect([...outcomes].filter((status) => ![200, 403, 404].includes(status))).toEqual([]);
});

test('a message that races a block is sent before it or refused, and leaves no event after it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [noor, bas] = await Promise.all([aMember(fixture.db), aMember(fixture.db)]);
    await aMatch(fixture.db, noor.id, bas.id);
    const id = await fixture.open(noor, bas);
    const [blocker, other] = round % 2 ? [noor, bas] : [bas, noor];
    const [, ...sent] = await Promise.all([
      fixture.block(blocker, other),
      ...Array.from({ length: AT_ONCE }, (_, i) => fixture.send(noor, id, `From Noor ${i}`)),
      ...Array.from({ length: AT_ONCE }, (_, i) => fixture.send(bas, id, `From Bas ${i}`)),
    ]);
    expect(sent.filter(({ status }) => ![201, 403, 404].includes(status))).toEqual([]);
    expect(await eventsBetween(noor.id, bas.id)).toEqual([]);
    const stored = (await fixture.db.select().from(messages)).filter((row) => row.conversationId === id);
    expect(stored).toHaveLength(sent.filter(({ status }) => status === 201).length);
    expect((await fixture.as(blocker).get('/api/chats.php')).at('total')).toBe(0);
    expect(await fixture.badge(blocker)).toMatchObject({ unread_messages: 0 });
    expect((await fixture.db.select().from(participants)).filter((row) => row.conversationId === id)).toHaveLength(2);
  }
});

test('blocking and unblocking at once ends in one of the two, the same for both', async () => {
  const { noor, bas, id } = await fixture.aMatchedConversation();
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([fixture.block(noor, bas), fixture.unblock(noor, bas), fixture.block(noor, bas), fixture.unblock(noor, bas)]);
    const isBlocked = (await fixture.blocked(noor)).at('total') === 1;
    expect((await fixture.read(noor, id)).at('can_send.code')).toBe(isBlocked ? 'blocked' : null);
    expect((await fixture.read(bas, id)).at('can_send.code')).toBe(isBlocked ? 'gone' : null);
    await fixture.unblock(noor, bas);
  }
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
