import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aConversation, aLike, aMember, aSession, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { requestAsHost } from '../../support/product/request-as-host.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { accountFixture, EXPIRED, linkTokens, refusalParts } from './account-fixture.ts';

const { site, rows, statusRowOf, sessionsOf, eventsFor, mailsTo, mailedToken } = accountFixture();

const deleteAccount = (member: { cookie: string }, body: object = { password: PASSWORD }) => site.as(member).delete('/api/user.php', body);
const restoreAccount = (body: object) => site.visitor.post('/api/undelete.php', body);

beforeEach(() => site.db.$client.execute('delete from attempts'));

describe('deleting an account', () => {
  test.each(['active', 'not_confirmed'] as const)(
    'that is %s ends every session, notifies its devices and mails the link that restores it',
    async (status) => {
      const member = await aMember(site.db, { status, locale: 'en' });
      await aSession(site.db, member.id);
      const sessions = await sessionsOf(member.id);
      const answer = await deleteAccount(member, { password: PASSWORD, reason: ' I met somebody ' });
      expect([answer.status, answer.body, answer.headers.get('Clear-Site-Data')]).toEqual([204, '', '"cache"']);
      expect(answer.headers.getSetCookie().some((cookie) => /^session=; .*Max-Age=0/.test(cookie))).toBe(true);
      expect(await statusRowOf(member.id)).toMatchObject({ status: 'deleted', status_before: status, delete_reason: 'I met somebody' });
      expect(await sessionsOf(member.id)).toEqual([]);
      expect((await eventsFor(member.id)).toSorted()).toEqual(sessions.map((id) => `session.ended ${id}`).toSorted());
      const [mail] = await mailsTo(member.email);
      expect(mail?.links[0]?.startsWith(`${site.url}/account-deleted?token=`)).toBe(true);
      expect(mail?.text).toContain('because the account with this address was deleted');
      expect((await site.as(member).get('/api/user.php')).at('error.code')).toBe('signed_out');
      expect((await site.visitor.post('/api/login.php', { email: member.email, password: PASSWORD })).at('error.code')).toBe('deleted');
    },
  );

  test('hides it everywhere at once', async () => {
    const [member, other] = [await aMember(site.db, { gender: 'nonbinary', city: 'Vlieland' }), await aMember(site.db)];
    await aLike(site.db, member.id, other.id);
    const [me, them] = [site.as(member), site.as(other)];
    const conversation = await aConversation(site.db, member.id, other.id);
    await rows('update conversations set first_sender_id = ? where id = ?', other.id, conversation);
    await me.post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text: 'Hello' } });
    const found = async () => JSON.stringify((await them.get('/api/search.php?gender=nonbinary')).at('profiles'));
    expect(await found()).toContain(member.id);
    expect((await them.get('/api/user.php')).at('user.badge.new_likes')).toBe(1);
    await deleteAccount(member);
    expect(await found()).not.toContain(member.id);
    expect((await them.get('/api/user.php')).at('user.badge.new_likes')).toBe(0);
    expect((await them.get(`/api/profile.php?id=${member.id}`)).status).toBe(404);
    expect((await them.post('/api/likes.php', { profile: member.id })).status).toBe(404);
    expect((await them.get('/api/likes.php')).at('liked_by')).toEqual([]);
    const chats = await them.get('/api/chats.php');
    expect([chats.at('chats.0.profile.is_gone'), chats.at('chats.0.profile.name')]).toEqual([true, '']);
    expect((await them.get(`/api/chat.php?conversation=${conversation}`)).at('can_send')).toEqual({ ok: false, code: 'gone' });
  });

  test.each([
    ['a wrong password', { password: 'not the password' }, { password: 'wrong_password' }],
    ['no password', {}, { password: 'required' }],
    ['a reason that is too long', { password: PASSWORD, reason: 'x'.repeat(2001) }, { reason: 'too_long' }],
  ])('with %s is refused and changes nothing', async (_, body, fields) => {
    const member = await aMember(site.db);
    const before = await allRows(site.db);
    expect(refusalParts(await deleteAccount(member, body))).toEqual([422, 'invalid', fields]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('is refused after as many wrong passwords an hour as the operator allows', async () => {
    await saveSetting(site.db, 'password_tries_an_hour', 2);
    await avoidWindowEnd(HOUR);
    const member = await aMember(site.db);
    for (let n = 0; n < 4; n += 1) await deleteAccount(member, { password: 'a guess' });
    const refused = await deleteAccount(member);
    expect([refused.status, refused.at('error.details.limit')]).toEqual([429, 2]);
    expect((await statusRowOf(member.id))?.status).toBe('active');
    await clearSetting(site.db, 'password_tries_an_hour');
  });

  test('requested three times at once is done once', async () => {
    const member = await aMember(site.db);
    const answers = await Promise.all([deleteAccount(member), deleteAccount(member), deleteAccount(member)]);
    expect(answers.every(({ status }) => status === 204 || status === 403)).toBe(true);
    expect(await countRows(site.db, 'mails', member.id)).toBe(1);
    expect(await eventsFor(member.id)).toHaveLength(1);
  });

  test('mails a link of this site whatever host the request names', async () => {
    const member = await aMember(site.db);
    const body = JSON.stringify({ password: PASSWORD });
    const sent = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    const headers = { ...sent, 'X-Forwarded-Host': 'evil.example', Cookie: member.cookie };
    await requestAsHost(site.url, { method: 'DELETE', path: '/api/user.php', host: 'evil.example', headers, body });
    const mails = await mailsTo(member.email);
    expect(new URL(mails[0]?.links[0] ?? '').origin).toBe(site.url);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
  });
});

describe('the link that restores a deleted account', () => {
  test.each(['active', 'not_confirmed'] as const)('restores the account as %s with its data, signed out, once', async (status) => {
    const member = await aMember(site.db, { status, credits: 4, personal: 'About me' });
    await deleteAccount(member);
    const token = await mailedToken(member.email);
    const answers = await Promise.all([restoreAccount({ token }), restoreAccount({ token })]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 422]);
    expect(answers.map(({ cookie }) => cookie)).toEqual(['', '']);
    expect(await statusRowOf(member.id)).toMatchObject({ status, status_before: null, deleted_at: null, delete_reason: null });
    const login = await site.visitor.post('/api/login.php', { email: member.email, password: PASSWORD });
    expect([login.at('user.credits'), login.at('user.profile.personal')]).toEqual([4, 'About me']);
    expect(refusalParts(await restoreAccount({ token }))).toEqual(EXPIRED);
  });

  test('of an earlier deletion does not undo a later one', async () => {
    const member = await aMember(site.db);
    await deleteAccount(member);
    const firstToken = await mailedToken(member.email);
    await restoreAccount({ token: firstToken });
    await deleteAccount({ cookie: await aSession(site.db, member.id) });
    expect(refusalParts(await restoreAccount({ token: firstToken }))).toEqual(EXPIRED);
    expect((await statusRowOf(member.id))?.status).toBe('deleted');
  });

  test.each([28 * DAY, 28 * DAY + MINUTE])('expires 28 days after the deletion, whenever its mail was sent (%i)', async (ago) => {
    const deletedAt = Date.now() - ago;
    const member = await aMember(site.db, { status: 'deleted', statusBefore: 'active', deletedAt });
    expect(refusalParts(await restoreAccount({ token: await linkTokens.undelete(member.id, deletedAt) }))).toEqual(EXPIRED);
  });

  test('that is forged, signed for another use, for an unknown member or for a banned account changes nothing', async () => {
    const deletedAt = Date.now() - DAY;
    const member = await aMember(site.db, { status: 'deleted', statusBefore: 'active', deletedAt });
    const banned = await aMember(site.db, { status: 'banned', statusBefore: 'active', deletedAt });
    const before = await allRows(site.db);
    const forged = [
      'x',
      `A${(await linkTokens.undelete(member.id, deletedAt)).slice(1)}`,
      await linkTokens.reset(member),
      await linkTokens.undelete(newId(), deletedAt),
      await linkTokens.undelete(member.id, deletedAt + 1),
      await linkTokens.undelete(banned.id, deletedAt),
    ];
    for (const token of forged) expect(refusalParts(await restoreAccount({ token }))).toEqual(EXPIRED);
    expect(await allRows(site.db)).toEqual(before);
    expect((await restoreAccount({ token: await linkTokens.undelete(member.id, deletedAt) })).status).toBe(204);
  });

  test('restores by the link whatever else is sent with it', async () => {
    const deletedAt = Date.now();
    const member = await aMember(site.db, { status: 'deleted', statusBefore: 'active', deletedAt });
    const answer = await restoreAccount({ token: await linkTokens.undelete(member.id, deletedAt), email: member.email });
    expect([answer.status, (await statusRowOf(member.id))?.status]).toEqual([204, 'active']);
  });

  test.each([
    [{}, { token: 'required' }],
    [{ email: 'a@example.org' }, { password: 'required' }],
    [{ password: 'x' }, { email: 'required' }],
    [{ token: '' }, { token: 'required' }],
  ])('requested with %j is refused with the field at fault', async (body, fields) => {
    expect(refusalParts(await restoreAccount(body))).toEqual([422, 'invalid', fields]);
  });
});

