import { describe, expect, test } from 'vitest';
import { aMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { notificationsFixture } from './notifications-fixture.ts';

const { site, list, change, eventsFor, rows } = notificationsFixture();

const NOW = { push: 'now', mail: 'now' };
const dueOf = async ({ id }: { id: string }) =>
  (
    await rows(
      'select daily_due_at is not null as daily, weekly_due_at is not null as weekly from notification_settings where member_id = ?',
      id,
    )
  )[0];

describe('a change of the settings', () => {
  test('is made cell by cell, and what is not named stays', async () => {
    const noor = await aMember(site.db);
    await change(noor, { settings: { matrix: { like: { mail: 'weekly' } } } });
    await change(noor, { settings: { matrix: { like: { push: 'never' }, offer: { push: 'now' } } } });
    const answer = await change(noor, { settings: { quiet_from: '22:00', quiet_to: '07:30' } });
    const expected = {
      matrix: { message: NOW, like: { push: 'never', mail: 'weekly' }, match: NOW, account: NOW, offer: { push: 'now', mail: 'never' } },
      quiet_from: '22:00',
      quiet_to: '07:30',
    };
    expect([answer.at('settings'), (await list(noor)).at('settings')]).toEqual([expected, expected]);
    expect((await change(noor, { settings: { quiet_from: null, quiet_to: null } })).at('settings.quiet_from')).toBe(null);
  });

  test('notifies the member’s devices, unless nothing changed', async () => {
    const noor = await aMember(site.db);
    const settings = { matrix: { match: { push: 'daily' } }, quiet_from: '23:00', quiet_to: '06:00' };
    for (let times = 0; times < 2; times += 1) expect((await change(noor, { settings })).status).toBe(200);
    expect(await eventsFor(noor)).toEqual([{ type: 'user.changed' }]);
    await change(noor, { read_to: '2026-01-01T00:00:00.000Z' });
    await change(noor, { read_to: '2026-01-01T00:00:00.000Z' });
    await change(noor, {});
    expect(await eventsFor(noor)).toHaveLength(2);
  });

  test('plans the summaries that it asks for, and drops the others', async () => {
    const noor = await aMember(site.db);
    await change(noor, { settings: { matrix: { like: { push: 'daily' } } } });
    expect(await dueOf(noor)).toEqual({ daily: 1, weekly: 0 });
    await change(noor, { settings: { matrix: { message: { mail: 'weekly' } } } });
    expect(await dueOf(noor)).toEqual({ daily: 1, weekly: 1 });
    await change(noor, { settings: { matrix: { like: { push: 'now' } } } });
    expect(await dueOf(noor)).toEqual({ daily: 0, weekly: 1 });
  });

  test.each([
    [
      'delayed mails about the account',
      { settings: { matrix: { account: { mail: 'daily' } } } },
      { 'settings.matrix.account.mail': 'not_allowed' },
    ],
    ['an unknown cadence', { settings: { matrix: { like: { push: 'hourly' } } } }, { 'settings.matrix.like.push': 'unknown' }],
    ['a text for a matrix', { settings: { matrix: 'daily' } }, { 'settings.matrix': 'wrong_type' }],
    ['one quiet time alone', { settings: { quiet_from: '22:00' } }, { 'settings.quiet_to': 'required' }],
    ['one quiet time alone, the other way', { settings: { quiet_to: '22:00' } }, { 'settings.quiet_from': 'required' }],
    ['one that is null', { settings: { quiet_from: null, quiet_to: '22:00' } }, { 'settings.quiet_from': 'required' }],
    ['one null alone', { settings: { quiet_from: null } }, { 'settings.quiet_to': 'required' }],
    ['an invalid time of day', { settings: { quiet_from: '24:00', quiet_to: '07:00' } }, { 'settings.quiet_from': 'not_allowed' }],
    ['a mark that is no time', { read_to: 'yesterday' }, { read_to: 'wrong_type' }],
    ['a mark that only looks like one', { read_to: '2026-01-01T00:00:00+01' }, { read_to: 'wrong_type' }],
    ['a number as mark', { read_to: 5 }, { read_to: 'wrong_type' }],
  ])('is refused with %s, and nothing has changed', async (_, body, fields) => {
    const noor = await aMember(site.db);
    await change(noor, { settings: { matrix: { like: { push: 'daily' } } } });
    const before = await allRows(site.db);
    const answer = await change(noor, { read_to: '2026-01-01T00:00:00.000Z', ...body });
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('may name immediate mails about the account, which changes nothing', async () => {
    const noor = await aMember(site.db);
    const answer = await change(noor, { settings: { matrix: { account: { push: 'never', mail: 'now' } } } });
    expect(answer.at('settings.matrix.account')).toEqual({ push: 'never', mail: 'now' });
  });

  test('by several devices at once keeps all changes', async () => {
    const noor = await aMember(site.db);
    const kinds = ['message', 'like', 'match', 'offer'];
    await Promise.all(kinds.map((kind) => change(noor, { settings: { matrix: { [kind]: { mail: 'weekly' } } } })));
    const matrix = (await list(noor)).at('settings.matrix') as Record<string, { mail: string }>;
    expect(kinds.map((kind) => matrix[kind]?.mail)).toEqual(kinds.map(() => 'weekly'));
  });
});

describe('the field away_mails of the account', () => {
  const away = async (member: { cookie: string }) => (await site.as(member).get('/api/user.php')).at('user.away_mails');
  const mailsOf = async (member: { cookie: string }) => {
    const matrix = (await list(member)).at('settings.matrix') as Record<string, { mail: string }>;
    return ['message', 'like', 'match', 'account'].map((kind) => matrix[kind]?.mail);
  };

  test('set to false ends mails about messages, likes and matches, set to true restores those', async () => {
    const noor = await aMember(site.db);
    expect(await away(noor)).toBe(true);
    expect((await site.as(noor).put('/api/user.php', { away_mails: false })).at('user.away_mails')).toBe(false);
    expect([await away(noor), await mailsOf(noor)]).toEqual([false, ['never', 'never', 'never', 'now']]);
    await change(noor, { settings: { matrix: { like: { mail: 'weekly', push: 'never' } } } });
    expect(await away(noor)).toBe(true);
    expect((await site.as(noor).put('/api/user.php', { away_mails: true })).at('user.away_mails')).toBe(true);
    expect(await mailsOf(noor)).toEqual(['now', 'weekly', 'now', 'now']);
    expect((await list(noor)).at('settings.matrix.like.push')).toBe('never');
  });

  test('does not change with other fields', async () => {
    const noor = await aMember(site.db);
    await site.as(noor).put('/api/user.php', { away_mails: false });
    expect((await site.as(noor).put('/api/user.php', { city: 'Utrecht' })).at('user.away_mails')).toBe(false);
  });
});
