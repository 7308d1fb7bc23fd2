import { describe, expect, test } from 'vitest';
import { blocks, hides } from '#db/schema/index';
import { aBlock, aMember, newId, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { refusal } from '../chat/chat-fixture.ts';
import { idsOf } from '../members/search-fixture.ts';
import { safetyFixture } from './safety-fixture.ts';

const fixture = safetyFixture();

const deleteAccount = (member: TestMember) => fixture.as(member).delete('/api/user.php', { password: PASSWORD });
/** The undelivered events for a member's devices, without those for their room alone. */
const deviceEventsFor = async (member: TestMember) => (await fixture.eventsFor(member)).filter((news) => Object(news).type !== undefined);
/** The two lists with the calls that add, remove and list members. */
const LISTS = {
  block: { put: fixture.block, take: fixture.unblock, list: fixture.blocked },
  hide: { put: fixture.hide, take: fixture.unhide, list: fixture.hidden },
} as const;
const both = Object.entries(LISTS) as [keyof typeof LISTS, (typeof LISTS)[keyof typeof LISTS]][];

describe.each(both)('%s.php', (name, { put, take, list }) => {
  test('adds a member to the list and removes them, however often it is called, with one event each', async () => {
    const [noor, bas] = await fixture.twoMembers();
    for (let times = 0; times < 3; times += 1) expect((await put(noor, bas)).status).toBe(204);
    const answer = await list(noor);
    expect(answer.body).toMatchObject({ profiles: [{ id: bas.id, name: 'Bas', city: 'Utrecht' }], total: 1, next: null });
    expect(await deviceEventsFor(noor)).toEqual([{ type: 'user.changed' }]);
    await fixture.clearEvents();
    for (let times = 0; times < 3; times += 1) expect((await take(noor, bas)).status).toBe(204);
    expect((await list(noor)).body).toEqual({ profiles: [], total: 0, next: null });
    expect(await fixture.eventsFor(noor)).toEqual([{ type: 'user.changed' }]);
  });

  test('called twenty times at once is one row and one event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(noor, bas)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await list(noor)).at('total')).toBe(1);
    expect(await deviceEventsFor(noor)).toEqual([{ type: 'user.changed' }]);
  });

  test('lists the latest first, page by page, and everybody once', async () => {
    const noor = await aMember(fixture.db);
    const others = await Promise.all(Array.from({ length: 7 }, () => aMember(fixture.db)));
    const table = name === 'block' ? blocks : hides;
    const rows = others.map(({ id }, i) => ({ blockerId: noor.id, blockedId: id, memberId: noor.id, hiddenId: id, createdAt: i >> 1 }));
    await fixture.db.insert(table).values(rows);
    const byTime = rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.hiddenId < b.hiddenId ? -1 : 1)).map(({ hiddenId }) => hiddenId);
    expect(idsOf(await list(noor))).toEqual(byTime);
    const seen: string[] = [];
    for (let before = ''; ; ) {
      const answer = await list(noor, `?limit=3${before}`);
      expect(answer.at('total')).toBe(7);
      seen.push(...idsOf(answer));
      if (answer.at('next') === null) break;
      before = `&before=${answer.at('next')}`;
    }
    expect(seen).toEqual(byTime);
    const wrong = await list(noor, '?before=nonsense');
    expect([wrong.status, wrong.at('error.fields')]).toEqual([422, { before: 'unknown' }]);
  });

  test('for oneself is 422, for an unknown, a gone or a blocking member the same 404, and nothing changes', async () => {
    const noor = await aMember(fixture.db);
    const [deleted, banned, blocking] = await Promise.all([
      aMember(fixture.db, { status: 'deleted' }),
      aMember(fixture.db, { status: 'banned' }),
      aMember(fixture.db),
    ]);
    await aBlock(fixture.db, blocking.id, noor.id);
    const before = await allRows(fixture.db);
    for (const call of [put, take]) {
      const own = await call(noor, noor);
      expect([own.status, own.at('error.fields')]).toEqual([422, { profile: 'not_allowed' }]);
      const answers = await Promise.all([deleted, banned, blocking, { id: newId() }].map((other) => call(noor, other)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
      expect(answers.map(refusal)[0]).toBe('404 not_found');
    }
    for (const profile of [undefined, 'x', ['a'], { id: noor.id }, 7]) {
      expect((await fixture.as(noor).post(`/api/${name}.php`, { profile })).at('error.code')).toBe('invalid');
    }
    expect(await allRows(fixture.db)).toEqual(before);
  });

  test('keeps a member who is gone since as a gone card, and lets them be removed', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await put(noor, bas);
    await deleteAccount(bas);
    await fixture.clearEvents();
    const gone = { id: bas.id, name: '', is_gone: true, main_image: null, age: null, city: null, gender: null };
    expect((await list(noor)).at('profiles.0')).toMatchObject(gone);
    expect((await take(noor, bas)).status).toBe(204);
    expect((await list(noor)).at('total')).toBe(0);
    expect([await fixture.eventsFor(noor), await fixture.eventsFor(bas)]).toEqual([[{ type: 'user.changed' }], []]);
    expect(refusal(await take(noor, bas))).toBe('404 not_found');
  });

  test('keeps a member who blocks me since as a gone card, and lets them be removed', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await put(noor, bas);
    await aBlock(fixture.db, bas.id, noor.id);
    expect((await list(noor)).at('profiles.0')).toMatchObject({ id: bas.id, name: '', is_gone: true, city: null });
    expect((await take(noor, bas)).status).toBe(204);
    expect(refusal(await put(noor, bas))).toBe('404 not_found');
  });

  test('loses members who are erased', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await put(noor, bas);
    await fixture.db.$client.execute({ sql: 'delete from members where id = ?', args: [bas.id] });
    expect((await list(noor)).body).toEqual({ profiles: [], total: 0, next: null });
  });

  test('is refused to another site', async () => {
    const [noor, bas] = await fixture.twoMembers();
    const answer = await fixture.as(noor).post(`/api/${name}.php`, { profile: bas.id }, { Origin: 'https://elsewhere.example' });
    expect(refusal(answer)).toBe('403 bad_origin');
    expect((await list(noor)).at('total')).toBe(0);
  });
});

describe('hiding', () => {
  test('sends the hidden member no event and changes nothing else', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation();
    await fixture.clearEvents();
    const viewOfHidden = async () => [
      (await fixture.as(bas).get('/api/likes.php')).body,
      (await fixture.as(bas).get('/api/chats.php')).body,
      (await fixture.read(bas, id)).at('can_send'),
      (await fixture.as(bas).get(`/api/profile.php?id=${noor.id}`)).status,
    ];
    const before = await viewOfHidden();
    await fixture.hide(noor, bas);
    expect(await fixture.eventsFor(bas)).toEqual([]);
    expect(await viewOfHidden()).toEqual(before);
    expect((await fixture.as(noor).get('/api/chats.php')).at('total')).toBe(1);
    expect((await fixture.as(noor).get('/api/likes.php')).at('totals')).toMatchObject({ profiles: 1, liked_by: 1, matches: 1 });
    expect((await fixture.read(noor, id)).at('can_send')).toEqual({ ok: true, code: null });
  });
});
