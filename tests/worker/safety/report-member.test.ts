import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, newId } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { refusal } from '../chat/chat-fixture.ts';
import { safetyFixture } from './safety-fixture.ts';

const fixture = safetyFixture();

const messageIds = async (conversation: string, reader: { cookie: string }) =>
  ((await fixture.read(reader, conversation)).at('messages') as { id: string }[]).map(({ id }) => id);

describe('a report', () => {
  test('is stored with its reason, its normalized text and the messages it is about', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation();
    const messages = await messageIds(id, noor);
    const said = { reason: 'harassment', text: '  He wrote Cafe\u0301 \u{1f480}  ', messages: [...messages, ...messages] };
    expect((await fixture.report(noor, bas, said)).status).toBe(204);
    const [row, ...more] = await fixture.reportsBy(noor);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ reportedId: bas.id, reason: 'harassment', text: 'He wrote Café 💀', closedAt: null });
    expect(row?.messageIds).toEqual(messages.toSorted());
  });

  test('sends the reported member no event and changes nothing between the two', async () => {
    const { noor, bas } = await fixture.aMatchedConversation();
    await fixture.clearEvents();
    const { reports: before, cases: _cases, case_sources: _sources, ...rest } = await allRows(fixture.db);
    await fixture.report(noor, bas);
    const { reports: after, cases: _casesAfter, case_sources: _sourcesAfter, ...same } = await allRows(fixture.db);
    expect([(after ?? []).length - (before ?? []).length, same]).toEqual([1, rest]);
  });

  test('made twice within ten minutes is one, also when it comes twenty times at once; with another text it is a second one', async () => {
    const [noor, bas] = await fixture.twoMembers();
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.report(noor, bas, { text: 'Once' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await fixture.reportsBy(noor)).toHaveLength(1);
    await fixture.report(noor, bas, { text: 'Once', reason: 'scam' });
    await fixture.report(noor, bas, { text: 'Twice' });
    await fixture.report(noor, await aMember(fixture.db), { text: 'Once' });
    expect(await fixture.reportsBy(noor)).toHaveLength(4);
    await fixture.db.$client.execute({ sql: 'update reports set created_at = created_at - 600001 where reporter_id = ?', args: [noor.id] });
    await fixture.report(noor, bas, { text: 'Once' });
    expect(await fixture.reportsBy(noor)).toHaveLength(5);
  });

  test('about other messages is a second one', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation();
    const messages = await messageIds(id, noor);
    for (const about of [messages, messages.slice(1), messages]) await fixture.report(noor, bas, { messages: about });
    expect((await fixture.reportsBy(noor)).map((row) => row.messageIds.length).toSorted()).toEqual([1, 2]);
  });

  test('may be of a member whom I block or hide, and of one who has not confirmed', async () => {
    const noor = await aMember(fixture.db);
    const [blocked, hidden, unconfirmed] = await Promise.all([
      aMember(fixture.db),
      aMember(fixture.db),
      aMember(fixture.db, { status: 'not_confirmed' }),
    ]);
    await Promise.all([fixture.block(noor, blocked), fixture.hide(noor, hidden)]);
    for (const other of [blocked, hidden, unconfirmed]) expect((await fixture.report(noor, other)).status).toBe(204);
  });

  test('names only messages of the two that the reporter can read', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation();
    const elsewhere = await fixture.aMatchedConversation();
    const [mine = '', cleared = ''] = await messageIds(id, noor);
    const [foreign = ''] = await messageIds(elsewhere.id, elsewhere.noor);
    const eva = await aMember(fixture.db, { credits: 1 });
    const withEva = await fixture.open(eva, noor);
    await fixture.send(eva, withEva, 'From Eva');
    const [ofEva = ''] = await messageIds(withEva, eva);
    for (const wrong of [[foreign], [mine, newId()], [ofEva]]) {
      const answer = await fixture.report(noor, bas, { messages: wrong });
      expect([answer.status, answer.at('error.fields')]).toEqual([422, { messages: 'unknown' }]);
    }
    await fixture.as(noor).delete('/api/chat.php', { conversation: { id } });
    expect((await fixture.report(noor, bas, { messages: [cleared] })).at('error.fields')).toEqual({ messages: 'unknown' });
    expect((await fixture.report(bas, noor, { messages: [mine, cleared] })).status).toBe(204);
    expect(await fixture.reportsBy(noor)).toEqual([]);
  });

  test.each([
    ['no reason', { reason: undefined }, { reason: 'required' }],
    ['an unknown reason', { reason: 'boring' }, { reason: 'unknown' }],
    ['a text too long', { text: 'x'.repeat(2001) }, { text: 'too_long' }],
    ['a lone surrogate', { text: 'a \ud800' }, { text: 'wrong_type' }],
    ['a list for a text', { text: ['a'] }, { text: 'wrong_type' }],
    ['a text for messages', { messages: 'x' }, { messages: 'wrong_type' }],
    ['invalid message ids', { messages: ['x'] }, { 'messages.0': 'unknown' }],
    ['too many messages', { messages: Array.from({ length: 51 }, newId) }, { messages: 'too_long' }],
  ])('with %s is refused and stores nothing', async (_, more, fields) => {
    const [noor, bas] = await fixture.twoMembers();
    const answer = await fixture.report(noor, bas, more);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
    expect(await fixture.reportsBy(noor)).toEqual([]);
  });

  test('of oneself is 422, of an unknown, a gone or a blocking member 404', async () => {
    const [noor, blocking] = await fixture.twoMembers();
    await fixture.block(blocking, noor);
    const own = await fixture.report(noor, noor);
    expect([own.status, own.at('error.fields')]).toEqual([422, { profile: 'not_allowed' }]);
    const gone = [
      blocking,
      { id: newId() },
      await aMember(fixture.db, { status: 'deleted' }),
      await aMember(fixture.db, { status: 'banned' }),
    ];
    for (const other of gone) expect(refusal(await fixture.report(noor, other))).toBe('404 not_found');
  });
});

describe('the reports of a day', () => {
  test('are limited, also when they come at once, and the refusal says until when; a repeated report does not count', async () => {
    await saveSetting(fixture.db, 'reports_a_day', 3);
    const noor = await aMember(fixture.db);
    const others = await Promise.all(Array.from({ length: 8 }, () => aMember(fixture.db)));
    const answers = await Promise.all(others.map((other) => fixture.report(noor, other)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 429, 429, 429, 429, 429]);
    const stored = await fixture.reportsBy(noor);
    expect(stored).toHaveLength(3);
    const refused = answers.find(({ status }) => status === 429);
    const endsAt = new Date(Math.min(...stored.map(({ createdAt }) => createdAt)) + DAY).toISOString();
    expect([refused?.at('error.code'), refused?.at('error.details')]).toEqual(['too_many', { limit: 3, ends_at: endsAt }]);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(23 * 3600);
    expect((await fixture.report(noor, { id: stored[0]?.reportedId ?? '' })).status).toBe(204);
    await fixture.db.$client.execute({
      sql: 'update reports set created_at = created_at - 86400001 where reporter_id = ?',
      args: [noor.id],
    });
    expect((await fixture.report(noor, others[0] ?? noor)).status).toBe(204);
    await clearSetting(fixture.db, 'reports_a_day');
  });
});
