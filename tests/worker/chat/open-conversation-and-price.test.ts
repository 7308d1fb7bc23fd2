import { describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { changeMember } from '#db/queries/account/members';
import { clearSetting } from '#db/queries/operator/settings';
import { aBlock, aLike, aMatch, aMember, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { chatFixture, refusal } from './chat-fixture.ts';

const fixture = chatFixture();

/** A member with credits and a stranger. */
const strangers = (credits = 3) => Promise.all([aMember(fixture.db, { credits }), aMember(fixture.db, { name: 'Bas' })]);

describe('opening a conversation', () => {
  test('gives both sides the same id, however often, and enters no list', async () => {
    const [noor, bas] = await strangers();
    const id = await fixture.open(noor, bas);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect([await fixture.open(noor, bas), await fixture.open(bas, noor)]).toEqual([id, id]);
    for (const member of [noor, bas]) expect((await fixture.list(member)).body).toEqual({ chats: [], total: 0, next: null });
  });

  test('by both sides at the same moment, twenty times over, gives one id', async () => {
    const [noor, bas] = await strangers();
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? fixture.open(noor, bas) : fixture.open(bas, noor))));
    expect(new Set(ids).size).toBe(1);
  });

  test('with oneself is 422', async () => {
    const noor = await aMember(fixture.db);
    const answer = await fixture.openAnswer(noor, noor);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { profile: 'not_allowed' }]);
  });

  test('with a gone, an unknown or a blocking member is the same 404; with one I block 403; with both blocks 404', async () => {
    const noor = await aMember(fixture.db);
    const [deleted, banned, blocking, blocked, both, blockedAndDeleted] = await Promise.all([
      aMember(fixture.db, { status: 'deleted' }),
      aMember(fixture.db, { status: 'banned' }),
      aMember(fixture.db),
      aMember(fixture.db),
      aMember(fixture.db),
      aMember(fixture.db, { status: 'deleted' }),
    ]);
    await Promise.all([aBlock(fixture.db, blocking.id, noor.id), aBlock(fixture.db, noor.id, blocked.id)]);
    await Promise.all([aBlock(fixture.db, noor.id, both.id), aBlock(fixture.db, both.id, noor.id)]);
    await aBlock(fixture.db, noor.id, blockedAndDeleted.id);
    const others = [deleted, banned, blocking, both, blockedAndDeleted, { id: newId() }];
    const gone = await Promise.all(others.map((other) => fixture.openAnswer(noor, other)));
    expect(new Set(gone.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(gone[0]?.status).toBe(404);
    expect(refusal(await fixture.openAnswer(noor, blocked))).toBe('403 blocked');
  });

  test('is refused to another site and to a visitor', async () => {
    const [noor, bas] = await strangers();
    const foreign = await fixture.as(noor).get(`/api/chat.php?profile=${bas.id}`, { Origin: 'https://elsewhere.example' });
    expect(refusal(foreign)).toBe('403 bad_origin');
    expect(refusal(await fixture.openAnswer({ id: noor.id, cookie: '' }, bas))).toBe('403 signed_out');
  });
});

describe('the price', () => {
  const cases = [
    { when: 'to a stranger', reason: 'priced', credits: 1, setUp: async () => {} },
    {
      when: 'with premium',
      reason: 'premium',
      credits: 0,
      setUp: (noor: string) => changeMember(fixture.db, noor, { premiumUntil: Date.now() + HOUR }),
    },
    {
      when: 'after premium has ended',
      reason: 'priced',
      credits: 1,
      setUp: (noor: string) => changeMember(fixture.db, noor, { premiumUntil: Date.now() - 1 }),
    },
    { when: 'to a match', reason: 'match', credits: 0, setUp: (noor: string, bas: string) => aMatch(fixture.db, noor, bas) },
    { when: 'to somebody only I like', reason: 'priced', credits: 1, setUp: (noor: string, bas: string) => aLike(fixture.db, noor, bas) },
    {
      when: 'to somebody who only likes me',
      reason: 'priced',
      credits: 1,
      setUp: (noor: string, bas: string) => aLike(fixture.db, bas, noor),
    },
    {
      when: 'to a fictional member',
      reason: 'fictional',
      credits: 0,
      setUp: (_: string, bas: string) => changeMember(fixture.db, bas, { isFictional: true }),
    },
  ] as const;
  test.each(cases)('$when is $credits ($reason), on the screen before and at the send', async ({ reason, credits, setUp }) => {
    const [noor, bas] = await strangers();
    await setUp(noor.id, bas.id);
    const id = await fixture.open(noor, bas);
    const before = await fixture.read(noor, id);
    expect(before.at('price')).toEqual({ credits, reason });
    expect(before.at('can_send')).toEqual({ ok: true, code: null });
    const sent = await fixture.say(noor, id, 'Hello');
    expect(sent.at('credits')).toBe(3 - credits);
    expect(await fixture.ledgerLinesOf(noor)).toHaveLength(credits);
  });

  test('is that of the payment country, and of the default country where there is none', async () => {
    await fixture.setSetting('message_prices', { DE: 3, PL: 2 });
    await fixture.setSetting('default_country', 'PL');
    const [noor, bas] = await Promise.all([
      aMember(fixture.db, { paymentCountry: 'DE', credits: 9 }),
      aMember(fixture.db, { paymentCountry: null, credits: 9 }),
    ]);
    const other = await aMember(fixture.db);
    const prices = [];
    for (const member of [noor, bas]) {
      const id = await fixture.open(member, other);
      prices.push((await fixture.read(member, id)).at('price.credits'));
      await fixture.say(member, id, 'Hello there');
      prices.push(await fixture.credits(member));
    }
    await clearSetting(fixture.db, 'message_prices');
    await clearSetting(fixture.db, 'default_country');
    expect(prices).toEqual([3, 6, 2, 7]);
  });

  test('is paid by the first sender for every message, and never by the other', async () => {
    const [noor, bas] = await strangers(3);
    const id = await fixture.open(noor, bas);
    await fixture.say(noor, id, 'Hello');
    await fixture.say(bas, id, 'Hello yourself');
    await fixture.say(noor, id, 'How are you?');
    await fixture.say(bas, id, 'Fine');
    expect((await fixture.read(noor, id)).at('price')).toEqual({ credits: 1, reason: 'priced' });
    expect((await fixture.read(bas, id)).at('price')).toEqual({ credits: 0, reason: 'reply' });
    expect([await fixture.credits(noor), await fixture.credits(bas)]).toEqual([1, 0]);
  });

  test('stays with the first sender when both have deleted the conversation', async () => {
    const [noor, bas] = await strangers(3);
    const id = await fixture.open(noor, bas);
    await fixture.say(noor, id, 'Hello');
    await Promise.all([fixture.remove(noor, id), fixture.remove(bas, id)]);
    expect(await fixture.open(bas, noor)).toBe(id);
    expect((await fixture.read(bas, id)).at('price.reason')).toBe('reply');
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