describe('requesting the restore link again', () => {
  const aDeletedMember = (traits = {}) =>
    aMember(site.db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() - DAY, ...traits });

  test('with the right password mails a link that works', async () => {
    const member = await aDeletedMember();
    expect((await restoreAccount({ email: member.email, password: PASSWORD })).status).toBe(204);
    expect((await restoreAccount({ token: await mailedToken(member.email) })).status).toBe(204);
    expect((await statusRowOf(member.id))?.status).toBe('active');
  });

  test('mails once a minute', async () => {
    const member = await aDeletedMember();
    const answers = await Promise.all([1, 2, 3].map(() => restoreAccount({ email: member.email, password: PASSWORD })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 429, 429]);
    expect(await countRows(site.db, 'mails', member.id)).toBe(1);
  });

  test('mails nobody else, and the answer does not tell why', async () => {
    const [deleted, active, banned] = [await aDeletedMember(), await aMember(site.db), await aMember(site.db, { status: 'banned' })];
    const before = await allRows(site.db);
    const answers = [
      await restoreAccount({ email: deleted.email, password: 'not the password' }),
      await restoreAccount({ email: newEmail(), password: PASSWORD }),
      await restoreAccount({ email: active.email, password: PASSWORD }),
      await restoreAccount({ email: banned.email, password: PASSWORD }),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([403, answers[0]?.body]);
    expect(answers[0]?.at('error.code')).toBe('wrong_credentials');
    expect(await allRows(site.db)).toEqual(before);
  });

  test('shares the limit of logins: no password can be guessed here instead', async () => {
    await saveSetting(site.db, 'logins_an_hour', 3);
    await avoidWindowEnd(HOUR);
    const member = await aDeletedMember();
    for (let n = 0; n < 3; n += 1) await restoreAccount({ email: member.email, password: 'a guess' });
    for (let n = 0; n < 3; n += 1) await apiClient(site.url).post('/api/login.php', { email: member.email, password: 'a guess' });
    expect((await restoreAccount({ email: member.email, password: PASSWORD })).at('error.code')).toBe('too_many');
    await clearSetting(site.db, 'logins_an_hour');
  });
});
