import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY } from '#contract/durations';
import { type Database, openDatabase } from '#db/client';
import { entitlements, mails, members } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startProduct, type TestProduct } from '../../support/product/test-product.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

let product: TestProduct;
let db: Database;

beforeAll(async () => {
  product = await startProduct({ partyHost: inject('roomsHost') });
  db = openDatabase(product.dbUrl);
});
afterAll(() => product?.stop());

const site = siteCommandsInProcess(() => product.dbUrl);
const statusOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.status ?? 'erased';
const user = (member: { cookie: string }) => apiClient(product.url, member.cookie).get('/api/user.php');

describe('member erase', () => {
  test('deletes the account at once, without a mail, and restore brings it back', async () => {
    const member = await aMember(db, { credits: 3 });
    const { id, email } = member;
    expect((await site('member', 'erase', email)).says).toMatch(
      new RegExp(`^${email} is deleted\\. It is erased \\d{4}-.* UTC; until then: npm run site -- member restore ${email}$`),
    );
    expect((await user(member)).at('error.code')).toBe('signed_out');
    expect(await db.select().from(mails).where(eq(mails.memberId, id))).toEqual([]);
    expect(await site('member', 'erase', email)).toEqual({ ended: 'exit code 1', says: `${email} is deleted: there is nothing to erase.` });
    await product.worker.scheduled();
    expect(await statusOf(id)).toBe('deleted');
    expect(await site('member', 'restore', email)).toEqual(succeeded(`${email} is active again`));
    expect(await statusOf(id)).toBe('active');
    expect(await site('member', 'restore', email)).toEqual({
      ended: 'exit code 1',
      says: `${email} is active: there is nothing to restore.`,
    });
    expect(await checkInvariants(db)).toEqual([]);
  });

  test('with --now is erased by the next run of the scheduled handler and cannot be restored', async () => {
    const [active, unconfirmed] = [await aMember(db), await aMember(db, { status: 'not_confirmed' })];
    const deleted = await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() - DAY });
    for (const { email } of [active, unconfirmed, deleted])
      expect(await site('member', 'erase', email, '--now')).toEqual(
        succeeded(`${email} is deleted. The next run of the scheduled handler erases it; it cannot be restored.`),
      );
    const restored = await site('member', 'restore', active.email);
    expect(restored).toEqual({
      ended: 'exit code 1',
      says: `${active.email} was deleted 28 days ago or is to be erased now: it cannot be restored.`,
    });
    await product.worker.scheduled();
    expect(await Promise.all([active, unconfirmed, deleted].map(({ id }) => statusOf(id)))).toEqual(['erased', 'erased', 'erased']);
    expect((await site('member', 'show', active.email)).says).toBe(`There is no account with the address ${active.email}.`);
  });

  test('with --now waits until the provider has ended every subscription', async () => {
    const { id, email } = await aMember(db);
    const span = { memberId: id, source: 'grant' as const, fromAt: 1, untilAt: 2, renews: true, state: 'active' as const, createdAt: 1 };
    await db.insert(entitlements).values({ ...span, id, provider: 'test', subscription: id, customer: 'c' });
    const { ended, says } = await site('member', 'erase', email, '--now');
    expect([ended, says]).toEqual(['exit code 1', expect.stringContaining('has a subscription that is not ended yet')]);
    expect(await statusOf(id)).toBe('active');
    await db.update(entitlements).set({ customer: null }).where(eq(entitlements.id, id));
    expect((await site('member', 'erase', email, '--now')).ended).toBe('exit code 0');
  });

  test('refuses a banned account', async () => {
    const { email } = await aMember(db, { status: 'banned', statusBefore: 'active', banReason: 'spam' });
    for (const now of [[], ['--now']])
      expect(await site('member', 'erase', email, ...now)).toEqual({
        ended: 'exit code 1',
        says: `${email} is banned: there is nothing to erase.`,
      });
  });

  test('cannot be undone after 28 days', async () => {
    const { email } = await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() - 28 * DAY });
    expect((await site('member', 'restore', email)).ended).toBe('exit code 1');
  });
});

describe('member pause', () => {
  test('takes the member out of the search until resume', async () => {
    const member = await aMember(db);
    const { email } = member;
    const isSearchable = async () => (await db.select().from(members).where(eq(members.id, member.id)))[0]?.isSearchable;
    expect(await site('member', 'pause', email)).toEqual(succeeded(`${email} is paused`));
    expect([await isSearchable(), (await user(member)).at('user.paused')]).toEqual([false, true]);
    expect(await site('member', 'pause', email)).toEqual({ ended: 'exit code 1', says: `${email} is paused already.` });
    expect(await site('member', 'resume', email)).toEqual(succeeded(`${email} is not paused`));
    expect(await site('member', 'resume', email)).toEqual({ ended: 'exit code 1', says: `${email} is not paused already.` });
    expect(await isSearchable()).toBe(true);
    const gone = await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() });
    expect(await site('member', 'pause', gone.email)).toEqual({ ended: 'exit code 1', says: `${gone.email} is deleted and in no search.` });
  });
});

describe('member show', () => {
  test('prints an account by address and by id, without its texts and its password hash', async () => {
    const member = await aMember(db, { credits: 3, personal: 'a text of mine', name: 'No\u001bor' });
    const { says } = await site('member', 'show', member.id);
    expect(says).toBe((await site('member', 'show', member.email)).says);
    expect(says).toMatch(
      /^No\\u\{1b\}or <.*>\nId: .*\nStatus: active\nSigned up: .* UTC, NL\nLast active: .* UTC, 1 session\nCredits: 3\n/,
    );
    const json = (await site('member', 'show', member.id, '--json')).says;
    expect(JSON.parse(json)).toMatchObject({ id: member.id, email: member.email, credits: 3, owed: 0, sessions: 1, premium_until: null });
    for (const secret of ['a text of mine', member.passwordHash]) expect(says + json).not.toContain(secret);
  });

  test('says why a member is banned and when an account is erased', async () => {
    const banned = await aMember(db, { status: 'banned', statusBefore: 'active', banReason: 'spam' });
    const deleted = await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.UTC(2026, 0, 1) });
    expect((await site('member', 'show', banned.email)).says).toContain('Status: banned, because: spam\n');
    expect((await site('member', 'show', deleted.id)).says).toContain(
      'Status: deleted, deleted 2026-01-01 00:00 UTC, erased 2026-01-29 00:00 UTC\n',
    );
  });

  test.each(['-7', '--'])('takes an id that begins with %s for no option', async (start) => {
    const { ended, says } = await site('member', 'show', `${start}${newId().slice(start.length)}`);
    expect(ended).toBe('exit code 1');
    expect(says).toContain(`There is no account with the id ${start}`);
  });

  test.each([[newId()], ['x'.repeat(10_000)], ["' or 1=1 --"], ['\u001b[2J']])('refuses what names no account: %j', async (typed) => {
    const { ended, says } = await site('member', 'show', '--', typed);
    expect([ended, says.length < 200]).toEqual(['exit code 1', true]);
    expect(says).toContain('There is no account with the id ');
  });
});
