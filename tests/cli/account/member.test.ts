import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { saveSetting, settingRows } from '#db/queries/operator/settings';
import { aMember, aSession, newEmail, PASSWORD } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { connectToRoom } from '../../support/product/connect-to-room.ts';
import { roomsOfThisFile } from '../../support/product/rooms-of-file.ts';
import { startProduct, type TestProduct } from '../../support/product/test-product.ts';
import { siteCommand, siteCommandsInProcess, succeeded } from '../run-site-command.ts';

let product: TestProduct;
let db: Database;

beforeAll(async () => {
  product = await startProduct(roomsOfThisFile());
  db = openDatabase(product.dbUrl);
});

afterAll(async () => {
  await product?.stop();
});

const command = siteCommand(() => product.dbUrl);
const site = siteCommandsInProcess(() => product.dbUrl);
const me = (member: { cookie: string }) => apiClient(product.url, member.cookie).get('/api/user.php');

describe('a ban', () => {
  test('answers every call of the member on every device with the reason until they log out', async () => {
    const member = await aMember(db);
    const phone = { cookie: await aSession(db, member.id) };
    expect(await command('member', 'ban', ` ${member.email.toUpperCase()}`, '--reason', 'asked for money')).toEqual(
      succeeded(`${member.email} is banned: asked for money (2 sessions)`),
    );
    for (const device of [member, phone]) {
      const answer = await me(device);
      expect([answer.status, answer.at('error.code'), answer.at('error.details.reason')]).toEqual([403, 'banned', 'asked for money']);
    }
    const login = await apiClient(product.url).post('/api/login.php', { email: member.email, password: PASSWORD });
    expect([login.at('error.code'), login.at('error.details.reason')]).toEqual(['banned', 'asked for money']);
    expect((await apiClient(product.url, phone.cookie).get('/api/logout.php')).body).toBe('done');
    expect((await me(phone)).at('error.code')).toBe('signed_out');
  });

  test('closes the sockets of the member with the next sweep', async () => {
    const member = await aMember(db);
    const socket = await connectToRoom(apiClient(product.url, member.cookie), product.url);
    socket.send('ping');
    await site('member', 'ban', member.email, '--reason', 'spam');
    await product.worker.scheduled();
    expect((await socket.closed).code).toBe(4403);
    expect(socket.frames().map(({ type }) => type)).toEqual(['session.ended']);
    expect((await apiClient(product.url, member.cookie).get('/api/room.php')).at('error.code')).toBe('banned');
  });

  test('can be repeated with another reason, and lifting it restores the status', async () => {
    const [active, unconfirmed] = [await aMember(db), await aMember(db, { status: 'not_confirmed' })];
    for (const { email } of [active, unconfirmed]) await site('member', 'ban', email, '--reason', 'spam');
    await site('member', 'ban', active.email, '--reason', 'scam');
    expect((await me(active)).at('error.details.reason')).toBe('scam');
    const lifted = [await site('member', 'unban', active.email), await site('member', 'unban', unconfirmed.email)];
    expect(lifted).toEqual([succeeded(`${active.email} is active again`), succeeded(`${unconfirmed.email} is not confirmed again`)]);
    expect([(await me(active)).at('user.activated'), (await me(unconfirmed)).at('user.activated')]).toEqual([true, false]);
    expect(await site('member', 'ban', active.email, '--reason', 'again')).toMatchObject({ ended: 'exit code 0' });
  });

  test('that is not possible prints one clear line and changes nothing', async () => {
    const [member, deleted] = [await aMember(db), await aMember(db, { status: 'deleted', statusBefore: 'active' })];
    const unknown = newEmail();
    const before = await allRows(db);
    const [noReason, usage] = ['Say why, the member reads it: --reason TEXT', 'npm run site -- member ban EMAIL --reason TEXT'];
    const cases: [run: typeof site, exitCode: 1 | 2, says: string, ...args: string[]][] = [
      [command, 1, `There is no account with the address ${unknown}.`, 'ban', unknown, '--reason', 'spam'],
      [site, 2, 'nobody is no e-mail address.', 'ban', 'nobody', '--reason', 'spam'],
      [site, 2, noReason, 'ban', member.email],
      [site, 2, noReason, 'ban', member.email, '--reason', ' '],
      [site, 1, `${deleted.email} is deleted: there is nothing to ban.`, 'ban', deleted.email, '--reason', 'spam'],
      [site, 1, `${member.email} is active: there is nothing to unban.`, 'unban', member.email],
      [site, 2, usage, 'ban'],
      [command, 2, usage, 'constructor', member.email],
    ];
    const outcomes: Awaited<ReturnType<typeof site>>[] = [];
    for (const [run, , , ...args] of cases) outcomes.push(await run('member', ...args));
    expect(outcomes.map(({ ended }) => ended)).toEqual(cases.map(([, exitCode]) => `exit code ${exitCode}`));
    for (const [i, [, , says]] of cases.entries()) expect(outcomes[i]?.says).toContain(says);
    expect(outcomes.slice(0, 6).map(({ says }) => says.split('\n').length)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await allRows(db)).toEqual(before);
  });
});

describe('the settings', () => {
  test('are listed, read, set and reset from the same command', async () => {
    await saveSetting(db, 'name', 'Spark');
    expect((await site('settings', 'list')).says).toContain('  welcome_credits = 6');
    expect(await site('settings', 'get', 'name')).toEqual(succeeded('"Spark"'));
    expect(await command('settings', 'set', 'name', 'Two', 'words')).toEqual(succeeded('"Two words"'));
    expect(await site('settings', 'reset', 'name')).toEqual(succeeded('"Vonk"'));
    const isInForce = succeeded(
      JSON.stringify({ EUR: 7000, GBP: 4500, USD: 5500, CAD: 7500, AUD: 8500, NZD: 9000, CHF: 5000, PLN: 21500 }),
    );
    expect(await site('settings', 'set', 'unusual_spending', '{"EUR":7000}')).toEqual(isInForce);
    expect(await site('settings', 'get', 'unusual_spending')).toEqual(isInForce);
    await site('settings', 'reset', 'unusual_spending');
    expect(await settingRows(db)).toEqual([]);
    expect((await site('settings', 'get', 'nothing')).says).toMatch(/^There is no setting nothing\. Known: /);
  });
});
