import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember, newEmail, PASSWORD } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type CountingProxy, startCountingProxy } from '../../support/servers/counting-proxy.ts';
import { accountFixture, emailChangeCalls, GOOD_PASSWORD, linkTokens, refusalParts } from '../account/account-fixture.ts';

const { site, rows, statusRowOf, sessionsOf, mailsTo } = accountFixture();
const { confirm } = emailChangeCalls(site);

let proxy: CountingProxy;
let worker: TestWorker;
/** `act` runs once, just before the first trip whose SQL contains `at` reaches the database. */
let interruption: { at: string; act: () => Promise<unknown> } | undefined;

beforeAll(async () => {
  proxy = await startCountingProxy(site.dbUrl, {
    beforeTrip: async (sql) => {
      if (!interruption || !sql.includes(interruption.at)) return;
      const { act } = interruption;
      interruption = undefined;
      await act();
    },
  });
  worker = await startWorker({ dbUrl: proxy.url });
});
afterAll(async () => {
  await worker?.stop();
  await proxy?.stop();
});

const viaProxy = (cookie = '') => apiClient(worker.url, cookie);
const resetOf = (member: { id: string; email: string; passwordHash: string }) => async () => {
  const token = await linkTokens.reset(member);
  const answer = await site.visitor.put('/api/resetpassword.php', { token, password: GOOD_PASSWORD });
  expect(answer.status).toBe(204);
};

test('a login with the old password that a reset overtakes opens no session', async () => {
  const member = await aMember(site.db);
  interruption = { at: 'insert into "sessions"', act: resetOf(member) };
  const answer = await viaProxy().post('/api/login.php', { email: member.email, password: PASSWORD });
  expect([...refusalParts(answer), answer.cookie]).toEqual([403, 'wrong_credentials', undefined, '']);
  expect(await sessionsOf(member.id)).toEqual([]);
});

test.each(['banned', 'deleted'] as const)('a login of a member who is %s meanwhile opens no session', async (status) => {
  const member = await aMember(site.db);
  const act = () => rows('update members set status = ? where id = ?', status, member.id);
  interruption = { at: 'insert into "sessions"', act };
  expect((await viaProxy().post('/api/login.php', { email: member.email, password: PASSWORD })).status).toBe(403);
  expect(await sessionsOf(member.id)).toHaveLength(1);
});

test('a change of address that a reset overtakes is not stored, and its mail is not written', async () => {
  const [member, to] = [await aMember(site.db), newEmail()];
  interruption = { at: 'insert into "email_changes"', act: resetOf(member) };
  const answer = await viaProxy(member.cookie).post('/api/mailchange.php', { email: to, password: PASSWORD });
  expect(refusalParts(answer)).toEqual([422, 'invalid', { password: 'wrong_password' }]);
  expect(await mailsTo(to)).toEqual([]);
  const changes = await rows('select id from email_changes where member_id = ?', member.id);
  expect(changes).toEqual([]);
  expect((await confirm(await linkTokens.emailChange('x'))).status).toBe(422);
});

test('an account whose address is confirmed while it is being deleted is deleted all the same', async () => {
  const member = await aMember(site.db, { status: 'not_confirmed' });
  interruption = { at: '"delete_reason" = ', act: () => rows("update members set status = 'active' where id = ?", member.id) };
  expect((await viaProxy(member.cookie).delete('/api/user.php', { password: PASSWORD })).status).toBe(204);
  expect(await statusRowOf(member.id)).toMatchObject({ status: 'deleted', status_before: 'active' });
  expect([await sessionsOf(member.id), (await mailsTo(member.email)).length]).toEqual([[], 1]);
});

test('an account that is banned while it is being deleted is refused as banned, and its session stays', async () => {
  const member = await aMember(site.db);
  const ban = () => rows("update members set status = 'banned', status_before = 'active', ban_reason = 'spam' where id = ?", member.id);
  interruption = { at: '"delete_reason" = ', act: ban };
  const answer = await viaProxy(member.cookie).delete('/api/user.php', { password: PASSWORD });
  expect(refusalParts(answer)).toEqual([403, 'banned', undefined]);
  expect(await sessionsOf(member.id)).toHaveLength(1);
});
