import { describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { clearSetting } from '#db/queries/operator/settings';
import { aBlock, aLike, aMatch, aMember, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { aChatWorld, refusal } from './chat-fixture.ts';

const world = aChatWorld();

/** A member with credits and a stranger. */
const strangers = (credits = 3) => Promise.all([aMember(world.db, { credits }), aMember(world.db, { name: 'Bas' })]);

describe('opening a conversation', () => {
  test('gives both sides the same id, however often, and enters no list', async () => {
    const [noor, bas] = await strangers();
    const id = await world.open(noor, bas);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect([await world.open(noor, bas), await world.open(bas, noor)]).toEqual([id, id]);
    for (const member of [noor, bas]) expect((await world.list(member)).body).toEqual({ chats: [], total: 0, next: null });
  });

  test('by both sides at the same moment, twenty times over, gives one id', async () => {
    const [noor, bas] = await strangers();
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? world.open(noor, bas) : world.open(bas, noor))));
    expect(new Set(ids).size).toBe(1);
  });

  test('with oneself is 422', async () => {
    const noor = await aMember(world.db);
    const answer = await world.openAnswer(noor, noor);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { profile: 'not_allowed' }]);
  });

  test('with a gone, an unknown or a blocking member is the same 404; with one I block 403; with both blocks 404', async () => {
    const noor = await aMember(world.db);
    const [deleted, banned, blocking, blocked, both] = await Promise.all([
      aMember(world.db, { status: 'deleted' }),
      aMember(world.db, { status: 'banned' }),
      aMember(world.db),
      aMember(world.db),
      aMember(world.db),
    ]);
    await Promise.all([aBlock(world.db, blocking.id, noor.id), aBlock(world.db, noor.id, blocked.id)]);
    await Promise.all([aBlock(world.db, noor.id, both.id), aBlock(world.db, both.id, noor.id)]);
    const gone = await Promise.all([deleted, banned, blocking, both, { id: newId() }].map((other) => world.openAnswer(noor, other)));
    expect(new Set(gone.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(gone[0]?.status).toBe(404);
    expect(refusal(await world.openAnswer(noor, blocked))).toBe('403 blocked');
  });

  test('is refused to another site and to a visitor', async () => {
    const [noor, bas] = await strangers();
    const foreign = await world.as(noor).get(`/api/chat.php?profile=${bas.id}`, { Origin: 'https://elsewhere.example' });
    expect(refusal(foreign)).toBe('403 bad_origin');
    expect(refusal(await world.openAnswer({ id: noor.id, cookie: '' }, bas))).toBe('403 signed_out');
  });
});

describe('the price', () => {
  const cases = [
    { when: 'to a stranger', reason: 'priced', credits: 1, setUp: async () => {} },
    {
      when: 'with premium',
      reason: 'premium',
      credits: 0,
      setUp: (noor: string) => changeMember(world.db, noor, { premiumUntil: Date.now() + 3600_000 }),
    },
    {
      when: 'after premium has ended',
      reason: 'priced',
      credits: 1,
      setUp: (noor: string) => changeMember(world.db, noor, { premiumUntil: Date.now() - 1 }),
    },
    { when: 'to a match', reason: 'match', credits: 0, setUp: (noor: string, bas: string) => aMatch(world.db, noor, bas) },
    { when: 'to somebody only I like', reason: 'priced', credits: 1, setUp: (noor: string, bas: string) => aLike(world.db, noor, bas) },
    {
      when: 'to somebody who only likes me',
      reason: 'priced',
      credits: 1,
      setUp: (noor: string, bas: string) => aLike(world.db, bas, noor),
    },
    {
      when: 'to a fictional member',
      reason: 'fictional',
      credits: 0,
      setUp: (_: string, bas: string) => changeMember(world.db, bas, { isFictional: true }),
    },
  ] as const;
  test.each(cases)('$when is $credits ($reason), on the screen before and at the send', async ({ reason, credits, setUp }) => {
    const [noor, bas] = await strangers();
    await setUp(noor.id, bas.id);
    const id = await world.open(noor, bas);
    const before = await world.read(noor, id);
    expect(before.at('price')).toEqual({ credits, reason });
    expect(before.at('can_send')).toEqual({ ok: true, code: null });
    const sent = await world.say(noor, id, 'Hello');
    expect(sent.at('credits')).toBe(3 - credits);
    expect(await world.linesOf(noor)).toHaveLength(credits);
  });

  test('is that of the payment country, and of the default country where there is none', async () => {
    await world.set('message_prices', { DE: 3, PL: 2 });
    await world.set('default_country', 'PL');
    const [noor, bas] = await Promise.all([
      aMember(world.db, { paymentCountry: 'DE', credits: 9 }),
      aMember(world.db, { paymentCountry: null, credits: 9 }),
    ]);
    const other = await aMember(world.db);
    const prices = [];
    for (const member of [noor, bas]) {
      const id = await world.open(member, other);
      prices.push((await world.read(member, id)).at('price.credits'));
      await world.say(member, id, 'Hello there');
      prices.push(await world.credits(member));
    }
    await clearSetting(world.db, 'message_prices');
    await clearSetting(world.db, 'default_country');
    expect(prices).toEqual([3, 6, 2, 7]);
  });

  test('is paid by the first sender for every message, and never by the other', async () => {
    const [noor, bas] = await strangers(3);
    const id = await world.open(noor, bas);
    await world.say(noor, id, 'Hello');
    await world.say(bas, id, 'Hello yourself');
    await world.say(noor, id, 'How are you?');
    await world.say(bas, id, 'Fine');
    expect((await world.read(noor, id)).at('price')).toEqual({ credits: 1, reason: 'priced' });
    expect((await world.read(bas, id)).at('price')).toEqual({ credits: 0, reason: 'reply' });
    expect([await world.credits(noor), await world.credits(bas)]).toEqual([1, 0]);
  });

  test('stays with the first sender when both have deleted the conversation', async () => {
    const [noor, bas] = await strangers(3);
    const id = await world.open(noor, bas);
    await world.say(noor, id, 'Hello');
    await Promise.all([world.remove(noor, id), world.remove(bas, id)]);
    expect(await world.open(bas, noor)).toBe(id);
    expect((await world.read(bas, id)).at('price.reason')).toBe('reply');
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(world.db)).toEqual([]);
});
