import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { aMember, aSession, newId, PASSWORD } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { accountFixture, refusalParts } from '../account/account-fixture.ts';

const { site, rows, sessionsOf, eventsFor } = accountFixture();
type Device = { id: string; device: string; last_seen_at: string; is_current: boolean };

const devices = async (cookie: string) => (await site.as({ cookie }).get('/api/sessions.php')).at('sessions') as Device[];
const setLastSeen = (id: string, at: number) =>
  site.db.$client.execute({ sql: 'update sessions set seen_at = ? where id = ?', args: [at, id] });

describe('the signed-in devices', () => {
  test('are this one first, then the latest seen, without ended ones', async () => {
    const member = await aMember(site.db);
    const [mine = ''] = await sessionsOf(member.id);
    await aSession(site.db, member.id);
    await aSession(site.db, member.id);
    await aSession(site.db, member.id, { endsIn: -1 });
    const [early = '', late = ''] = (await devices(member.cookie)).filter(({ is_current }) => !is_current).map(({ id }) => id);
    await setLastSeen(mine, Date.now() - 3 * DAY);
    await setLastSeen(early, Date.now() - 2 * DAY);
    await setLastSeen(late, Date.now() - DAY);
    const listed = await devices(member.cookie);
    expect(listed.map(({ id, is_current }) => [id, is_current])).toEqual([
      [mine, true],
      [late, false],
      [early, false],
    ]);
    expect(Date.now() - Date.parse(listed[0]?.last_seen_at ?? '')).toBeLessThan(60_000);
    expect(Math.round((Date.now() - Date.parse(listed[1]?.last_seen_at ?? '')) / DAY)).toBe(1);
  });

  test('are named by their user agent, and their tokens are not shown', async () => {
    const member = await aMember(site.db);
    const login = await site.visitor.post(
      '/api/login.php',
      { email: member.email, password: PASSWORD },
      { 'User-Agent': 'A browser of mine' },
    );
    const answer = await apiClient(site.url, login.cookie).get('/api/sessions.php');
    expect((answer.at('sessions') as Device[])[0]?.device).toBe('A browser of mine');
    expect(Object.keys((answer.at('sessions') as Device[])[0] ?? {}).toSorted()).toEqual(['device', 'id', 'is_current', 'last_seen_at']);
  });

  test('are nobody else’s', async () => {
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    expect((await devices(noor.cookie)).map(({ id }) => id)).toEqual(await sessionsOf(noor.id));
    expect((await devices(bas.cookie)).map(({ id }) => id)).toEqual(await sessionsOf(bas.id));
  });
});

describe('ending a session', () => {
  test('signs that device out, closes its sockets and leaves the others', async () => {
    const member = await aMember(site.db);
    const [mine = ''] = await sessionsOf(member.id);
    const phone = await aSession(site.db, member.id);
    const other = (await sessionsOf(member.id)).find((id) => id !== mine) ?? '';
    const answer = await site.as(member).delete('/api/sessions.php', { id: other });
    expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([204, '', []]);
    expect(await sessionsOf(member.id)).toEqual([mine]);
    expect(await eventsFor(member.id)).toEqual([`session.ended ${other}`]);
    expect((await apiClient(site.url, phone).get('/api/user.php')).at('error.code')).toBe('signed_out');
  });

  test('of this device takes its cookie back', async () => {
    const member = await aMember(site.db);
    const [mine = ''] = await sessionsOf(member.id);
    const answer = await site.as(member).delete('/api/sessions.php', { id: mine });
    expect([answer.status, answer.headers.getSetCookie().some((cookie) => /^session=; .*Max-Age=0/.test(cookie))]).toEqual([204, true]);
    expect((await site.as(member).get('/api/user.php')).at('error.code')).toBe('signed_out');
  });

  test('of another member, of nobody or twice is the same 404 and changes nothing', async () => {
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    const [theirs = ''] = await sessionsOf(bas.id);
    await aSession(site.db, noor.id);
    const [, ended = ''] = (await devices(noor.cookie)).map(({ id }) => id);
    await site.as(noor).delete('/api/sessions.php', { id: ended });
    const before = await allRows(site.db);
    for (const id of [theirs, newId(), ended]) {
      expect(refusalParts(await site.as(noor).delete('/api/sessions.php', { id }))).toEqual([404, 'not_found', undefined]);
    }
    expect(await allRows(site.db)).toEqual(before);
  });

  test('requested twice at once is done once', async () => {
    const member = await aMember(site.db);
    await aSession(site.db, member.id);
    const [, other = ''] = (await devices(member.cookie)).map(({ id }) => id);
    const answers = await Promise.all([1, 2, 3].map(() => site.as(member).delete('/api/sessions.php', { id: other })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404]);
    expect(await eventsFor(member.id)).toEqual([`session.ended ${other}`]);
  });

  test.each([[{}], [{ id: 'x' }], [{ id: [newId()] }], [{ id: null }]])('named %j is refused with the field at fault', async (body) => {
    const answer = await site.as(await aMember(site.db)).delete('/api/sessions.php', body);
    expect([answer.status, Object.keys(answer.at('error.fields') as object)]).toEqual([422, ['id']]);
  });
});

test('a session of a banned member stays until it is logged out', async () => {
  const member = await aMember(site.db, { status: 'banned', banReason: 'scam' });
  const [mine = ''] = await sessionsOf(member.id);
  expect((await site.as(member).delete('/api/sessions.php', { id: mine })).at('error.code')).toBe('banned');
  expect(await sessionsOf(member.id)).toEqual([mine]);
  await site.as(member).get('/api/logout.php');
  expect(await rows('select id from sessions where member_id = ?', member.id)).toEqual([]);
});
